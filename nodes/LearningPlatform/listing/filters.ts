import { UserFacingError } from '../transport/errors';
import { filterText } from './filterText';
import { readOperator } from './operator';

/** A filter, for `field[operator]=value` (docs/service.md, Filters). */
export interface Filter {
	/** Where it was entered, in the user's words, e.g. `Field filter 1`. */
	place: string;
	/** Text, or what an expression gave; so are operator and value, for list operators also an array. */
	field: unknown;
	operator: unknown;
	value: unknown;
}

/** Operators whose value is a list, sent as `field[in][0]=a&field[in][1]=b`. */
const LIST_OPERATORS = new Set(['in', 'nin']);

/**
 * Writes filters as a query string, without the question mark. The brackets stay as they are, because
 * services of this kind refuse encoded ones; names and values are percent-encoded (RFC 3986).
 *
 * @throws UserFacingError for a filter without a field or a value, for an operator that there is not, and for two
 * filters with the same field and operator, of which the service would drop one or refuse both
 */
export function filtersToQuery(filters: Filter[]): string {
	const places = new Map<string, string>();
	return filters
		.flatMap((filter) => {
			const { prefix, parameters } = toParameters(filter);
			const other = places.get(prefix);
			if (other !== undefined) throw filteredTwice(filter, other);
			places.set(prefix, filter.place);
			return parameters;
		})
		.join('&');
}

function toParameters({ place, field, operator, value }: Filter) {
	const name = filterText(field)?.trim() ?? '';
	if (name === '') {
		throw new UserFacingError(
			`${place} has no field`,
			'Enter the name of a field under Filters, e.g. "groupId", or remove the filter.',
		);
	}
	const operatorName = readOperator(operator, place);
	const prefix = `${encode(name)}[${operatorName}]`;
	const parameters = LIST_OPERATORS.has(operatorName)
		? listValues(name, value).map((entry, at) => `${prefix}[${at}]=${encode(entry)}`)
		: [`${prefix}=${encode(singleValue(name, value))}`];
	return { prefix, parameters };
}

function singleValue(name: string, value: unknown): string {
	if (!isNothing(value)) return textValue(name, value);
	// An expression that finds nothing would otherwise filter by the empty text, and the list would be empty.
	throw new UserFacingError(
		`The filter on "${name}" has no value`,
		'Enter a value, or remove the filter. If the value is an expression, check what it returns.',
	);
}

function listValues(name: string, value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : splitText(value);
	const values = entries.map((entry) => (isNothing(entry) ? '' : textValue(name, entry).trim()));
	if (values.length > 0 && !values.includes('')) return values;
	throw new UserFacingError(
		`The filter on "${name}" has no values`,
		'Enter one or more values, separated by commas, or remove the filter.',
	);
}

function textValue(name: string, value: unknown): string {
	const text = filterText(value);
	if (text !== undefined) return text;
	throw new UserFacingError(
		`The filter on "${name}" has a value that is not text, a number or a date`,
		'Check what the expression returns. Several values, as a list or separated by commas, need the operator "In".',
	);
}

function isNothing(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** A comma too many, as at the end of a list, separates nothing. */
function splitText(value: unknown): unknown[] {
	const text = filterText(value);
	return text === undefined ? [value] : text.split(',').filter((entry) => entry.trim() !== '');
}

function filteredTwice({ place }: Filter, other: string): UserFacingError {
	return new UserFacingError(
		`${other} and ${place} have the same field and operator`,
		'Remove one of them. For several values of a field use a single filter with the operator "In" or "Not In".',
	);
}

/** A lone surrogate, which a text cut in the middle of an emoji ends with, cannot be encoded. */
function encode(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
