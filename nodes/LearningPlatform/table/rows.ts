import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { isBlank } from './cells';

/** The column that says since when a row's record is gone; empty as long as it is there. */
export const REMOVED_AT = 'removedAt';

/** A row of the table, as it came in or is to be written or deleted. */
export interface TableRow {
	json: IDataObject;
	/** Where it came in among the rows; `undefined` for one that the table does not have yet. */
	at?: number | undefined;
}

/**
 * Finds the rows that a list can be compared with. An item without any field is no row: n8n gives one for an empty table.
 *
 * @param keyName the column with the key
 * @returns `byKey` has the first row with a key, and `twins` have further ones; rows `withoutKey` belong to people; those
 * that are `repeated` have come more than once, as when two nodes read one table
 * @throws UserFacingError when there are rows, and none has the column
 */
export function readRows(rows: readonly IDataObject[], keyName: string) {
	const byKey = new Map<string, TableRow>();
	const columns = new Set<string>();
	const twins: TableRow[] = [];
	let [withoutKey, repeated] = [0, 0];
	for (const [at, json] of rows.entries()) {
		for (const column of Object.keys(json)) columns.add(column);
		const key = cellKey(json[keyName]);
		const first = byKey.get(key);
		if (key === '') withoutKey += Number(Object.keys(json).length > 0);
		else if (first === undefined) byKey.set(key, { json, at });
		else if (isSameRow(first.json, json, keyName)) repeated += 1;
		else twins.push({ json, at });
	}
	if (columns.size > 0 && !columns.has(keyName)) throw withoutColumn(keyName, [...columns]);
	return { byKey, columns, twins, withoutKey, repeated };
}

/** The key in a cell as text; '' where there is none. A sheet may have made a number of it. */
export function cellKey(cell: unknown): string {
	return ['string', 'number', 'bigint'].includes(typeof cell) ? String(cell).trim() : '';
}

/** The same for two keys that a table may not tell apart, such as 007 and 7, or 7.0, and '+7 and +7. */
export function foldedKey(key: string): string {
	if (/^\d+(?:\.0+)?$/.test(key)) return key.replace(/\.0+$/, '').replace(/^0+(?=\d)/, '');
	return key.replace(/^'/, '');
}

/** What tables call the number of a row, by which two rows that are alike can still be two. */
const ROW_IDS = ['row_number', 'id'];

function isSameRow(one: IDataObject, other: IDataObject, keyName: string): boolean {
	const id = ROW_IDS.find((name) => name !== keyName && !isBlank(one[name]));
	return id === undefined ? JSON.stringify(one) === JSON.stringify(other) : one[id] === other[id];
}

function withoutColumn(keyName: string, columns: string[]): UserFacingError {
	const lower = keyName.toLowerCase();
	const twin = columns.find((column) => column.trim().toLowerCase() === lower);
	const others = columns.slice(0, 10).join(', ');
	const found = twin === undefined ? others : `"${twin}"`;
	return new UserFacingError(
		`The rows of the table have no column "${keyName}"`,
		`By it the node finds the row of a record. Give the column its name again, exactly as it is written here; the table has ${found}. The input must be the rows of the table alone, as the node that reads it gives them.`,
	);
}
