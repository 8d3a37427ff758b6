/** A value in a row's column: never `null`, an object or a list. */
export type Cell = string | number | boolean;

/** A value as a single cell (docs/rows.md). */
export function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return storable(value);
	if (isScalar(value)) return value;
	if (!Array.isArray(value)) return isEmpty(value) ? '' : storableJson(value);
	const entries = (value as unknown[]).map((entry) => entry ?? '');
	return entries.every(isScalar) ? storable(entries.map(entryOf).join(', ')) : storableJson(value);
}

/** An entry of a list: in quotation marks, as in CSV, when it could be taken for several, or for a part of one. */
function entryOf(value: Cell): string {
	const text = String(value);
	return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** NUL and lone surrogates: PostgreSQL and others refuse a text that has one, and the run fails. */
const NOT_STORABLE = /[\0\p{Surrogate}]/gu;

const storable = (text: string) => text.replace(NOT_STORABLE, '\uFFFD');

function storableJson(value: object): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'string' ? storable(part) : part,
	);
}

function isScalar(value: unknown): value is Cell {
	return typeof value !== 'object';
}

/** Keyboards for Chinese, Japanese and Korean have the full-width signs. */
const FORMULA_START = /^\n*[=+\-@\t\r＝＋－＠]/;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula (CSV injection). */
export function withoutFormula<T>(value: T): T | string {
	return typeof value === 'string' && FORMULA_START.test(value) ? `'${value}` : value;
}

/** Whether an object has no fields. */
export function isEmpty(value: object): boolean {
	return Object.keys(value).length === 0;
}
