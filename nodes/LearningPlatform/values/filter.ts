import { readIsoDate } from './dates';
import { readBoolean } from './json';
import { foldChoice, foldText } from './words';

export interface Filter {
	/** The field's name, as the service spells it. */
	field: string;
	operator: string;
	/** Contains multiple values only if the operator accepts them. */
	values: readonly string[];
	/** A day number of Excel and the day it was read as, e.g. `46387 as 2026-12-31`. */
	excelDay?: string;
}

/** Determines how two values are compared. */
type ValueType = 'boolean' | 'date' | 'id' | 'language' | 'text' | 'value';

interface Operator {
	/** The label in the form. */
	name: string;
	/** The operator's name in the URL. */
	value: string;
	/** Other names that people and AI models use. */
	words: readonly string[];
	/** True if the operator accepts multiple values, sent as `field[in][0]=a&field[in][1]=b`. */
	takesSeveral?: boolean;
	/** True for range comparisons, which need a date with a time. */
	isRange?: boolean;
	/** Returns true for a match, false for a contradiction, and `undefined` if the value proves neither. */
	matches: (
		wanted: { values: readonly string[]; valueType: ValueType },
		value: unknown,
	) => boolean | undefined;
}

/** Guesses how a field's values are compared from its name. */
export function valueTypeOf(field: string): ValueType {
	if (/lang(uage)?s?$/i.test(field)) return 'language';
	if (/(^|[._])ids?$|Ids?$/.test(field)) return 'id';
	if (/(mail|user_?name)s?$/i.test(field)) return 'text';
	return /(At|Date)$/.test(field) ? 'date' : 'value';
}

const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Returns true if any result is true, false if all are false, and `undefined` otherwise. */
function any(results: readonly (boolean | undefined)[]): boolean | undefined {
	if (results.includes(true)) return true;
	return results.every((result) => result === false) ? false : undefined;
}

const isOneOf: Operator['matches'] = ({ values, valueType }, value) => {
	// Text may list several IDs, such as "a, b".
	const entries = entriesOf(value).flatMap((entry) =>
		valueType === 'id' && typeof entry === 'string' ? [entry, ...idsIn(entry)] : [entry],
	);
	return any(
		entries.flatMap((entry) => values.map((wanted) => isSameValue(wanted, entry, valueType))),
	);
};

const idsIn = (text: string) => text.split(/[,;|]/).map((id) => id.trim());

const isNoneOf: Operator['matches'] = ({ values, valueType }, value) => {
	const entries = entriesOf(value);
	// Only an exact match contradicts the filter: the service may be case-sensitive.
	if (entries.some((entry) => isPlain(entry) && values.includes(String(entry)))) return false;
	const results = entries.flatMap((entry) =>
		values.map((wanted) => isSameValue(wanted, entry, valueType)),
	);
	return results.every((result) => result === false) || undefined;
};

/** @param judge receives the difference and a tolerance: a smaller difference does not contradict the filter */
function bySize(judge: (by: number, slack: number) => boolean | undefined): Operator['matches'] {
	return ({ values: [bound = ''] }, value) =>
		any(entriesOf(value).map((entry) => judge(...distance(bound, entry))));
}

/** The operators (docs/engineers/service.md, Filters), in the order in which the form shows them. */
export const operators: readonly Operator[] = [
	{
		name: 'Equals',
		value: 'eq',
		words: ['equal', 'equal to', 'is', '=', '=='],
		matches: isOneOf,
	},
	{
		name: 'Greater Than or Equal',
		value: 'gte',
		words: ['greater than or equal to', '>='],
		isRange: true,
		matches: bySize((by, slack) => by >= 0 || (by < -slack ? false : undefined)),
	},
	{
		name: 'In',
		value: 'in',
		words: ['one of', 'is one of'],
		takesSeveral: true,
		matches: isOneOf,
	},
	{
		name: 'Less Than',
		value: 'lt',
		words: ['<'],
		isRange: true,
		matches: bySize((by, slack) => by < 0 || (by >= slack ? false : undefined)),
	},
	{
		name: 'Not Equal',
		value: 'ne',
		words: ['not equals', 'not equal to', 'is not', '!=', '<>'],
		matches: isNoneOf,
	},
	{
		name: 'Not In',
		value: 'nin',
		words: ['is not one of', 'not one of'],
		takesSeveral: true,
		matches: isNoneOf,
	},
];

export function operatorOf(operator: string): Operator | undefined {
	return operators.find(({ value }) => value === operator);
}

const isPlain = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value) && value !== '';

const isNumber = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()));

/** The tolerance for exact times: the service ignores milliseconds. */
const SECOND_MS = 1_000;

/** The tolerance for a day or a time without a zone: one day, plus half a day for time zones. */
const VAGUE_MS = 36 * 3_600_000;

/** Returns the difference between two numbers or two dates (in ms), or NaN if the values cannot be compared. */
function distance(bound: string, value: unknown): [by: number, slack: number] {
	const [from, date] = [readIsoDate(bound), readIsoDate(value)];
	if (from && date) {
		const isExact = from.hasZone && date.hasZone;
		return [date.ms - from.ms, isExact ? SECOND_MS : VAGUE_MS];
	}
	return [isNumber(bound) && isNumber(value) ? Number(value) - Number(bound) : NaN, 0];
}

/** Returns true if two values mean the same thing, false if they do not, and `undefined` if that is unclear. */
function isSameValue(wanted: string, value: unknown, valueType: ValueType): boolean | undefined {
	if (!isPlain(value)) return undefined;
	if (String(value) === wanted) return true;
	if (valueType === 'boolean' || typeof value === 'boolean') {
		const [first, second] = [readBoolean(wanted), readBoolean(value)];
		return first === undefined || second === undefined ? undefined : first === second;
	}
	if (typeof value === 'number') return isNumber(wanted) ? Number(wanted) === value : undefined;
	if (valueType === 'id' || valueType === 'text')
		return foldText(wanted).trim() === foldText(value).trim();
	if (isNumber(wanted) && isNumber(value)) return Number(wanted) === Number(value);
	const [first, second] = [readIsoDate(wanted), readIsoDate(value)];
	if (first && second) {
		const isExact = [first, second].every(({ hasTime, hasZone }) => hasTime && hasZone);
		const isFar = Math.abs(first.ms - second.ms) >= (isExact ? SECOND_MS : VAGUE_MS);
		return isFar ? false : undefined;
	}
	if (valueType === 'date') return undefined;
	if (valueType === 'language') return isSameLanguage(wanted, value);
	return foldChoice(foldText(wanted)) === foldChoice(foldText(value));
}

/** `pt` equals `pt-BR`, but `pt-PT` differs from `pt_BR`. */
function isSameLanguage(wanted: string, value: string): boolean {
	const codeOf = (text: string) => `${text.trim().toLowerCase().replaceAll('_', '-')}-`;
	const [first, second] = [codeOf(wanted), codeOf(value)];
	return first.startsWith(second) || second.startsWith(first);
}
