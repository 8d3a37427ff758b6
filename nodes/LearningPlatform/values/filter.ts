import { readRecordDate } from './dates';
import { booleanOf } from './boolean';
import { foldText, lettersOf } from './words';

/** What a list is filtered by, as data until its first address is made. */
export interface Filter {
	/** As the service spells it. */
	field: string;
	operator: string;
	/** Several only for an operator that takes several. */
	values: readonly string[];
}

/** What the values of a field are: how two of them are compared follows from it. */
export type FilterKind = 'boolean' | 'date' | 'id' | 'language' | 'text' | 'value';

/** What a filter asks of a field. */
export interface Asked {
	values: readonly string[];
	kind: FilterKind;
	/** How far a date may be off without a contradiction. */
	slackMs?: number;
}

interface Operator {
	/** In the form. */
	name: string;
	/** In the address. */
	value: string;
	/** What people and AI models call it, too. */
	words: readonly string[];
	/** Whether it takes several values, sent as `field[in][0]=a&field[in][1]=b`. */
	takesSeveral?: boolean;
	/** Whether it compares sizes, so that a date is sent as a moment. */
	isRange?: boolean;
	/** Compares a value of a record: true is a hit, false a contradiction, `undefined` shows nothing. */
	matches: (asked: Asked, value: unknown) => boolean | undefined;
}

/** The one table of operators (docs/service.md, Filters): how each is entered, sent and compared. In the order of the form. */
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
		matches: isFrom,
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
		matches: isBefore,
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

/** Returns the row of an operator by its value. */
export function operatorOf(operator: string): Operator | undefined {
	return operators.find(({ value }) => value === operator);
}

/** Returns what the values of a field are, by its name. */
export function kindOfField(field: string): FilterKind {
	if (/lang(uage)?s?$/i.test(field)) return 'language';
	if (/(^|[._])ids?$|Ids?$/.test(field)) return 'id';
	if (/(mail|user_?name)s?$/i.test(field)) return 'text';
	return /(At|Date)$/.test(field) ? 'date' : 'value';
}

const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Whether any of several is a hit; a contradiction if all of them are. */
function any(results: readonly (boolean | undefined)[]): boolean | undefined {
	if (results.includes(true)) return true;
	return results.every((result) => result === false) ? false : undefined;
}

function isOneOf({ values, kind }: Asked, value: unknown): boolean | undefined {
	// Several IDs may also be a text, such as "a, b".
	const entries = entriesOf(value).flatMap((entry) =>
		kind === 'id' && typeof entry === 'string' ? [entry, ...entry.split(/\s*[,;|]\s*/)] : [entry],
	);
	return any(entries.flatMap((entry) => values.map((one) => isSame(one, entry, kind))));
}

function isNoneOf({ values, kind }: Asked, value: unknown): boolean | undefined {
	const entries = entriesOf(value);
	// By the very spelling: a service may tell capitals from small letters.
	if (entries.some((entry) => isPlain(entry) && values.includes(String(entry)))) return false;
	const results = entries.flatMap((entry) => values.map((one) => isSame(one, entry, kind)));
	return results.every((result) => result === false) || undefined;
}

function isFrom(asked: Asked, value: unknown): boolean | undefined {
	return any(
		entriesOf(value).map((entry) => {
			const { by, slack } = distanceTo(asked, entry);
			return by >= 0 || (by < -slack ? false : undefined);
		}),
	);
}

function isBefore(asked: Asked, value: unknown): boolean | undefined {
	return any(
		entriesOf(value).map((entry) => {
			const { by, slack } = distanceTo(asked, entry);
			return by < 0 || (by >= slack ? false : undefined);
		}),
	);
}

const isPlain = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value) && value !== '';

const isNumber = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()));

const SECOND_MS = 1_000;

/** How far a day, or a time without a zone, may be from the moment that is meant: a day, and half a day of zones. */
const VAGUE_MS = 36 * 3_600_000;

/** By how much a number, or a date in ms, is beyond the first value that is asked for: NaN where that makes no sense. */
function distanceTo({ values: [bound = ''], slackMs = 0 }: Asked, value: unknown) {
	const [from, date] = [readRecordDate(bound), readRecordDate(value)];
	if (from && date) {
		const isExact = from.hasZone && date.hasZone;
		return { by: date.ms - from.ms, slack: isExact ? slackMs : slackMs + VAGUE_MS };
	}
	return { by: isNumber(bound) && isNumber(value) ? Number(value) - Number(bound) : NaN, slack: 0 };
}

/** Whether two values mean the same; `undefined` where there is no telling. */
function isSame(asked: string, value: unknown, kind: FilterKind): boolean | undefined {
	if (!isPlain(value)) return undefined;
	if (String(value) === asked) return true;
	if (kind === 'boolean' || typeof value === 'boolean') {
		const [wanted, found] = [booleanOf(asked), booleanOf(value)];
		return wanted === undefined || found === undefined ? undefined : wanted === found;
	}
	if (typeof value === 'number') return isNumber(asked) ? Number(asked) === value : undefined;
	if (kind === 'id' || kind === 'text') return isSameText(asked, value);
	if (isNumber(asked) && isNumber(value)) return Number(asked) === Number(value);
	const [wanted, found] = [readRecordDate(asked), readRecordDate(value)];
	if (wanted && found) {
		const isExact = [wanted, found].every(({ hasTime, hasZone }) => hasTime && hasZone);
		const isFar = Math.abs(wanted.ms - found.ms) >= (isExact ? SECOND_MS : VAGUE_MS);
		return isFar ? false : undefined;
	}
	if (kind === 'date') return undefined;
	if (kind === 'language') return isSameLanguage(asked, value);
	return lettersOf(foldText(asked)) === lettersOf(foldText(value));
}

function isSameText(asked: string, value: string): boolean {
	return foldText(asked).trim() === foldText(value).trim();
}

/** `pt` and `pt-BR` are the same, `pt-PT` and `pt_BR` are not. */
function isSameLanguage(asked: string, value: string): boolean {
	const codeOf = (text: string) => `${text.trim().toLowerCase().replaceAll('_', '-')}-`;
	const [one, other] = [codeOf(asked), codeOf(value)];
	return one.startsWith(other) || other.startsWith(one);
}

/**
 * Writes filters as a query string, without the question mark (docs/service.md, Filters). The brackets stay as they are,
 * because services of this kind refuse encoded ones; names and values are percent-encoded (RFC 3986).
 */
export function queryOf(filters: readonly Filter[]): string {
	return filters
		.flatMap(({ field, operator, values }) => {
			const name = `${encode(field)}[${operator}]`;
			const takesSeveral = operatorOf(operator)?.takesSeveral;
			return values.map((value, at) => `${name}${takesSeveral ? `[${at}]` : ''}=${encode(value)}`);
		})
		.join('&');
}

/** A lone surrogate, which a text cut in the middle of an emoji ends with, cannot be encoded. */
function encode(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
