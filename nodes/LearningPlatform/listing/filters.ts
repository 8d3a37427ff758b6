import { UserFacingError } from '../transport/errors';

/** A filter as it was entered, for `field[operator]=value` (docs/service.md, Filters). */
export interface FieldFilter {
	field: string;
	operator: string;
	/** Text, or what an expression gave: a number, a boolean, for list operators also an array. */
	value: unknown;
}

/** Operators whose value is a list, sent as `field[in][0]=a&field[in][1]=b`. */
const LIST_OPERATORS = new Set(['in', 'nin']);

/**
 * Writes filters as a query string, without the question mark. The brackets stay as they are, because
 * services of this kind refuse encoded ones; names and values are percent-encoded (RFC 3986).
 *
 * @throws UserFacingError for a filter without a field or without a value
 */
export function filtersToQuery(filters: FieldFilter[]): string {
	return filters.flatMap(toParameters).join('&');
}

function toParameters({ field, operator, value }: FieldFilter, index: number): string[] {
	const name = field.trim();
	if (name === '') {
		throw new UserFacingError(
			`Field filter ${index + 1} has no field`,
			'Enter the name of a field under Filters, e.g. "groupId", or remove the filter.',
		);
	}
	const prefix = `${encode(name)}[${encode(operator)}]`;
	if (!LIST_OPERATORS.has(operator)) return [`${prefix}=${encode(singleValue(name, value))}`];
	return listValues(name, value).map((entry, at) => `${prefix}[${at}]=${encode(entry)}`);
}

function singleValue(name: string, value: unknown): string {
	if (isScalar(value)) return String(value);
	if (typeof value === 'object' && value !== null) {
		throw new UserFacingError(
			`The filter on "${name}" has a value that is not text, a number or a date`,
			'Let the expression give a single value. For several values use the operator "In".',
		);
	}
	// An expression that finds nothing would otherwise filter by the empty text, and the list would be empty.
	throw new UserFacingError(
		`The filter on "${name}" has no value`,
		'Enter a value, or remove the filter. If the value is an expression, check what it returns.',
	);
}

function listValues(name: string, value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : splitText(value);
	const values = entries.filter(isScalar).map((entry) => String(entry).trim());
	if (values.length > 0 && values.length === entries.length && !values.includes('')) return values;
	throw new UserFacingError(
		`The filter on "${name}" has no values`,
		'Enter one or more values, separated by commas, or remove the filter.',
	);
}

/** A comma too many, as at the end of a list, separates nothing. */
function splitText(value: unknown): unknown[] {
	if (!isScalar(value)) return [value];
	return String(value)
		.split(',')
		.filter((entry) => entry.trim() !== '');
}

function isScalar(value: unknown): value is string | number | boolean {
	return (
		(typeof value === 'string' && value !== '') || ['number', 'boolean'].includes(typeof value)
	);
}

/** A lone surrogate, which a text cut in the middle of an emoji ends with, cannot be encoded. */
function encode(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
