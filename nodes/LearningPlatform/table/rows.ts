import type { IDataObject } from 'n8n-workflow';

import { idPartOf, readVersion, type Version } from '../values/hash';
import { isBlank, SHORTEST_CUT } from './cells';

/** The column with the time when a row's record was found missing; empty while the record exists. */
export const REMOVED_AT = 'removedAt';

/** The column that identifies the record, and its version, that a row was written for. */
export const SYNC_VERSION = 'syncVersion';

/** A row of the table, as it came in or is to be written or deleted. */
export interface TableRow {
	json: IDataObject;
	/** Its index among the input items; `undefined` for a row that the table does not have yet. */
	at?: number | undefined;
}

/** A row that came in. */
export interface KnownRow extends TableRow {
	key: string;
	folded: string;
	version: Version | undefined;
	isMarked: boolean;
	/** The key of the listed record that the row shows. */
	owner?: string;
}

/**
 * Reads the rows of a table. An item without any field is no row: n8n returns one for an empty table.
 *
 * @param keyName the column with the key
 * @returns `byKey` has the rows by their folded key; `headers` the table's own spelling of column names that have
 * invisible letters; `repeated` how many rows came more than once, as when two nodes read one table
 */
export function readRows(items: readonly IDataObject[], keyName: string) {
	const own = new Set<string>();
	for (const item of items) for (const header of Object.keys(item)) own.add(header);
	const headers = new Map([...own].map((header) => [plainHeader(header), header]));
	for (const header of own) if (headers.has(header)) headers.set(header, header);
	const headerOf = (name: string) => headers.get(name) ?? name;
	const [keyHeader, markHeader, versionHeader] = [keyName, REMOVED_AT, SYNC_VERSION].map(headerOf);

	const byKey = new Map<string, KnownRow[]>();
	const rows: KnownRow[] = [];
	let repeated = 0;
	for (const [at, json] of items.entries()) {
		if (Object.keys(json).length === 0) continue;
		const key = cellKey(json[keyHeader ?? '']);
		const folded = foldedKey(key);
		const version = readVersion(json[versionHeader ?? '']);
		// No folded key has a space.
		const place = folded === '' && version ? ` ${version.id}` : folded;
		const group = byKey.get(place) ?? [];
		if (
			place !== '' &&
			group.some((row) => row.key === key && isSameRow(row.json, json, keyName))
		) {
			repeated += 1;
			continue;
		}
		const row = { json, at, key, folded, version, isMarked: !isBlank(json[markHeader ?? '']) };
		rows.push(row);
		group.push(row);
		if (place !== '') byKey.set(place, group);
	}
	return { rows, byKey, headers, repeated };
}

/** A file or a paste leaves a byte order mark or a zero-width letter in a header. */
function plainHeader(header: string): string {
	return header.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
}

/** The key in a cell as text; '' without a key. A sheet may have turned it into a number. */
export function cellKey(cell: unknown): string {
	return ['string', 'number', 'bigint'].includes(typeof cell) ? String(cell).trim() : '';
}

const NUMBER = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** The same for keys that a table may not tell apart, such as 007 and 7. A double keeps 15 digits. */
export function foldedKey(key: string): string {
	const text = key.replace(/^'/, '').replace(/\s+/g, '').toLowerCase();
	const number = NUMBER.test(text) ? Number(text) : NaN;
	return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text;
}

/** Whether a row's version is that of its own key. Otherwise a person has copied the row, or dragged the version. */
export function hasOwnVersion({ key, folded, version }: KnownRow): boolean {
	return key !== '' && [key, folded].some((spelled) => idPartOf(spelled) === version?.id);
}

/** A text that tables read as a date, such as 3/4 or 2026-01-31, and a date as tables write it. */
const DATE_LIKE = /^\d+(?:[-/.:]\d+)+$/;
const DATE = /(?=.*\d{4}).*\d[-/., ]/;

/** Whether a table may have made a row's key of another one: nothing, its beginning, another number or a date. */
export function mayBeMadeOf(row: KnownRow, key: string): boolean {
	if (row.key === '') return true;
	if (row.key.length >= SHORTEST_CUT && key.startsWith(row.key)) return true;
	const number = Number(row.key.replaceAll(',', ''));
	const wanted = NUMBER.test(key.toLowerCase()) ? Number(key) : NaN;
	if (!Number.isNaN(wanted)) return Math.abs(number / wanted - 1) < 0.000_01;
	const isDay = (number > 10_000 && number < 100_000) || DATE.test(row.key);
	return DATE_LIKE.test(key) && isDay;
}

/** The names that tables give the row number, which distinguishes two equal rows. */
const ROW_IDS = ['row_number', 'id'];

function isSameRow(one: IDataObject, other: IDataObject, keyName: string): boolean {
	const id = ROW_IDS.find((name) => name !== keyName && !isBlank(one[name]));
	return id === undefined ? JSON.stringify(one) === JSON.stringify(other) : one[id] === other[id];
}
