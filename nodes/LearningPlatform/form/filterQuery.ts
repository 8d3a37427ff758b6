import { UserFacingError } from '../errors';
import { parseIsoDate, utcText, knownTimeZone } from '../values/dates';
import { chosen, filterText, oneOf } from './values';

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

const OPERATOR_WORDS = OPERATORS.flatMap(({ name, value, words }) =>
	[name, ...words].map((word) => ({ name: word, value })),
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
	const refusal = () =>
		new UserFacingError(
			`The operator of ${label} must be ${oneOf(operatorMenu.map(({ value }) => value))}`,
			'They stand for Equals, Greater Than or Equal, In, Less Than, Not Equal and Not In. If it is an expression, check what it returns.',
		);
	const isDefault = filterText(operator ?? '')?.trim() === '';
	const sent = isDefault ? 'eq' : chosen(operator, OPERATOR_WORDS, refusal);
	const prefix = `${encode(name)}[${sent}]`;
	const isList = LIST_OPERATORS.has(sent);
	const parameters = textsOf(name, value, isList).map((text, at) =>
		isList
			? `${prefix}[${at}]=${encode(text)}`
			: `${prefix}=${encode(toCompare(sent, text, timeZone))}`,
	);
	return { prefix, parameters };
}

/** A service only compares dates in the form in which it writes its own (docs/service.md). Digits alone are a number. */
function toCompare(operator: string, text: string, timeZone: string): string {
	if (!COMPARISONS.has(operator) || /^\d+$/.test(text.trim())) return text;
	const time = parseIsoDate(text, knownTimeZone(timeZone));
	return utcText(time ?? NaN) ?? text;
}

/** The values of a filter. A list may be text: "a, b," has the values a and b. */
function textsOf(name: string, value: unknown, isList: boolean): string[] {
	const ofText = isList ? filterText(value)?.split(',') : undefined;
	const given = ofText?.filter((entry) => entry.trim() !== '') ?? value;
	const entries = isList ? [given].flat() : [given];
	const texts = entries.map((entry) => {
		const text = filterText(entry ?? '');
		if (text !== undefined) return isList ? text.trim() : text;
		throw new UserFacingError(
			`The filter on "${name}" has a value that is not text, a number or a date`,
			'Check what the expression returns. Several values, as a list or separated by commas, need the operator "In".',
		);
	});
	if (texts.length > 0 && !texts.includes('')) return texts;
	// An expression that finds nothing would otherwise filter by the empty text, and the list would be empty.
	throw new UserFacingError(
		`The filter on "${name}" has no value`,
		'Enter a value, or for In and Not In several with commas between, or remove the filter. If the value is an expression, check what it returns.',
	);
}

/** A lone surrogate, which a text cut in the middle of an emoji ends with, cannot be encoded. */
function encode(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
