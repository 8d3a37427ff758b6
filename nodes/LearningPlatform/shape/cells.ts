import { hash } from 'node:crypto';

/** A value in a row: never `null`, an object, or a list. */
export type Cell = string | number | boolean;

/** Converts a value to a single cell (docs/rows.md). */
export function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return storable(value);
	if (isScalar(value)) return value;
	if (!Array.isArray(value)) return Object.keys(value).length > 0 ? storableJson(value) : '';
	const entries = (value as unknown[]).map((entry) => entry ?? '');
	return entries.every(isScalar) ? storable(entries.map(entryOf).join(', ')) : storableJson(value);
}

/** Puts a list entry in quotation marks, as in CSV, if it could be mistaken for several entries. */
function entryOf(value: Cell): string {
	const text = String(value);
	return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** NUL and lone surrogates. PostgreSQL and other databases reject text that contains them, so the run would fail. */
const NOT_STORABLE = /[\0\p{Surrogate}]/gu;

const storable = (text: string) => text.replace(NOT_STORABLE, '\uFFFD');

function storableJson(value: object): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'string' ? storable(part) : part,
	);
}

const isScalar = (value: unknown): value is Cell => typeof value !== 'object';

/** Includes the full-width signs on Chinese, Japanese, and Korean keyboards. */
const FORMULA_START = /^\n*[=+\-@\t\r＝＋－＠]/;

/** Puts an apostrophe before text that a spreadsheet would run as a formula (CSV injection). */
export function withoutFormula<T>(value: T): T | string {
	return typeof value === 'string' && FORMULA_START.test(value) ? `'${value}` : value;
}

/** The most characters that Google Sheets accepts in a cell. It rejects all rows of a batch with a longer cell. */
const MAX_CELL_LENGTH = 50_000;

/** Cuts text in a row that a spreadsheet would reject. @returns the columns of the text */
export function cutLongCells(row: Record<string, unknown>): string[] {
	const isLong = (cell: unknown) => typeof cell === 'string' && cell.length > MAX_CELL_LENGTH;
	const columns = Object.keys(row).filter((name) => isLong(row[name]));
	for (const name of columns) {
		// Half of an emoji would not be text.
		row[name] = (row[name] as string).slice(0, MAX_CELL_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
	}
	return columns;
}

/** The column names that n8n's Data Table accepts. */
const COLUMN_NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/;
const MAX_LENGTH = 63;

/** Words joined with `_`. As in the service's field names, none is capitalized: `name` is plain, but `Name` is not. */
const PLAIN = /^[a-z][a-zA-Z0-9]*(?:_[a-z0-9][a-zA-Z0-9]*)*$/;

/** Names of columns that n8n's Data Table, the trigger, and Sync add themselves. Case is ignored. */
const RESERVED = [
	'id',
	'createdAt',
	'updatedAt',
	'dryRunState',
	'triggerEvent',
	'triggerTime',
	'removedAt',
	'syncVersion',
];

/** Names a path's column regardless of other columns (docs/rows.md). @param columnPrefix the prefix for reserved names */
export function columnName(path: readonly string[], columnPrefix: string): string {
	const name = path.join('_');
	// `a_b` is the name for the path `a.b`, so the field `a_b` needs a different name.
	const isPlain = PLAIN.test(name) && path.every((step) => !step.includes('_'));
	if (!isPlain || name.length > MAX_LENGTH) return hashedName(path);
	if (RESERVED.includes(name) && name !== 'id') return prefixed(name, columnPrefix);
	return findReserved(name, columnPrefix) === undefined ? name : hashedName(path);
}

/** Returns the column name for a name that the user entered. Names that tables accept stay unchanged. */
export function requestedName(field: string, columnPrefix: string): string {
	const reserved = findReserved(field, columnPrefix);
	if (reserved === 'id' && field.length > reserved.length) return prefixed(reserved, columnPrefix);
	if (reserved !== undefined) return columnName([reserved], columnPrefix);
	return COLUMN_NAME.test(field) && field.length <= MAX_LENGTH
		? field
		: columnName(field.split('.'), columnPrefix);
}

/** Returns the reserved name that matches a name, with or without the prefix. Ignores case. */
function findReserved(name: string, columnPrefix: string): string | undefined {
	const lower = name.toLowerCase();
	return RESERVED.find((word) =>
		[word, prefixed(word, columnPrefix)].some((taken) => taken.toLowerCase() === lower),
	);
}

const prefixed = (name: string, columnPrefix: string) =>
	`${columnPrefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function hashedName(path: readonly string[]): string {
	// Plain names never contain two underscores in a row.
	const ending = `__${hash('sha256', JSON.stringify(path)).slice(0, 8)}`;
	const words = path
		.join('_')
		.normalize('NFKD')
		.replace(/\p{Mark}+/gu, '')
		.replace(/[^A-Za-z0-9]+/g, '_')
		.replace(/^_/, '');
	const name = /^[A-Za-z]/.test(words) ? words : `field_${words}`;
	return name.slice(0, MAX_LENGTH - ending.length).replace(/_$/, '') + ending;
}
