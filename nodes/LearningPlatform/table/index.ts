/** Compares a list with a table's rows and determines which rows to write so that the table matches the list. */
import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { cellOf } from '../shape';
import { isDate } from '../values/dates';
import { contentPartOf, idPartOf } from '../values/hash';
import { isBlank } from './cells';
import { decider, type Incoming } from './decide';
import { rowFinder } from './find';
import {
	cellKey,
	hasOwnVersion,
	isNumber,
	readTable,
	REMOVED_AT,
	SYNC_VERSION,
	type KeyedRow,
	type Table,
	type TableRow,
} from './rows';

export { REMOVED_AT, SYNC_VERSION, type TableRow };

/** The most characters that Google Sheets accepts in a cell. It rejects all rows of a batch with a longer cell. */
const MAX_CELL_LENGTH = 50_000;

/** What `add` knows about a page's records. */
interface PageFacts {
	/** For each record, the name columns whose values could not be read, each with the column of the ID. */
	unreadOf?: readonly Incoming['unread'][];
	/** Columns of the table that Sync has made although no record fills them; Sync clears their cells. */
	ownColumns?: readonly string[];
	/** Columns that Sync may have made; a row's version can prove it. */
	maybeOwn?: readonly string[];
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
		...{ withoutKey: 0, withoutVersion: 0, copied: 0, renumbered: 0 },
		...{ twins: 0, respelled: 0, repeated: 0 },
	};
	/** Rows that lost their keys, with the records added in their place: `row 5 for 65a1`. */
	readonly emptied: string[] = [];
	/** Keys that the table has changed, e.g. `7 for 007`. */
	readonly changedKeys: string[] = [];
	/** Columns that the list fills but the table does not have. */
	readonly missingColumns = new Set<string>();
	/** The columns in which Sync has cut text. */
	readonly cutColumns = new Set<string>();
	readonly table: Table;

	private readonly find: ReturnType<typeof rowFinder>;
	private readonly decide: ReturnType<typeof decider>;
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
		this.find = rowFinder(this.table.rows);
		this.decide = decider(this.table, choice);
		this.leftAlone.repeated = this.table.repeated;
	}

	/**
	 * Compares a page's records with their rows.
	 *
	 * @param records the records as rows, all with the same columns
	 * @throws UserFacingError if a record has no key or has the same key as another record
	 */
	add(records: readonly IDataObject[], facts: PageFacts = {}): void {
		const { unreadOf = [], ownColumns = [], maybeOwn = [] } = facts;
		const blanks = Object.fromEntries(ownColumns.map((name) => [name, '']));
		for (const [index, listed] of records.entries()) {
			const cells = this.cut(listed);
			const record = ownColumns.length > 0 ? { ...blanks, ...cells } : cells;
			const key = cellKey(record[this.choice.keyName]);
			const content = contentPartOf(record);
			const before = this.listed.get(key);
			if (/^:*$/.test(key) || (before ?? content) !== content) throw withoutKey(key);
			if (before === content) continue;
			this.listed.set(key, content);
			for (const name of Object.keys(record)) {
				if (this.table.lacks(name) && !isBlank(record[name])) this.missingColumns.add(name);
			}
			const incoming = { record, key, content, unread: unreadOf[index] ?? [], maybeOwn };
			const [first, ...others] = this.find.ownRows(key);
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
		const added = this.find.takeOthers(this.left, this.listed.keys(), (one, row) => {
			this.compare(one, [row]);
		});
		this.counts.added = added.length;
		for (const { key, record, content } of added) this.writeRecord(key, record, content);
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

	private compare(incoming: Incoming, rows: readonly [KeyedRow, ...KeyedRow[]]): void {
		const { key } = incoming;
		const { row, outcome, cells, content, healed } = this.decide(incoming, rows);
		for (const one of rows) one.recordKey = key;
		this.twins.push(...rows.filter((one) => one !== row));
		// Spreadsheets drop the apostrophe from an escaped key.
		if (![key, key.replace(/^'/, '')].includes(row.key)) {
			this.changedKeys.push(`${row.key} for ${key}`);
		}
		this.counts[outcome] += 1;
		if (outcome !== 'unchanged') this.writeRecord(key, cells, content + healed, row);
		else this.leftAlone.respelled += Number(healed !== '');
	}

	/** Classifies the rows that have no record. @returns the rows that earlier runs wrote, one per key */
	private findGone(): KeyedRow[] {
		const gone = new Map<string, KeyedRow>();
		const keys = new Map<string, string>();
		for (const row of this.table.rows.filter(({ recordKey }) => recordKey === undefined)) {
			const { key, version } = row;
			if (key === '' && version) {
				if (keys.size === 0) for (const one of this.listed.keys()) keys.set(idPartOf(one), one);
				const record = keys.get(version.id);
				this.emptied.push(record === undefined ? rowName(row) : `${rowName(row)} for ${record}`);
			} else if (key === '') this.leftAlone.withoutKey += 1;
			else if (hasOwnVersion(row)) {
				// The node that writes to the table updates the first row with a given key.
				if (gone.has(key)) this.twins.push(row);
				else gone.set(key, row);
			} else if (version) this.leftAlone[isNumber(key) ? 'renumbered' : 'copied'] += 1;
			else if (this.listed.has(key)) this.leftAlone.twins += 1;
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
		if (rows.length > (there * removalLimit) / 100) throw tooMany(rows.length, there, removalLimit);
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

	private writeRecord(key: string, cells: IDataObject, content: string, row?: KeyedRow): void {
		const version = `${idPartOf(key)}-${content}`;
		this.write(key, { ...cells, [REMOVED_AT]: '', [SYNC_VERSION]: version }, row);
	}

	/** Writes a row under the table's own headers so that the next node can find the columns. */
	private write(recordKey: string, cells: Record<string, unknown>, row?: KeyedRow): void {
		const { keyName } = this.choice;
		// The node that writes to the table finds the row by its key, exactly as the table returned the key.
		const spelled = row ? { ...cells, [keyName]: this.table.cellIn(row, keyName) } : cells;
		const own = Object.entries(spelled)
			// Many tables reject a column that they do not have.
			.filter(([name, cell]) => !isBlank(cell) || !this.table.lacks(name))
			.map(([name, cell]) => [this.table.headerOf(name), cell] as const);
		this.upserts.push({ recordKey, json: Object.fromEntries(own) as IDataObject, at: row?.at });
	}

	/** Cuts text that a spreadsheet would reject. */
	private cut(record: IDataObject): IDataObject {
		if (this.choice.writtenTo === 'database') return record;
		const isLong = (cell: unknown) => typeof cell === 'string' && cell.length > MAX_CELL_LENGTH;
		const long = Object.entries(record).filter(([, cell]) => isLong(cell));
		for (const [name] of long) this.cutColumns.add(name);
		const cut = (cell: unknown) =>
			// Half of an emoji would not be text.
			String(cell)
				.slice(0, MAX_CELL_LENGTH)
				.replace(/[\uD800-\uDBFF]$/, '');
		const cells = long.map(([name, cell]) => [name, cut(cell)] as const);
		return long.length === 0 ? record : { ...record, ...Object.fromEntries(cells) };
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

/** Returns what a person can search for: the row's number or ID, or else its place in the input. */
function rowName({ json, at = 0 }: TableRow): string {
	if (!isBlank(json.row_number)) return `row ${cellKey(json.row_number)}`;
	return isBlank(json.id) ? `item ${at}` : `id ${cellKey(json.id)}`;
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

function tooMany(gone: number, there: number, removalLimit: number): UserFacingError {
	return new UserFacingError(
		`${gone} of ${there} rows belong to records that are no longer in the list: this exceeds the Removal Limit of ${removalLimit} percent`,
		'Nothing was written. The likely cause is a fault in the platform, a changed filter, or a different list. If the records are really gone, set Removal Limit under Options to 100, run the workflow once, and then restore the limit.',
	);
}
