import type { IDataObject } from 'n8n-workflow';

import { idPartOf, readVersion } from '../values/hash';
import { isBlank, SHORTEST_CUT } from './cells';

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

/**
 * Reads a table's rows. Skips items without fields because n8n returns one for an empty table.
 *
 * @returns the rows, lookup functions, and how many rows arrived more than once, e.g. because two nodes read the table
 */
export function readTable(items: readonly IDataObject[], keyName: string) {
	const own = new Set(items.flatMap((item) => Object.keys(item)));
	/** Maps each column name to the table's own header, which may contain invisible characters. */
	const headers = new Map([...own].map((header) => [plainHeader(header), header]));
	for (const header of own) if (headers.has(header)) headers.set(header, header);
	const headerOf = (name: string) => headers.get(name) ?? name;
	const cellIn = ({ json }: TableRow, name: string): unknown => json[headerOf(name)];

	const byKey = new Map<string, KeyedRow[]>();
	const rows: KeyedRow[] = [];
	let repeated = 0;
	for (const [at, json] of items.entries()) {
		if (Object.keys(json).length === 0) continue;
		const key = cellKey(cellIn({ json }, keyName));
		const folded = foldedKey(key);
		const version = readVersion(cellIn({ json }, SYNC_VERSION));
		// Folded keys never contain a space.
		const groupKey = folded === '' && version ? ` ${version.id}` : folded;
		const group = byKey.get(groupKey) ?? [];
		if (groupKey !== '') byKey.set(groupKey, group);
		if (group.some((row) => row.key === key && isSameRow(row.json, json, keyName))) {
			repeated += 1;
			continue;
		}
		const row = { json, at, key, version, isMarked: !isBlank(cellIn({ json }, REMOVED_AT)) };
		rows.push(row);
		group.push(row);
	}
	return {
		rows,
		repeated,
		headerOf,
		cellIn,
		columns: [...headers.keys()],
		/** Returns true if the rows do not have the column; false for an empty table. */
		lacks: (name: string) => rows.length > 0 && !headers.has(name),
		rowsWith: (key: string) => byKey.get(foldedKey(key)) ?? [],
	};
}

/** Imported or pasted headers may contain a byte order mark or a zero-width character. */
const plainHeader = (header: string) =>
	header.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();

/** Returns the key in a cell as text, or '' if there is none. A spreadsheet may have turned the key into a number. */
export function cellKey(cell: unknown): string {
	return ['string', 'number', 'bigint'].includes(typeof cell) ? String(cell).trim() : '';
}

const NUMBER = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** Folds keys that a table may confuse, such as 007 and 7, into one. Numbers keep 15 digits. */
export function foldedKey(key: string): string {
	const text = key.replace(/^'/, '').replace(/\s+/g, '').toLowerCase();
	const number = NUMBER.test(text) ? Number(text) : NaN;
	return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text;
}

/** Returns false if a person copied the row or dragged another row's version into it. */
export function hasOwnVersion({ key, version }: KeyedRow): boolean {
	return key !== '' && [key, foldedKey(key)].some((spelled) => idPartOf(spelled) === version?.id);
}

/** Text that tables read as a date, such as 3/4 or 2026-01-31, and dates in the form that tables return. */
const DATE_LIKE = /^\d+(?:[-/.:]\d+)+$/;
const DATE = /^(?=.*\d{4}).*\d[-/., ]/m;

/** Returns true if a table may have turned `key` into the row's key: an empty, cut, or rounded value, or a date. */
export function mayBeMadeOf(row: KeyedRow, key: string): boolean {
	if (row.key === '') return true;
	if (row.key.length >= SHORTEST_CUT && key.startsWith(row.key)) return true;
	const number = Number(row.key.replaceAll(',', ''));
	const wanted = NUMBER.test(key.toLowerCase()) ? Number(key) : NaN;
	if (!Number.isNaN(wanted)) return Math.abs(number / wanted - 1) < 0.000_01;
	const isDay = (number > 10_000 && number < 100_000) || DATE.test(row.key);
	return DATE_LIKE.test(key) && isDay;
}

/** Compares the row numbers or IDs. If there are none, compares all cells. */
function isSameRow(one: IDataObject, other: IDataObject, keyName: string): boolean {
	const id = ['row_number', 'id'].find((name) => name !== keyName && !isBlank(one[name]));
	return id === undefined ? JSON.stringify(one) === JSON.stringify(other) : one[id] === other[id];
}
