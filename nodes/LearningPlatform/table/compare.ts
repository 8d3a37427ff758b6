import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { cellOf, withoutFormula, type Cell } from '../shape';
import { isDate } from '../values/dates';
import { contentPartOf, healPartOf, idPartOf, versionText, type Version } from '../values/hash';
import { isBlank, isSameCell } from './cells';
import {
	cellKey,
	foldedKey,
	hasOwnVersion,
	mayBeMadeOf,
	readRows,
	REMOVED_AT,
	SYNC_VERSION,
	type KnownRow,
	type TableRow,
} from './rows';

/** The result of a run. */
export interface Comparison {
	upserts: TableRow[];
	deletes: TableRow[];
	/** How many rows are new, have changed, belong to a record that is gone or back, can be deleted, are as they should be. */
	counts: Record<'added' | 'changed' | 'marked' | 'back' | 'deleted' | 'unchanged', number>;
	/** How many rows Sync left alone, by the reason; `repeated` came in more than once. */
	leftAlone: Record<
		'withoutKey' | 'withoutVersion' | 'copied' | 'twins' | 'respelled' | 'repeated',
		number
	>;
	/** Keys that the table has changed, e.g. `7 for 007`. */
	changedKeys: string[];
	/** Filled columns of the list that no row of the table has. */
	missingColumns: string[];
	/** All columns that the table needs, in order. */
	columns: string[];
	isEmpty: boolean;
	lacksVersion: boolean;
}

interface Choice {
	/** The column that identifies a record's row. */
	keyName: string;
	writtenTo: 'spreadsheet' | 'database';
	/** Whether to delete the rows that an earlier run marked, and second rows of a key. */
	deletes: boolean;
	/** How many of the rows without a mark may be marked in one run, in percent. */
	removalLimit: number;
	/** When this run began: the time of its marks. */
	now: Date;
}

/** A record of the list. */
interface Incoming {
	record: IDataObject;
	key: string;
	content: string;
	/** The columns with names that could not be read. */
	unread: readonly string[];
	isFound?: boolean;
}

/**
 * Compares a list, which comes page by page, with the rows of a table. The table is all that Sync remembers, so a run
 * repairs the traces of earlier runs, people and simultaneous runs. docs/engineers/design.md, "How a table travels", has the rules.
 *
 * @throws UserFacingError from `add` for a record without a key, or with the key of another record; from `finish` when
 * the table has no column for the key, when two records share a row, or when more rows would be marked than may be
 */
export function compareTable(items: readonly IDataObject[], choice: Choice) {
	const { keyName, writtenTo, removalLimit } = choice;
	const { rows, byKey, headers, repeated } = readRows(items, keyName);
	const counts = { added: 0, changed: 0, marked: 0, back: 0, deleted: 0, unchanged: 0 };
	const leftAlone = {
		...{ withoutKey: 0, withoutVersion: 0, copied: 0 },
		...{ twins: 0, respelled: 0, repeated },
	};
	/** The content of each record that was listed, by its key. */
	const listed = new Map<string, string>();
	/** Records without a row of their own. */
	const left: Incoming[] = [];
	const upserts: (TableRow & { owner: string })[] = [];
	const twins: KnownRow[] = [];
	const changedKeys: string[] = [];
	const missing = new Set<string>();

	const headerOf = (name: string) => headers.get(name) ?? name;
	const cellIn = ({ json }: TableRow, name: string): unknown => json[headerOf(name)];
	const hasColumn = (name: string) => headers.has(name);
	const escaped = (cell: Cell) => (writtenTo === 'spreadsheet' ? withoutFormula(cell) : cell);

	/** Writes under the table's own headers, so that the node behind finds its columns. */
	function write(owner: string, cells: Record<string, unknown>, row?: KnownRow): void {
		// A node that writes finds the row by the table's own spelling of the key.
		const key = row && cellIn(row, keyName);
		const spelled = Object.entries(isBlank(key) ? cells : { ...cells, [keyName]: key });
		const own = spelled.map(([name, cell]) => [headerOf(name), cell] as const);
		upserts.push({ owner, json: Object.fromEntries(own) as IDataObject, at: row?.at });
	}

	function writeRecord(key: string, record: IDataObject, version: Version, row?: KnownRow): void {
		write(key, { ...record, [REMOVED_AT]: '', [SYNC_VERSION]: versionText(version) }, row);
	}

	/** The cells of a row that show something else than its record, as they came. */
	function otherCells(record: IDataObject, row: KnownRow): unknown[] {
		return Object.keys(record)
			.filter((name) => name !== keyName && hasColumn(name))
			.map((name) => [name, cellIn(row, name)] as const)
			.filter(([name, found]) => !isSameCell(record[name] as Cell, found));
	}

	/** A record with the names that its row has, where the names of this run are unknown. */
	function withNamesOf(row: KnownRow, { record, unread }: Incoming): IDataObject {
		const kept = unread.filter((name) => name in record && hasColumn(name));
		const cells = kept.map((name) => [name, escaped(cellOf(cellIn(row, name)))] as const);
		return { ...record, ...Object.fromEntries(cells) };
	}

	/** Compares a record with its rows; there is one, unless two runs at once or a person have added others. */
	function compare(incoming: Incoming, own: KnownRow[]): void {
		const [first] = own;
		if (first === undefined) return;
		const { key, unread } = incoming;
		const record = unread.length > 0 ? withNamesOf(first, incoming) : incoming.record;
		const content = unread.length > 0 ? contentPartOf(record) : incoming.content;
		const id = idPartOf(key);
		const isCurrent = ({ version }: KnownRow) => version?.id === id && version.content === content;
		const row = own.find((one) => isCurrent(one) && !one.isMarked) ?? first;
		for (const one of own) one.owner = key;
		twins.push(...own.filter((one) => one !== row));
		incoming.isFound = true;
		// A sheet eats the apostrophe of an escaped key.
		const isKept = [key, key.replace(/^'/, ''), ''].includes(row.key);
		if (!isKept) changedKeys.push(`${row.key} for ${key}`);
		for (const name of Object.keys(record)) {
			if (!hasColumn(name) && !isBlank(record[name])) missing.add(name);
		}
		const isToHeal = isCurrent(row) && !row.isMarked;
		const other = isToHeal ? otherCells(record, row) : [];
		const healed = healPartOf(other);
		if (isToHeal && (healed === '' || healed === row.version?.healed)) {
			counts.unchanged += 1;
			leftAlone.respelled += Number(healed !== '');
			return;
		}
		counts[row.isMarked ? 'back' : 'changed'] += 1;
		writeRecord(key, record, { id, content, healed }, row);
	}

	/** Finds rows for the records without a row of their own, first by key, then by the ID part of versions. */
	function findOthers(): void {
		const freeIn = (group: KnownRow[] = []) => group.filter(({ owner }) => owner === undefined);
		const byFolded = ({ key }: Incoming) =>
			freeIn(byKey.get(foldedKey(key))).filter((row) => !hasOwnVersion(row));
		const foldedKeys = new Set([...listed.keys()].map(foldedKey));
		const byId = new Map<string, KnownRow[]>();
		for (const row of rows) {
			if (row.version === undefined || foldedKeys.has(row.folded)) continue;
			byId.set(row.version.id, [...(byId.get(row.version.id) ?? []), row]);
		}
		const finders: ((one: Incoming) => KnownRow[])[] = [
			(one) => byFolded(one).filter(({ key }) => key === one.key),
			byFolded,
			({ key }) => freeIn(byId.get(idPartOf(key))).filter((row) => mayBeMadeOf(row, key)),
		];
		for (const find of finders) {
			for (const one of left) {
				if (one.isFound) continue;
				const found = find(one);
				// A different version may belong to a copy.
				const row = found.find(({ version }) => version === undefined) ?? found[0];
				if (row) compare(one, [row]);
			}
		}
		const added = left.filter(({ isFound }) => !isFound);
		counts.added = added.length;
		for (const { key, record, content } of added) {
			writeRecord(key, record, { id: idPartOf(key), content, healed: '' });
		}
	}

	/** Counts the rows that belong to no record of the list. @returns those that earlier runs wrote, one for each key */
	function findGone(): KnownRow[] {
		const gone = new Map<string, KnownRow>();
		for (const row of rows.filter(({ owner }) => owner === undefined)) {
			if (row.key === '') leftAlone.withoutKey += 1;
			else if (hasOwnVersion(row)) {
				// A node that writes updates the first row with a key.
				if (gone.has(row.key)) twins.push(row);
				else gone.set(row.key, row);
			} else if (row.version) leftAlone.copied += 1;
			else leftAlone[listed.has(row.key) ? 'twins' : 'withoutVersion'] += 1;
		}
		return [...gone.values()];
	}

	/** @throws UserFacingError where a node that writes could not tell the rows of two records apart */
	function refuseSharedKeys(): void {
		const owners = new Map<string, Set<string>>();
		const written = upserts.map(({ json, owner }) => {
			return { spelled: cellKey(json[headerOf(keyName)]), owner };
		});
		for (const { spelled, owner } of written) {
			if (spelled !== '') owners.set(spelled, (owners.get(spelled) ?? new Set()).add(owner));
		}
		for (const { key, owner } of rows) if (owner !== undefined) owners.get(key)?.add(owner);
		for (const [spelled, keys] of owners) {
			if (keys.size > 1) throw oneKey([...keys], spelled, keyName);
		}
	}

	return {
		/**
		 * @param records rows of the list, all with the same columns
		 * @param unreadOf the columns of each row with names that could not be read
		 */
		add(records: readonly IDataObject[], unreadOf: readonly (readonly string[])[] = []): void {
			for (const [index, record] of records.entries()) {
				const key = cellKey(record[keyName]);
				if (/^:*$/.test(key)) throw withoutIdentity('A record of the list has no ID');
				const content = contentPartOf(record);
				const before = listed.get(key);
				if (before !== undefined && before !== content) {
					const shown = key.slice(0, 50);
					throw withoutIdentity(`Two different records of the list have the key "${shown}"`);
				}
				if (before !== undefined) continue;
				listed.set(key, content);
				const incoming = { record, key, content, unread: unreadOf[index] ?? [] };
				const id = idPartOf(key);
				const own = byKey.get(foldedKey(key))?.filter(({ version }) => version?.id === id) ?? [];
				if (own.length > 0) compare(incoming, own);
				else left.push(incoming);
			}
		},

		/** Ends the comparison, once the whole list was added. @param columns of the list, without the key */
		finish(columns: readonly string[]): Comparison {
			const needed = [keyName, ...columns, REMOVED_AT, SYNC_VERSION];
			if (rows.length > 0 && !hasColumn(keyName)) {
				throw withoutColumn(keyName, [...headers.keys()], needed);
			}
			findOthers();
			const living = rows.filter(({ owner, isMarked }) => owner !== undefined && !isMarked);
			const gone = findGone();
			const marks = gone.filter(({ isMarked }) => !isMarked);
			const there = living.length + marks.length;
			if (removalLimit < 100 && marks.length > (there * removalLimit) / 100) {
				throw tooMany(marks.length, there, removalLimit);
			}
			const kept = writtenTo === 'spreadsheet' ? [] : columns.filter(hasColumn);
			for (const row of marks) {
				const own = [keyName, ...kept, REMOVED_AT, SYNC_VERSION];
				const cells = Object.fromEntries(own.map((name) => [name, asWritten(cellIn(row, name))]));
				write(row.key, { ...cells, [REMOVED_AT]: choice.now.toISOString() }, row);
			}
			refuseSharedKeys();
			const markedBefore = gone.filter(({ isMarked }) => isMarked);
			const deletes = choice.deletes ? [...markedBefore, ...twins].sort(lastFirst) : [];
			counts.marked = marks.length;
			counts.deleted = deletes.length;
			if (!choice.deletes) {
				counts.unchanged += markedBefore.length;
				leftAlone.twins += twins.length;
			}
			if (marks.length > 0 && !hasColumn(REMOVED_AT)) missing.add(REMOVED_AT);
			return {
				...{ upserts, deletes, counts, leftAlone, changedKeys, missingColumns: [...missing] },
				columns: needed,
				isEmpty: rows.length === 0,
				lacksVersion: rows.length > 0 && !hasColumn(SYNC_VERSION),
			};
		},
	};
}

/** A cell as it can be written again: a column of JSON returns a list or an object, and takes the text of it. */
function asWritten(cell: unknown): unknown {
	const isWhole = typeof cell !== 'object' || cell === null || isDate(cell);
	return isWhole ? cell : cellOf(cell);
}

/** Where rows are deleted by their number, each deletion moves up those below. */
function lastFirst(a: TableRow, b: TableRow): number {
	return (Number(b.json.row_number) || 0) - (Number(a.json.row_number) || 0);
}

function withoutColumn(keyName: string, found: string[], needed: string[]): UserFacingError {
	return new UserFacingError(
		`The rows of the table have no column "${keyName}"`,
		`Sync finds rows by this column. Is this the table of another resource? Otherwise rename its key column to ${keyName}, exactly as it is written here. The table has ${found.slice(0, 10).join(', ')}. A new table needs these columns, in this order: ${needed.join(', ')}. The input must be the rows of the table alone, as the node that reads it returns them.`,
	);
}

function withoutIdentity(message: string): UserFacingError {
	return new UserFacingError(
		message,
		'A table has one row for each key. Enter the field that identifies a record, or several fields that do so together, as ID Field under Options, where there is that option.',
	);
}

function oneKey(keys: string[], spelled: string, keyName: string): UserFacingError {
	return new UserFacingError(
		`The table has made one key, "${spelled}", of "${keys.sort().join('" and "')}"`,
		`A node that writes could not tell their rows apart, so nothing is written. Format the column "${keyName}" as plain text, and correct the keys in it.`,
	);
}

function tooMany(marks: number, there: number, limit: number): UserFacingError {
	return new UserFacingError(
		`${marks} of ${there} rows belong to records that the list no longer has, more than the Removal Limit of ${limit} percent`,
		'Nothing is written, since a fault of the platform, another filter or another list is more likely. If the records are really gone, set Removal Limit under Options to 100, run the workflow once, and set it back.',
	);
}
