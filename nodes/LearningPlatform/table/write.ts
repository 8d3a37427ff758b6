import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { cellOf } from '../shape';
import { isBlank } from '../values/cells';
import { isDate } from '../values/dates';
import {
	cellKey,
	REMOVED_AT,
	SYNC_VERSION,
	type Choice,
	type OldRow,
	type Table,
	type TableRow,
} from './rows';

/** Collects the rows to write. */
export function rowWriter(table: Table, { keyName, writtenTo, removalLimit, now }: Choice) {
	const upserts: TableRow[] = [];

	/** Writes a row under the table's own headers so that the next node can find the columns. */
	function write(recordKey: string, cells: Record<string, unknown>, row?: OldRow): void {
		// The node that writes to the table finds the row by its key, exactly as the table returned the key.
		const spelled = row ? { ...cells, [keyName]: row.json[table.headerOf(keyName)] } : cells;
		const shownCells = Object.entries(spelled)
			// Many tables reject a column that they do not have.
			.filter(([name, cell]) => !isBlank(cell) || !table.lacks(name))
			.map(([name, cell]) => [table.headerOf(name), cell] as const);
		upserts.push({ recordKey, json: Object.fromEntries(shownCells) as IDataObject, at: row?.at });
	}

	/** Marks the row of a record that is gone. @param needed the columns that the table needs */
	function mark(row: OldRow, needed: readonly string[]): void {
		const names = writtenTo === 'spreadsheet' ? [keyName, REMOVED_AT, SYNC_VERSION] : needed;
		const cells: Record<string, unknown> = {};
		for (const name of names) {
			const cell = table.cellIn(row, name);
			// A JSON column returns lists and objects but may accept only text.
			cells[name] = typeof cell === 'object' && cell && !isDate(cell) ? cellOf(cell) : cell;
		}
		write(row.key, { ...cells, [REMOVED_AT]: now.toISOString() }, row);
	}

	/**
	 * Marks rows unless an earlier run has marked them. @returns how many @throws UserFacingError if there are too many
	 */
	function markGone(gone: readonly OldRow[], needed: readonly string[]): number {
		const rows = gone.filter((row) => !row.isMarked);
		const isLiving = ({ recordKey, isMarked }: OldRow) => recordKey !== undefined && !isMarked;
		const there = table.rows.filter(isLiving).length + rows.length;
		if (rows.length > (there * removalLimit) / 100) throw tooMany(rows.length, there, removalLimit);
		for (const row of rows) mark(row, needed);
		return rows.length;
	}

	/** @throws UserFacingError if the node that writes to the table could not distinguish the rows of two records */
	function rejectSharedKeys(): void {
		const header = table.headerOf(keyName);
		const keyOf = ({ json }: TableRow) => cellKey(json[header]);
		const written = new Set(upserts.map(keyOf));
		const recordKeys = new Map<string, string>();
		for (const row of [...upserts, ...table.rows]) {
			const key = keyOf(row);
			if (row.recordKey === undefined || !written.has(key)) continue;
			const earlierKey = recordKeys.get(key) ?? row.recordKey;
			recordKeys.set(key, row.recordKey);
			if (earlierKey === row.recordKey) continue;
			throw new UserFacingError(
				'The table turned the keys of two records into one key',
				`"${[earlierKey, row.recordKey].sort().join('" and "')}" became "${key}". The node that writes to the table cannot tell the rows of these records apart, so nothing was written. Format the "${header}" column as plain text and correct its keys.`,
			);
		}
	}

	return { upserts, write, markGone, rejectSharedKeys };
}

function tooMany(gone: number, there: number, removalLimit: number): UserFacingError {
	return new UserFacingError(
		`${gone} of ${there} rows belong to records that are no longer in the list: this exceeds the Removal Limit of ${removalLimit} percent`,
		'Nothing was written. The likely cause is a fault in the platform, a changed filter, or a different list. If the records are really gone, set Removal Limit under Options to 100, run the workflow once, and then restore the limit.',
	);
}
