import { hash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { isBlank, isSheetError } from '../values/cells';
import { isDate, isDateCell, utcText } from '../values/dates';
import { groupedBy } from '../values/grouped';

/** The column for the time when a run first found the row's record missing; empty while the record exists. */
export const REMOVED_AT = 'removedAt';

/** The column that identifies a row's record and the version that was written. */
export const SYNC_VERSION = 'syncVersion';

/** An incoming row of the table, or a row to write or delete. */
export interface TableRow {
	json: IDataObject;
	/** The row's index among the input items; `undefined` for a new row. */
	at?: number | undefined;
	/** The key of the record that the row belongs to. */
	recordKey?: string | undefined;
}

/** A row as read from the table. */
export interface OldRow extends TableRow {
	key: string;
	version: ReturnType<typeof readVersion>;
	isMarked: boolean;
}

export interface Choice {
	keyName: string;
	writtenTo: 'spreadsheet' | 'database';
	/** True to delete duplicate rows and the rows marked by an earlier run. */
	deletes: boolean;
	/** The maximum percentage of unmarked rows that one run may mark. */
	removalLimit: number;
	/** The start time of this run, used to mark rows. */
	now: Date;
}

export type Table = ReturnType<typeof readTable>;

/** Reads a table's rows. Skips items without fields because n8n returns one for an empty table. */
export function readTable(items: readonly IDataObject[], keyName: string) {
	const headers = new Set(items.flatMap(Object.keys));
	const headerOf = headerFinder([...headers]);
	const cellIn = ({ json }: TableRow, name: string): unknown => json[headerOf(name)];
	const filled = items
		.map((json, at) => ({ json, at }))
		.filter(({ json }) => Object.keys(json).length > 0)
		.map((row): OldRow => ({
			...row,
			key: cellKey(cellIn(row, keyName)),
			version: readVersion(cellIn(row, SYNC_VERSION)),
			isMarked: isDateCell(cellIn(row, REMOVED_AT)),
		}));
	const byKey = groupedBy(filled, ({ key }) => key);
	const isRepeated = (row: OldRow) =>
		byKey.get(row.key)?.find((one) => isSameRow(one.json, row.json, keyName)) !== row;
	const rows = filled.filter((row) => row.key === '' || !isRepeated(row));
	return {
		rows,
		/** The number of rows that arrived more than once, e.g. because two nodes read the table. */
		repeated: filled.length - rows.length,
		headerOf,
		cellIn,
		columns: Array.from(headers, plainHeader),
		/** Returns true if the rows do not have the column; false for an empty table. */
		lacks: (name: string) => rows.length > 0 && !headers.has(headerOf(name)),
	};
}

/** Returns a function that spells a name as the table does: exactly, or in any case unless two headers differ only in case. */
function headerFinder(headers: readonly string[]) {
	const exact = new Map(headers.map((header) => [plainHeader(header), header]));
	for (const header of headers) exact.set(header, header);
	const folded = groupedBy(headers, (header) => plainHeader(header).toLowerCase());
	return (name: string) => {
		const [found, ...others] = folded.get(name.toLowerCase()) ?? [];
		return exact.get(name) ?? (others.length === 0 ? found : undefined) ?? name;
	};
}

/** Imported or pasted headers may contain a byte order mark or a zero-width character. */
const plainHeader = (header: string) =>
	header.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();

/** Compares the row numbers or IDs. If there are none, compares all cells. */
function isSameRow(one: IDataObject, other: IDataObject, keyName: string): boolean {
	const id = ['row_number', 'id'].find((name) => name !== keyName && !isBlank(one[name]));
	return id === undefined ? JSON.stringify(one) === JSON.stringify(other) : one[id] === other[id];
}

/** Returns the key in a cell as text, or '' if there is none. A table may have turned the key into a number or a date. */
export function cellKey(cell: unknown): string {
	if (isDate(cell)) return utcText(cell.valueOf()) ?? '';
	const text = ['string', 'number', 'bigint'].includes(typeof cell) ? String(cell).trim() : '';
	return isSheetError(text) ? '' : text;
}

export const isNumber = (key: string) => /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(key);

/** Folds keys that a table may confuse, such as 007 and 7, into one. Numbers keep 15 digits. */
export function foldedKey(key: string): string {
	const text = key.replace(/^'/, '').replace(/\s+/g, '').toLowerCase();
	const number = isNumber(text) ? Number(text) : NaN;
	return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text;
}

/**
 * A version that Sync wrote, e.g. `fstwvwp-lrhhlbhfqgmm`: identifies a row's record and cells. Tables do not reformat
 * it: without digits, it cannot be a number, date, or series; without vowels, it cannot be TRUE or a month.
 */
const LETTERS = 'bcdfghjklmnpqrstvwxz';
const VERSION = new RegExp(`^([${LETTERS}]{7})-([${LETTERS}]{12})([${LETTERS}]{4})?$`);

/** Reads a version from a cell; returns `undefined` for any other content. */
function readVersion(cell: unknown) {
	const text = typeof cell === 'string' ? cell.trim().toLowerCase() : '';
	const [, id, content, healed = ''] = VERSION.exec(text) ?? [];
	if (id === undefined || content === undefined) return undefined;
	return {
		/** A hash of the record's key. */
		id,
		/** A hash of all cells as Sync wrote them. */
		content,
		/** After a repair, a hash of the cells that the table formats differently; otherwise ''. */
		healed,
	};
}

/** Returns the ID part of a version. Ignores a leading apostrophe, which spreadsheets remove. */
export function idPartOf(key: string): string {
	return letters(key.replace(/^'/, ''), 7);
}

/** Returns the content part of a version. Moving a column or adding an empty column does not change it. */
export function contentPartOf(row: Readonly<Record<string, unknown>>): string {
	const filled = Object.keys(row).filter((name) => row[name] !== '');
	return letters(JSON.stringify(filled.sort().map((name) => [name, row[name]])), 12);
}

/** Returns the `healed` part of a version. @param cells the cells that differ, as the table returned them */
export function healPartOf(cells: readonly unknown[]): string {
	return cells.length === 0 ? '' : letters(JSON.stringify(cells), 4);
}

/** Encodes the beginning of a SHA-256 hash as letters (4.3 bits per letter). */
function letters(text: string, length: number): string {
	let number = Number.parseInt(hash('sha256', text, 'hex').slice(0, 13), 16);
	let encoded = '';
	while (encoded.length < length) {
		encoded += LETTERS.charAt(number % LETTERS.length);
		number = Math.floor(number / LETTERS.length);
	}
	return encoded;
}
