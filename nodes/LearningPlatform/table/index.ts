/** Compares a list with a table's rows and determines which rows to write so that the table matches the list. */
import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { isBlank } from '../values/cells';
import { rowDecider, type Incoming } from './decide';
import { reasonToLeave, rowFinder } from './find';
import {
	cellKey,
	contentPartOf,
	idPartOf,
	readTable,
	REMOVED_AT,
	type Choice,
	type OldRow,
	type TableRow,
} from './rows';
import { rowWriter } from './write';

export { cellKey, REMOVED_AT, SYNC_VERSION, type TableRow } from './rows';

export type TableComparison = ReturnType<typeof openComparison>;

/**
 * Compares a list, page by page, with a table's rows (docs/engineers/design.md, "Comparing a table"). Sync stores
 * nothing outside the table, so every run repairs what earlier or simultaneous runs and manual edits left behind.
 */
export function openComparison(tableRows: readonly IDataObject[], choice: Choice) {
	const { keyName, deletes } = choice;
	const table = readTable(tableRows, keyName);
	const { ownRows, otherRows } = rowFinder(table.rows);
	const decide = rowDecider(table, choice);
	const { upserts, write, markGone, rejectSharedKeys } = rowWriter(table, choice);
	/** The content of each listed record, by key. */
	const listed = new Map<string, string>();
	/** Listed records that do not have a row yet. */
	let withoutRow: Incoming[] = [];
	/** Extra rows for the same record. */
	const twins: OldRow[] = [];
	const result = {
		table,
		upserts,
		deletes: [] as TableRow[],
		/** The number of rows by outcome. `back` counts marked rows whose records are in the list again. */
		counts: { added: 0, changed: 0, marked: 0, back: 0, deleted: 0, unchanged: 0 },
		/** The number of rows that Sync leaves alone, by reason. `repeated` counts rows that arrived more than once. */
		leftAlone: {
			withoutKey: 0,
			withoutVersion: 0,
			copied: 0,
			renumbered: 0,
			twins: 0,
			respelled: 0,
			repeated: table.repeated,
		},
		/** Rows that lost their keys. */
		emptied: [] as TableRow[],
		/** Keys that the table has changed, e.g. `7 for 007`. */
		changedKeys: [] as string[],
		/** Columns that the list fills but the table does not have. */
		missingColumns: new Set<string>(),
	};
	const { counts, leftAlone, missingColumns } = result;

	function compare(incoming: Incoming, rows: readonly OldRow[]): void {
		const { key } = incoming;
		const { row, outcome, cells } = decide(incoming, rows);
		for (const tableRow of rows) tableRow.recordKey = key;
		twins.push(...rows.filter((tableRow) => tableRow !== row));
		// Spreadsheets drop the apostrophe from an escaped key.
		if (row && ![key, key.replace(/^'/, '')].includes(row.key)) {
			result.changedKeys.push(`${row.key} for ${key}`);
		}
		if (outcome === 'respelled') leftAlone.respelled += 1;
		counts[outcome === 'respelled' ? 'unchanged' : outcome] += 1;
		if (cells) write(key, cells, row);
	}

	/** Counts the rows that have no record. @returns the rows that an earlier run wrote, one per key */
	function findGone(): OldRow[] {
		const gone = new Map<string, OldRow>();
		const keys = new Map<string, string>();
		for (const row of table.rows.filter(({ recordKey }) => recordKey === undefined)) {
			const reason = reasonToLeave(row, listed.has(row.key));
			if (reason === 'emptied') {
				if (keys.size === 0) for (const key of listed.keys()) keys.set(idPartOf(key), key);
				result.emptied.push({ ...row, recordKey: keys.get(row.version?.id ?? '') });
			} else if (reason) leftAlone[reason] += 1;
			// The node that writes to the table updates the first row with a given key.
			else if (gone.has(row.key)) twins.push(row);
			else gone.set(row.key, row);
		}
		return [...gone.values()];
	}

	return {
		...result,
		/**
		 * Compares a page's records with their rows.
		 *
		 * @param records the records as rows, all with the same columns
		 * @param unreadOf for each record, the name columns whose values could not be read
		 * @throws UserFacingError if a record has no key or has the same key as another record
		 */
		add(records: IDataObject[], unreadOf: Incoming['unread'][], maybeOwn: string[]): void {
			for (const [at, record] of records.entries()) {
				const key = cellKey(record[keyName]);
				const content = contentPartOf(record);
				const before = listed.get(key);
				if (/^:*$/.test(key) || (before ?? content) !== content) throw withoutKey(key);
				if (before === content) continue;
				listed.set(key, content);
				for (const name of Object.keys(record)) {
					if (table.lacks(name) && !isBlank(record[name])) missingColumns.add(name);
				}
				const incoming = { record, key, content, unread: unreadOf[at] ?? [], maybeOwn };
				const rows = ownRows(key);
				if (rows.length > 0) compare(incoming, rows);
				else withoutRow.push(incoming);
			}
		},
		/**
		 * Completes the comparison after the whole list has been added.
		 *
		 * @param needed the columns that the table needs, in order
		 * @throws UserFacingError if the table has no key column, two records share a row, or too many records are gone
		 */
		finish(needed: readonly string[]): void {
			if (table.lacks(keyName)) throw withoutColumn(keyName, table.columns, needed);
			for (const find of otherRows(listed.keys())) {
				withoutRow = withoutRow.filter((incoming) => {
					const row = find(incoming.key);
					if (row) compare(incoming, [row]);
					return row === undefined;
				});
			}
			for (const incoming of withoutRow) compare(incoming, []);
			const gone = findGone();
			counts.marked = markGone(gone, needed);
			if (counts.marked > 0 && table.lacks(REMOVED_AT)) missingColumns.add(REMOVED_AT);
			rejectSharedKeys();
			const marked = gone.filter((row) => row.isMarked);
			// Deleting a row by number shifts the rows below it up, so the last row is deleted first.
			const surplus = [...marked, ...twins].sort((a, b) => rowNumber(b) - rowNumber(a));
			result.deletes.push(...(deletes ? surplus : []));
			counts.deleted = result.deletes.length;
			counts.unchanged += deletes ? 0 : marked.length;
			leftAlone.twins += deletes ? 0 : twins.length;
		},
	};
}

const rowNumber = ({ json }: TableRow) => Number(json.row_number) || 0;

function withoutColumn(keyName: string, columns: string[], needed: readonly string[]) {
	return new UserFacingError(
		`The table's rows have no "${keyName}" column`,
		`Sync finds rows by this column. Does the table belong to a different resource? If not, rename its key column to ${keyName}, exactly as written here. The table has the columns ${columns.slice(0, 10).join(', ')}. A new table needs these columns, in this order: ${needed.join(', ')}. The input must contain only the rows of the table, as returned by the node that reads the table.`,
	);
}

function withoutKey(key: string): UserFacingError {
	const isEmpty = /^:*$/.test(key);
	return new UserFacingError(
		isEmpty
			? 'A record in the list has no ID'
			: 'Two different records in the list have the same key',
		// A key may be an email address, and only the message is logged.
		`${isEmpty ? '' : `The key is "${key.slice(0, 50)}". `}A table has one row per key. If ID Field is available under Options, enter the field that identifies a record, or a combination of fields.`,
	);
}
