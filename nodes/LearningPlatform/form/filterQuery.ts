import { UserFacingError } from '../errors';
import { parseIsoDate, utcText, knownTimeZone } from '../values/dates';
import { lettersOf } from '../values/words';
import { filterText, oneOf } from './values';

/** A filter, for `field[operator]=value` (docs/service.md, Filters). */
export interface Filter {
	/** Where it was entered, in the user's words, e.g. `Field filter 1`. */
	label: string;
	/** Like operator and value, text or what an expression gave: for a list operator also an array. */
	field: unknown;
	operator: unknown;
	value: unknown;
}

/** The operators of the service (docs/service.md, Filters), and other words that people and AI models use for them. */
const OPERATORS = [
	{ name: 'Equals', value: 'eq', words: ['equal', 'equal to', 'is', '=', '=='] },
	{ name: 'Greater Than or Equal', value: 'gte', words: ['greater than or equal to', '>='] },
	{ name: 'In', value: 'in', words: ['one of', 'is one of'] },
	{ name: 'Less Than', value: 'lt', words: ['<'] },
	{ name: 'Not Equal', value: 'ne', words: ['not equals', 'not equal to', 'is not', '!=', '<>'] },
	{ name: 'Not In', value: 'nin', words: ['is not one of', 'not one of'] },
];

export const operatorMenu = OPERATORS.map(({ name, value }) => ({ name, value }));

const BY_WORDS = new Map(
	OPERATORS.flatMap(({ name, value, words }) =>
		[value, name, ...words].map((word) => [lettersOf(word), value]),
	),
);

/** Operators by which numbers and dates are compared. */
const COMPARISONS = new Set(['gte', 'lt']);

/** Operators whose value is a list, sent as `field[in][0]=a&field[in][1]=b`. */
const LIST_OPERATORS = new Set(['in', 'nin']);

/**
 * Writes filters as a query string, without the question mark. The brackets stay as they are, because
 * services of this kind refuse encoded ones; names and values are percent-encoded (RFC 3986).
 *
 * @param timeZone of the workflow, for dates without one
 * @throws UserFacingError for a filter without a field or a value, for an unknown operator, and for two filters with
 * the same field and operator, of which the service would drop one or refuse both
 */
export function filtersToQuery(filters: Filter[], timeZone: string): string {
	const labels = new Map<string, string>();
	return filters
		.flatMap((filter) => {
			const { prefix, parameters } = toParameters(filter, timeZone);
			const other = labels.get(prefix);
			if (other !== undefined) {
				throw new UserFacingError(
					`${other} and ${filter.label} have the same field and operator`,
					'Remove one of them. For several values of a field use a single filter with the operator "In" or "Not In".',
				);
			}
			labels.set(prefix, filter.label);
			return parameters;
		})
		.join('&');
}

function toParameters({ label, field, operator, value }: Filter, timeZone: string) {
	const name = filterText(field)?.trim() ?? '';
	if (name === '') {
		throw new UserFacingError(
			`${label} has no field`,
			'Enter the name of a field under Filters, e.g. "groupId", or remove the filter.',
		);
	}
	const operatorName = readOperator(operator, label);
	const prefix = `${encode(name)}[${operatorName}]`;
	const parameters = LIST_OPERATORS.has(operatorName)
		? listValues(name, value).map((entry, at) => `[${at}]=${encode(entry)}`)
		: [`=${encode(toCompare(operatorName, singleValue(name, value), timeZone))}`];
	return { prefix, parameters: parameters.map((rest) => `${prefix}${rest}`) };
}

/** The operator of a filter as the service spells it. Nothing stands for Equals. */
function readOperator(operator: unknown, label: string): string {
	const words = lettersOf(filterText(operator ?? '') ?? '?');
	const found = words === '' ? 'eq' : BY_WORDS.get(words);
	if (found !== undefined) return found;
	throw new UserFacingError(
		`The operator of ${label} must be ${oneOf(OPERATORS.map(({ value }) => value))}`,
		'They stand for Equals, Greater Than or Equal, In, Less Than, Not Equal and Not In. If it is an expression, check what it returns.',
	);
}

/** A service only compares dates in the form in which it writes its own (docs/service.md). Digits alone are a number. */
function toCompare(operator: string, text: string, timeZone: string): string {
	if (!COMPARISONS.has(operator) || /^\d+$/.test(text.trim())) return text;
	const time = parseIsoDate(text, knownTimeZone(timeZone));
	return utcText(time ?? NaN) ?? text;
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

/** Ignores needless commas, such as one at the end of the list. */
function splitText(value: unknown): unknown[] {
	const text = filterText(value);
	return text === undefined ? [value] : text.split(',').filter((entry) => entry.trim() !== '');
}

/** A lone surrogate, which a text cut in the middle of an emoji ends with, cannot be encoded. */
function encode(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
