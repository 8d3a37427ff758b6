import { UserFacingError } from '../errors';
import { LIST_OPERATORS, type Filter } from '../service';
import { parseIsoDate, utcText, knownTimeZone } from '../values/dates';
import { chosen, filterText, oneOf } from './values';

/** A filter as it was entered. */
export interface EnteredFilter {
	/** Where, in the user's words, e.g. `Field filter 1`. */
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

/**
 * Reads filters as they are sent.
 *
 * @param dates the fields that are known to be dates
 * @param timeZone of the workflow, for dates without one
 * @throws UserFacingError for a filter without a field or a value, for an unknown operator, for a date that is none, and
 * for two filters with the same field and operator, of which the service would drop one or refuse both
 */
export function sentFilters(
	entered: EnteredFilter[],
	dates: ReadonlySet<string>,
	timeZone: string,
): Filter[] {
	const labels = new Map<string, string>();
	return entered.map((filter) => {
		const { label } = filter;
		const field = fieldOf(filter);
		const operator = operatorOf(filter);
		const other = labels.get(`${field} ${operator}`);
		if (other !== undefined) {
			throw new UserFacingError(
				`${other} and ${label} have the same field and operator`,
				'Remove one of them. For several values of a field use a single filter with the operator "In" or "Not In".',
			);
		}
		labels.set(`${field} ${operator}`, label);
		const texts = textsOf(field, filter.value, LIST_OPERATORS.includes(operator));
		const isDate = COMPARISONS.has(operator) && (dates.has(field) || texts.some(looksLikeDate));
		const values = isDate
			? texts.map((text) => dateText(`${label} on "${field}"`, text, timeZone))
			: texts;
		return { field, operator, values };
	});
}

function fieldOf({ label, field }: EnteredFilter): string {
	const name = filterText(field)?.trim() ?? '';
	if (name !== '') return name;
	throw new UserFacingError(
		`${label} has no field`,
		'Enter the name of a field under Filters, e.g. "groupId", or remove the filter.',
	);
}

function operatorOf({ label, operator }: EnteredFilter): string {
	const refusal = () =>
		new UserFacingError(
			`The operator of ${label} must be ${oneOf(operatorMenu.map(({ value }) => value))}`,
			'They stand for Equals, Greater Than or Equal, In, Less Than, Not Equal and Not In. If it is an expression, check what it returns.',
		);
	const isDefault = filterText(operator ?? '')?.trim() === '';
	return isDefault ? 'eq' : chosen(operator, OPERATOR_WORDS, refusal);
}

/** Digits alone may be a number. */
function looksLikeDate(text: string): boolean {
	return /^\s*\d{4}-\d/.test(text);
}

/**
 * A date as a service compares it: in the form in which it writes its own (docs/service.md).
 *
 * @param precisionMs what it is rounded down to
 * @throws UserFacingError for what is no date
 */
export function dateText(label: string, value: unknown, timeZone: string, precisionMs = 1): string {
	const time = parseIsoDate(filterText(value) ?? '', knownTimeZone(timeZone)) ?? NaN;
	const text = utcText(Math.floor(time / precisionMs) * precisionMs);
	if (text !== undefined) return text;
	throw new UserFacingError(
		`${label} must be a date such as 2026-01-31 or 2026-01-31T08:30:00Z`,
		'Any form of ISO 8601 will do. Enter one, or remove the filter. If it is an expression, check what it returns.',
	);
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
