import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import type { Cell } from '../shape';
import { isBlank, isSameCell, keptIn, LOSSES } from './cells';
import { foldedKey, cellKey, readRows, REMOVED_AT, type TableRow } from './rows';

/** What a run has found. */
export interface Comparison {
	upserts: TableRow[];
	deletes: TableRow[];
	/** How many rows are new, have changed, belong to a record that is gone or back, can be deleted, are as they should be. */
	counts: Record<'added' | 'changed' | 'marked' | 'back' | 'deleted' | 'unchanged', number>;
	/** How many rows belong to people, have the key of another row, or came more than once. */
	withoutKey: number;
	twins: number;
	repeated: number;
	/** The columns that are to be written and that no row of the table has. */
	missingColumns: string[];
}

interface Choice {
	/** The column by which the row of a record is found. */
	keyName: string;
	/** Whether rows that were marked by an earlier run, and second rows of a key, are to be deleted. */
	deletes: boolean;
	/** How many of the rows that are not marked may be marked in one run, in percent. */
	removalLimit: number;
	/** When this run began, for the mark. */
	now: Date;
}

/**
 * Compares a list, which comes page by page, with the rows of a table. Nothing is known but the table itself, so that a
 * run heals whatever an earlier one, a person or two runs at once have left.
 *
 * @throws UserFacingError when the table has no column for the key; `add` for a record without a key, or with that of
 * another one; `finish` when more rows would be marked than may be
 */
export function compareTable(rows: readonly IDataObject[], choice: Choice) {
	const { keyName, deletes: deletesRows, removalLimit, now } = choice;
	const { byKey, columns, twins, ...table } = readRows(rows, keyName);
	const counts = { added: 0, changed: 0, marked: 0, back: 0, deleted: 0, unchanged: 0 };
	/** Each record that was listed, as its row: that of the table where both are the same. */
	const listed = new Map<string, IDataObject>();
	const missing = new Set<string>();
	const upserts: TableRow[] = [];

	/** What columns keep of times, such as `zone modifiedAt`, and the rows that show their records unless one keeps that. */
	const kept = new Set<string>();
	const doubtful: { write: TableRow; unlessKept: string[] }[] = [];

	/** Whether a row shows a record, in the columns that both have. */
	function isShown(record: IDataObject, row: IDataObject, unlessKept: string[]): boolean {
		return Object.keys(record).every((name) => {
			if (name === keyName) return true;
			const [wanted, found] = [record[name] as Cell, row[name]];
			if (isSameCell(wanted, found, [])) {
				for (const part of keptIn(found)) kept.add(`${part} ${name}`);
				return true;
			}
			const loss = LOSSES.find((one) => isSameCell(wanted, found, [one]));
			if (loss !== undefined) unlessKept.push(`${loss} ${name}`);
			else if (columns.has(name)) return false;
			else missing.add(name);
			return true;
		});
	}

	/** Finds what has become of a record's row. @returns whether it has to be written */
	function hasChanged(record: IDataObject, { json: row, at }: TableRow): boolean {
		const isBack = !isBlank(row[REMOVED_AT]);
		const unlessKept: string[] = [];
		const isSame = isShown(record, row, unlessKept);
		counts[isBack ? 'back' : isSame ? 'unchanged' : 'changed'] += 1;
		if (isSame && !isBack && unlessKept.length > 0) {
			const json = { ...record, [keyName]: row[keyName], [REMOVED_AT]: '' };
			doubtful.push({ write: { json, at }, unlessKept });
		}
		return isBack || !isSame;
	}

	/** The rows whose times are other ones, as it turned out. */
	function undoubted(): TableRow[] {
		const changed = doubtful.filter(({ unlessKept }) => unlessKept.some((one) => kept.has(one)));
		counts.changed += changed.length;
		counts.unchanged -= changed.length;
		return changed.map(({ write }) => write);
	}

	const absentRows = () => [...byKey].filter(([key]) => !listed.has(key));

	/** A table that has made 7 of 007 has its row under the number; that row is written under its own key. */
	function underOtherKeys(): TableRow[] {
		const absent = new Map(absentRows().map(([key, row]) => [foldedKey(key), { key, row }]));
		return upserts.flatMap((write) => {
			const folded = foldedKey(cellKey(write.json[keyName]));
			const found = write.at === undefined ? absent.get(folded) : undefined;
			if (found === undefined) return [write];
			const { key, row } = found;
			absent.delete(folded);
			listed.set(key, row.json);
			counts.added -= 1;
			const json = { ...write.json, [keyName]: row.json[keyName] };
			return hasChanged(write.json, row) ? [{ json, at: row.at }] : [];
		});
	}

	return {
		/** @param records rows of the list, all with the same columns */
		add(records: readonly IDataObject[]): void {
			for (const record of records) {
				const key = cellKey(record[keyName]);
				if (/^:*$/.test(key)) throw withoutKey(keyName);
				const before = listed.get(key);
				if (before !== undefined) {
					if (!isSameRecord(record, before)) throw twice(key);
					continue;
				}
				const row = byKey.get(key);
				if (row !== undefined && !hasChanged(record, row)) {
					listed.set(key, row.json);
					continue;
				}
				if (row === undefined) counts.added += 1;
				// A node that writes finds the row by its own spelling of the key.
				const own = row && { [keyName]: row.json[keyName] };
				const json = { ...record, ...own, [REMOVED_AT]: '' };
				listed.set(key, json);
				upserts.push({ ...row, json });
			}
		},

		/** Ends the comparison, once the whole list was added. */
		finish(): Comparison {
			const written = [...underOtherKeys(), ...undoubted()];
			const isMarked = ({ json }: TableRow) => !isBlank(json[REMOVED_AT]);
			const absent = absentRows().map(([, row]) => row);
			const marks = absent.filter((row) => !isMarked(row));
			const markedBefore = absent.filter(isMarked);
			const there = [...byKey.values()].filter((row) => !isMarked(row)).length;
			if (removalLimit < 100 && marks.length > (there * removalLimit) / 100) {
				throw tooMany(marks.length, there, removalLimit);
			}
			const removedAt = now.toISOString();
			const marked = marks.map(({ json, at }) => ({
				json: { [keyName]: json[keyName], [REMOVED_AT]: removedAt },
				at,
			}));
			const deletes = deletesRows ? [...markedBefore, ...twins].sort(lastFirst) : [];
			counts.marked = marks.length;
			counts.deleted = deletes.length;
			if (!deletesRows) counts.unchanged += markedBefore.length;
			if (marks.length > 0 && !columns.has(REMOVED_AT)) missing.add(REMOVED_AT);
			return {
				...table,
				twins: twins.length,
				counts,
				upserts: [...written, ...marked],
				deletes,
				missingColumns: [...missing],
			};
		},
	};
}

/** Whether two rows of the list are the same; of a row that the table has, as far as it goes. */
function isSameRecord(record: IDataObject, before: IDataObject): boolean {
	return Object.keys(record).every(
		(name) => !Object.hasOwn(before, name) || isSameCell(record[name] as Cell, before[name]),
	);
}

/** Where rows are deleted by their number, each deletion moves up those below. */
function lastFirst(a: TableRow, b: TableRow): number {
	return (Number(b.json.row_number) || 0) - (Number(a.json.row_number) || 0);
}

function withoutKey(keyName: string): UserFacingError {
	return new UserFacingError(
		`A record of the list has no ID, so there is nothing to put into the column "${keyName}"`,
		'Its row could not be found again. Enter the field that identifies a record as ID Field under Options, where there is that option.',
	);
}

function twice(key: string): UserFacingError {
	return new UserFacingError(
		`Two different records of the list have the key "${key.slice(0, 50)}"`,
		'A table has one row for each key. Enter the fields that identify a record together as ID Field under Options, where there is that option.',
	);
}

function tooMany(marks: number, there: number, limit: number): UserFacingError {
	return new UserFacingError(
		`${marks} of ${there} rows belong to records that the list no longer has, more than the Removal Limit of ${limit} percent`,
		'Nothing is written, since a fault of the platform, another filter or another list is more likely. If the records are really gone, set Removal Limit under Options to 100, run the workflow once, and set it back.',
	);
}
