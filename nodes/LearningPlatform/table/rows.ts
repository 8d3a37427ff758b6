import type { IDataObject } from 'n8n-workflow';

import { isDate, utcText } from '../values/dates';
import { idPartOf, readVersion } from '../values/hash';
import { isBlank, isDateCell } from './cells';

/** The column for the time when a run first found the row's record missing; empty while the record exists. */
export const REMOVED_AT = 'removedAt';

/** The column that identifies a row's record and the version that was written. */
export const SYNC_VERSION = 'syncVersion';

/** An incoming row of the table, or a row to write or delete. */
export interface TableRow {
	json: IDataObject;
	/** The row's index among the input items; `undefined` for a new row. */
	at?: number | undefined;
}

export interface KeyedRow extends TableRow {
	key: string;
	version: ReturnType<typeof readVersion>;
	isMarked: boolean;
	/** The key of the listed record that the row belongs to. */
	recordKey?: string;
}

export type Table = ReturnType<typeof readTable>;

/**
 * Reads a table's rows. Skips items without fields because n8n returns one for an empty table.
 *
 * @returns the rows, lookup functions, and how many rows arrived more than once, e.g. because two nodes read the table
 */
export function readTable(items: readonly IDataObject[], keyName: string) {
	const headers = [...new Set(items.flatMap(Object.keys))];
	const headerOf = headerFinder(headers);
	const cellIn = ({ json }: TableRow, name: string): unknown => json[headerOf(name) ?? name];
	const byKey = new Map<string, KeyedRow[]>();
	const rows: KeyedRow[] = [];
	let repeated = 0;
	for (const [at, json] of items.entries()) {
		if (Object.keys(json).length === 0) continue;
		const key = cellKey(cellIn({ json }, keyName));
		const others = byKey.get(key) ?? [];
		if (key !== '') byKey.set(key, others);
		if (others.some((row) => isSameRow(row.json, json, keyName))) {
			repeated += 1;
			continue;
		}
		const version = readVersion(cellIn({ json }, SYNC_VERSION));
		const row = { json, at, key, version, isMarked: isDateCell(cellIn({ json }, REMOVED_AT)) };
		rows.push(row);
		others.push(row);
	}
	return {
		rows,
		repeated,
		/** Returns a column's name as the table spells it. */
		headerOf: (name: string) => headerOf(name) ?? name,
		cellIn,
		columns: headers.map(plainHeader),
		/** Returns true if the rows do not have the column; false for an empty table. */
		lacks: (name: string) => rows.length > 0 && headerOf(name) === undefined,
	};
}

/** Returns a function that finds a header by name: exactly, or else in any case unless two headers differ only in case. */
function headerFinder(headers: readonly string[]) {
	const exact = new Map(headers.map((header) => [plainHeader(header), header]));
	for (const header of headers) exact.set(header, header);
	const folded = new Map<string, string | undefined>();
	for (const header of headers) {
		const name = plainHeader(header).toLowerCase();
		folded.set(name, folded.has(name) ? undefined : header);
	}
	return (name: string) => exact.get(name) ?? folded.get(name.toLowerCase());
}

/** Imported or pasted headers may contain a byte order mark or a zero-width character. */
const plainHeader = (header: string) =>
	header.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();

/** What a spreadsheet shows for a broken formula, in any language: `#REF!`, `#N/A`, `#NAME?`, `#BEZUG!`. */
const ERROR_CELL = /^#(?:[\p{L}\d/]+[!?]|N\/?[ADV])$/iu;

/** Returns the key in a cell as text, or '' if there is none. A table may have turned the key into a number or a date. */
export function cellKey(cell: unknown): string {
	if (isDate(cell)) return utcText(cell.valueOf()) ?? '';
	const text = ['string', 'number', 'bigint'].includes(typeof cell) ? String(cell).trim() : '';
	return ERROR_CELL.test(text) ? '' : text;
}

const NUMBER = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

export const isNumber = (key: string) => NUMBER.test(key);

/** Folds keys that a table may confuse, such as 007 and 7, into one. Numbers keep 15 digits. */
export function foldedKey(key: string): string {
	const text = key.replace(/^'/, '').replace(/\s+/g, '').toLowerCase();
	const number = isNumber(text) ? Number(text) : NaN;
	return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text;
}

/** Returns false if a person copied the row or dragged another row's version into it. */
export function hasOwnVersion({ key, version }: KeyedRow): boolean {
	return key !== '' && [key, foldedKey(key)].some((spelled) => idPartOf(spelled) === version?.id);
}

/** Compares the row numbers or IDs. If there are none, compares all cells. */
function isSameRow(one: IDataObject, other: IDataObject, keyName: string): boolean {
	const id = ['row_number', 'id'].find((name) => name !== keyName && !isBlank(one[name]));
	return id === undefined ? JSON.stringify(one) === JSON.stringify(other) : one[id] === other[id];
}
