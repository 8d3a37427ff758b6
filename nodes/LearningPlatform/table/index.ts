/** Compares a list with a table's rows and determines which rows to write so that the table matches the list. */
import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { cellOf, withoutFormula, type Cell } from '../shape';
import { isDate } from '../values/dates';
import { contentPartOf, healPartOf, idPartOf } from '../values/hash';
import { isBlank, isSameCell } from './cells';
import {
	cellKey,
	foldedKey,
	hasOwnVersion,
	mayBeMadeOf,
	readTable,
	REMOVED_AT,
	SYNC_VERSION,
	type KeyedRow,
	type TableRow,
} from './rows';

export { REMOVED_AT, SYNC_VERSION, type TableRow };

interface Incoming {
	record: IDataObject;
	key: string;
	content: string;
	/** The name columns whose values could not be read. */
	unread: readonly string[];
}

/**
 * Compares a list, page by page, with a table's rows (docs/engineers/design.md, "Comparing a table"). Sync stores
 * nothing outside the table, so every run repairs what earlier or simultaneous runs and manual edits left behind.
 */
export class TableComparison {
	readonly upserts: (TableRow & { recordKey: string })[] = [];
	deletes: TableRow[] = [];
	/** The number of rows by outcome. `back` counts marked rows whose records are in the list again. */
	readonly counts = { added: 0, changed: 0, marked: 0, back: 0, deleted: 0, unchanged: 0 };
	/** The number of rows that Sync leaves alone, by reason. `repeated` counts rows that arrived more than once. */
	readonly leftAlone = {
		withoutKey: 0,
		withoutVersion: 0,
		copied: 0,
		twins: 0,
		respelled: 0,
		repeated: 0,
	};
	/** Keys that the table has changed, e.g. `7 for 007`. */
	readonly changedKeys: string[] = [];
	/** Columns that the list fills but the table does not have. */
	readonly missingColumns = new Set<string>();
	readonly table: ReturnType<typeof readTable>;

	/** The content of each listed record, by key. */
	private readonly listed = new Map<string, string>();
	/** Listed records that do not have a row yet. */
	private left: Incoming[] = [];
	/** Extra rows for the same record. */
	private readonly twins: KeyedRow[] = [];

	constructor(
		rows: readonly IDataObject[],
		private readonly choice: {
			keyName: string;
			writtenTo: 'spreadsheet' | 'database';
			/** True to delete duplicate rows and the rows marked by an earlier run. */
			deletes: boolean;
			/** The maximum percentage of unmarked rows that one run may mark. */
			removalLimit: number;
			/** The start time of this run, used to mark rows. */
			now: Date;
		},
	) {
		this.table = readTable(rows, choice.keyName);
		this.leftAlone.repeated = this.table.repeated;
	}

	/**
	 * Compares a page's records with their rows.
	 *
	 * @param records the records as rows, all with the same columns
	 * @param unreadOf for each record, the name columns whose values could not be read
	 * @throws UserFacingError if a record has no key or has the same key as another record
	 */
	add(records: readonly IDataObject[], unreadOf: readonly (readonly string[])[] = []): void {
		for (const [index, record] of records.entries()) {
			const key = cellKey(record[this.choice.keyName]);
			const content = contentPartOf(record);
			const before = this.listed.get(key);
			if (/^:*$/.test(key) || (before ?? content) !== content) throw withoutKey(key);
			if (before === content) continue;
			this.listed.set(key, content);
			for (const name of Object.keys(record)) {
				if (this.table.lacks(name) && !isBlank(record[name])) this.missingColumns.add(name);
			}
			const incoming = { record, key, content, unread: unreadOf[index] ?? [] };
			const id = idPartOf(key);
			const found = this.table.rowsWith(key);
			const [first, ...others] = found.filter(({ version }) => version?.id === id);
			if (first) this.compare(incoming, [first, ...others]);
			else this.left.push(incoming);
		}
	}

	/**
	 * Completes the comparison after the whole list has been added.
	 *
	 * @param needed the columns that the table needs, in order
	 * @throws UserFacingError if the table has no key column, two records share a row, or too many records are gone
	 */
	finish(needed: readonly string[]): void {
		const { keyName, deletes } = this.choice;
		if (this.table.lacks(keyName)) throw withoutColumn(keyName, this.table.columns, needed);
		this.findOtherRows();
		this.counts.added = this.left.length;
		for (const one of this.left) this.writeRecord(one);
		const gone = this.findGone();
		this.mark(gone, needed);
		this.refuseSharedKeys();
		const marked = gone.filter((row) => row.isMarked);
		if (deletes) {
			// Deleting a row by number shifts the rows below it up, so the last row is deleted first.
			this.deletes = [...marked, ...this.twins].sort((a, b) => rowNumber(b) - rowNumber(a));
			this.counts.deleted = this.deletes.length;
		} else {
			this.counts.unchanged += marked.length;
			this.leftAlone.twins += this.twins.length;
		}
	}

	/** Finds rows for the remaining records, first by key and then by the ID part of the version. */
	private findOtherRows(): void {
		const foldedKeys = new Set([...this.listed.keys()].map(foldedKey));
		const byId = new Map<string, KeyedRow[]>();
		for (const row of this.table.rows) {
			if (row.version === undefined || foldedKeys.has(foldedKey(row.key))) continue;
			byId.set(row.version.id, [...(byId.get(row.version.id) ?? []), row]);
		}
		const freeIn = (group: KeyedRow[] = []) =>
			group.filter(({ recordKey }) => recordKey === undefined);
		const byFolded = ({ key }: Incoming) =>
			freeIn(this.table.rowsWith(key)).filter((row) => !hasOwnVersion(row));
		const finders: ((one: Incoming) => KeyedRow[])[] = [
			(one) => byFolded(one).filter(({ key }) => key === one.key),
			byFolded,
			({ key }) => freeIn(byId.get(idPartOf(key))).filter((row) => mayBeMadeOf(row, key)),
		];
		for (const find of finders) {
			this.left = this.left.filter((one) => {
				const found = find(one);
				// A row with a different version may be a copy.
				const row = found.find(({ version }) => version === undefined) ?? found[0];
				if (row) this.compare(one, [row]);
				return row === undefined;
			});
		}
	}

	/** Compares a record with its rows. Simultaneous runs or a person may have added extra rows. */
	private compare(incoming: Incoming, own: [KeyedRow, ...KeyedRow[]]): void {
		const { key } = incoming;
		const named = this.withNamesOf(own[0], incoming);
		const isCurrent = ({ version, isMarked }: KeyedRow) =>
			!isMarked && version?.id === idPartOf(key) && version.content === named.content;
		const row = own.find(isCurrent) ?? own[0];
		for (const one of own) one.recordKey = key;
		this.twins.push(...own.filter((one) => one !== row));
		// Spreadsheets drop the apostrophe from an escaped key.
		const isKept = [key, key.replace(/^'/, ''), ''].includes(row.key);
		if (!isKept) this.changedKeys.push(`${row.key} for ${key}`);
		const healed = isCurrent(row) ? healPartOf(this.otherCells(named.record, row)) : '';
		if (isCurrent(row) && (healed === '' || healed === row.version?.healed)) {
			this.counts.unchanged += 1;
			this.leftAlone.respelled += Number(healed !== '');
			return;
		}
		this.counts[row.isMarked ? 'back' : 'changed'] += 1;
		this.writeRecord(named, row, healed);
	}

	/** Keeps the row's names if this run could not read them. */
	private withNamesOf(row: KeyedRow, incoming: Incoming): Incoming {
		const { cellIn, lacks } = this.table;
		const kept = incoming.unread.filter((name) => name in incoming.record && !lacks(name));
		if (kept.length === 0) return incoming;
		const escaped = (cell: Cell) =>
			this.choice.writtenTo === 'spreadsheet' ? withoutFormula(cell) : cell;
		const cells = kept.map((name) => [name, escaped(cellOf(cellIn(row, name)))] as const);
		const record: IDataObject = { ...incoming.record, ...Object.fromEntries(cells) };
		return { ...incoming, record, content: contentPartOf(record) };
	}

	/** Returns the cells in a row that differ from the record, as the table returned them. */
	private otherCells(record: IDataObject, row: KeyedRow): unknown[] {
		return Object.keys(record)
			.filter((name) => name !== this.choice.keyName && !this.table.lacks(name))
			.map((name) => [name, this.table.cellIn(row, name)] as const)
			.filter(([name, found]) => !isSameCell(record[name] as Cell, found));
	}

	/** Classifies the rows that have no record. @returns the rows that earlier runs wrote, one per key */
	private findGone(): KeyedRow[] {
		const gone = new Map<string, KeyedRow>();
		for (const row of this.table.rows.filter(({ recordKey }) => recordKey === undefined)) {
			if (row.key === '') this.leftAlone.withoutKey += 1;
			else if (hasOwnVersion(row)) {
				// The node that writes to the table updates the first row with a given key.
				if (gone.has(row.key)) this.twins.push(row);
				else gone.set(row.key, row);
			} else if (row.version) this.leftAlone.copied += 1;
			else if (this.listed.has(row.key)) this.leftAlone.twins += 1;
			else this.leftAlone.withoutVersion += 1;
		}
		return [...gone.values()];
	}

	/** Marks the rows of records that are gone, unless an earlier run already marked them. */
	private mark(gone: KeyedRow[], columns: readonly string[]): void {
		const { keyName, now, removalLimit, writtenTo } = this.choice;
		const rows = gone.filter((row) => !row.isMarked);
		const isLiving = ({ recordKey, isMarked }: KeyedRow) => recordKey !== undefined && !isMarked;
		const there = this.table.rows.filter(isLiving).length + rows.length;
		if (rows.length > (there * removalLimit) / 100) {
			throw new UserFacingError(
				`${rows.length} of ${there} rows belong to records that are no longer in the list: this exceeds the Removal Limit of ${removalLimit} percent`,
				'Nothing was written. The likely cause is a fault in the platform, a changed filter, or a different list. If the records are really gone, set Removal Limit under Options to 100, run the workflow once, and then restore the limit.',
			);
		}
		this.counts.marked = rows.length;
		if (rows.length > 0 && this.table.lacks(REMOVED_AT)) this.missingColumns.add(REMOVED_AT);
		const ofMark = [keyName, REMOVED_AT, SYNC_VERSION];
		const kept =
			writtenTo === 'spreadsheet' ? ofMark : columns.filter((name) => !this.table.lacks(name));
		for (const row of rows) {
			const cells = kept.map((name) => [name, asWritten(this.table.cellIn(row, name))] as const);
			this.write(row.key, { ...Object.fromEntries(cells), [REMOVED_AT]: now.toISOString() }, row);
		}
	}

	private writeRecord({ key, record, content }: Incoming, row?: KeyedRow, healed = ''): void {
		const version = `${idPartOf(key)}-${content}${healed}`;
		this.write(key, { ...record, [REMOVED_AT]: '', [SYNC_VERSION]: version }, row);
	}

	/** Writes a row under the table's own headers so that the next node can find the columns. */
	private write(recordKey: string, cells: Record<string, unknown>, row?: KeyedRow): void {
		const { keyName } = this.choice;
		// The node that writes to the table finds the row by its key, exactly as the table returned the key.
		const key = row && this.table.cellIn(row, keyName);
		const spelled = Object.entries(isBlank(key) ? cells : { ...cells, [keyName]: key });
		const own = spelled.map(([name, cell]) => [this.table.headerOf(name), cell] as const);
		this.upserts.push({ recordKey, json: Object.fromEntries(own) as IDataObject, at: row?.at });
	}

	/** @throws UserFacingError if the node that writes to the table could not distinguish the rows of two records */
	private refuseSharedKeys(): void {
		const keyHeader = this.table.headerOf(this.choice.keyName);
		const written = this.upserts.map(({ json, recordKey }) => ({
			key: cellKey(json[keyHeader]),
			recordKey,
		}));
		const writtenKeys = new Set(written.map(({ key }) => key));
		const recordKeys = new Map<string, string>();
		for (const { key, recordKey } of [...written, ...this.table.rows]) {
			if (key === '' || recordKey === undefined || !writtenKeys.has(key)) continue;
			const other = recordKeys.get(key) ?? recordKey;
			if (other !== recordKey) {
				throw new UserFacingError(
					`The table turned the keys "${[other, recordKey].sort().join('" and "')}" into one key, "${key}"`,
					`The node that writes to the table cannot tell the rows of these records apart, so nothing was written. Format the "${keyHeader}" column as plain text and correct its keys.`,
				);
			}
			recordKeys.set(key, recordKey);
		}
	}
}

/** Returns a cell in a form that tables accept: a JSON column returns lists and objects but may accept only text. */
function asWritten(cell: unknown): unknown {
	return typeof cell === 'object' && cell !== null && !isDate(cell) ? cellOf(cell) : cell;
}

const rowNumber = ({ json }: TableRow) => Number(json.row_number) || 0;

function withoutColumn(
	keyName: string,
	found: string[],
	needed: readonly string[],
): UserFacingError {
	return new UserFacingError(
		`The table's rows have no "${keyName}" column`,
		`Sync finds rows by this column. Does the table belong to a different resource? If not, rename its key column to ${keyName}, exactly as written here. The table has the columns ${found.slice(0, 10).join(', ')}. A new table needs these columns, in this order: ${needed.join(', ')}. The input must contain only the rows of the table, as returned by the node that reads the table.`,
	);
}

function withoutKey(key: string): UserFacingError {
	return new UserFacingError(
		/^:*$/.test(key)
			? 'A record in the list has no ID'
			: `Two different records in the list have the key "${key.slice(0, 50)}"`,
		'A table has one row per key. If ID Field is available under Options, enter the field that identifies a record, or a combination of fields.',
	);
}
