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
const GOOGLE_CELL_LIMIT = 50_000;

/** Cuts text in a row that a spreadsheet would reject. @returns the columns of the text */
export function cutLongCells(row: Record<string, unknown>): string[] {
	const isLong = (cell: unknown) => typeof cell === 'string' && cell.length > GOOGLE_CELL_LIMIT;
	const columns = Object.keys(row).filter((name) => isLong(row[name]));
	for (const name of columns) {
		// Half of an emoji would not be text.
		row[name] = (row[name] as string).slice(0, GOOGLE_CELL_LIMIT).replace(/[\uD800-\uDBFF]$/, '');
	}
	return columns;
}
