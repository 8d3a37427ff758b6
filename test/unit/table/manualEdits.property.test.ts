import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../nodes/LearningPlatform/values/cells';
import { longRepeats, SEED } from '../../repeats';
import { changesKeys, COLUMNS, compared, IDS, KEY, kinds, recordOf, Table } from './tables';

interface World {
	table: Table;
	list: ReturnType<typeof recordOf>[];
	/** Rows that people added, which no run may change. */
	own: Set<IDataObject>;
	/** The name columns whose values cannot be read in the next run. */
	unread: string[];
	kind: string;
	turn: number;
}

const keepOf = (kind: string) => kinds[kind] ?? ((value: unknown) => value);
const at = <Entry>(entries: readonly Entry[], index: number) => entries[index % entries.length];
const written = ({ table, own }: World) => table.rows.filter((row) => !own.has(row));
const rotated = <Entry>(entries: Entry[], n: number) => {
	const first = n % entries.length;
	return [...entries.slice(first), ...entries.slice(0, first)];
};

const GROUPS = ['5f01', '5f02', '5f03'];
const groupName = (groupId: unknown) => `Group ${String(groupId)}`;
const inGroup = <R extends IDataObject>(row: R, n: number) => {
	const groupId = at(GROUPS, n) ?? '';
	return { ...row, groupId, groupName: groupName(groupId) };
};
const SHOWN = [...COLUMNS, 'groupId', 'groupName'];

const without = (name: string, row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).filter(([column]) => column !== name));

function rename(rows: IDataObject[], from: string, to: string): void {
	for (const row of rows) {
		if (from in row) row[to] = row[from];
		Reflect.deleteProperty(row, from);
	}
}

/** Changes made to a table and its list between two runs; a number selects the row or record. */
const hands: Record<string, (world: World, n: number) => void> = {
	'the platform edits a record': (world, n) => {
		const edited = [
			{ score: n },
			{ name: `Edited ${n}` },
			{ startsAt: `2027-01-0${(n % 9) + 1}T00:00:00.000Z` },
			{ tags: '' },
		];
		const fields = at(edited, n);
		world.list = world.list.map((row, index) =>
			index === n % world.list.length ? { ...row, ...fields } : row,
		);
	},
	'a record disappears': (world, n) => {
		const gone = at(world.list, n);
		if (world.list.length > 5) world.list = world.list.filter((row) => row !== gone);
	},
	'a record appears or returns': (world, n) => {
		const id = at(IDS, n) ?? '';
		if (!world.list.some((row) => row.courseId === id))
			world.list = [...world.list, inGroup(recordOf(id, n), n)];
	},
	'the list arrives in a different order': (world, n) => {
		world.list = rotated(world.list, n);
	},
	'a person overwrites a cell': (world, n) => {
		const row = at(written(world), n);
		const column = at(COLUMNS.slice(0, 2), n) ?? '';
		if (row) row[column] = `overwritten by hand, ${(world.turn += 1)}`;
	},
	'a person clears a cell': (world, n) => {
		const row = at(written(world), n);
		// If a value reappears after one repair, Sync treats it as the table's own formatting.
		if (row && (row.syncVersion as string | null)?.length === 20) row.name = '';
	},
	'a person empties a key': (world, n) => {
		const row = at(written(world), n);
		if (!row) return;
		row[KEY] = at(['', null, '#REF!'], n) ?? null;
		world.own.add(row);
	},
	'a person renames a column, and back after a run': ({ table, list, kind }, n) => {
		// Sync does not distinguish an empty checkbox from false.
		const column = at(['name', 'code', 'score', 'startsAt', 'tags'], n) ?? '';
		rename(table.rows, column, 'mine');
		const { upserts, missingColumns } = compared(table.rows, list);
		expect(missingColumns).toContain(column);
		for (const { json } of upserts) table.write(without(column, json));
		rename(table.rows, 'mine', column);
		for (const row of table.rows) row[column] ??= keepOf(kind)('', column) as IDataObject[string];
	},
	'a record moves to another group': (world, n) => {
		world.list = world.list.map((row, index) =>
			index === n % world.list.length ? inGroup(row, n) : row,
		);
	},
	'a person deletes a row': ({ table, own }, n) => {
		const gone = at(table.rows, n);
		if (gone && !own.has(gone)) table.rows = table.rows.filter((row) => row !== gone);
	},
	'a person sorts the table': ({ table }, n) => {
		table.rows = rotated(table.rows, n);
	},
	'a person sorts all columns but the last': (world, n) => {
		if (changesKeys(world.kind)) return;
		const rows = written(world);
		const versions = rows.map(({ syncVersion }) => syncVersion);
		for (const [index, row] of rows.entries()) row.syncVersion = at(versions, index + n) ?? null;
	},
	'a person drags a version down': (world, n) => {
		if (changesKeys(world.kind)) return;
		const rows = written(world);
		const syncVersion = at(rows, n)?.syncVersion ?? null;
		for (const row of rows.slice(n % rows.length)) row.syncVersion = syncVersion;
	},
	'a person clears versions': (world, n) => {
		if (changesKeys(world.kind)) return;
		for (const row of written(world).slice(n % 4)) row.syncVersion = at(['', null], n) ?? null;
	},
	'a person copies a row and edits its key': (world, n) => {
		const row = { ...at(written(world), n), [KEY]: `plan ${n}`, name: 'mine' };
		world.own.add(world.table.append(row));
	},
	'a person adds a row': (world, n) => {
		const key = at(['', null, `plan ${n}`], n) ?? null;
		world.own.add(world.table.append({ [KEY]: key, name: 'mine' }));
	},
	'a person writes in the column for marks': (world, n) => {
		const living = written(world).filter((row) =>
			world.list.some(({ courseId }) => world.table.row(courseId) === row),
		);
		const row = at(living, n);
		if (row) row.removedAt = `never ${(world.turn += 1)}`;
	},
	'a node fails halfway': ({ table, list }, n) => {
		for (const { json } of compared(table.rows, list).upserts.slice(0, n % 5)) table.write(json);
	},
	'a node writes only some columns': ({ table, list, kind }) => {
		if (changesKeys(kind)) return;
		for (const { json } of compared(table.rows, list).upserts) {
			const names = Object.keys(json).filter((name) => !['syncVersion', 'code'].includes(name));
			table.write(Object.fromEntries(names.map((name) => [name, json[name]])));
		}
	},
	'two simultaneous runs append the same rows': ({ table, list }) => {
		const { upserts } = compared(table.rows, list);
		for (const { json, at } of upserts) {
			table.write(json);
			if (at === undefined) table.append(table.rows.at(-1));
		}
	},
	'names cannot be read': (world, n) => {
		world.unread = at([['tags'], ['name', 'tags'], ['groupName']], n) ?? [];
	},
};

/**
 * Runs Sync and checks that it marks no existing record's row and changes no row that a person added.
 *
 * @returns the number of writes
 */
function night(world: World, deletes: boolean): number {
	const { table, list, unread, own, kind } = world;
	const keep = keepOf(kind);
	const before = new Map([...own].map((row) => [row, JSON.stringify(row)]));
	const blank = Object.fromEntries(unread.map((name) => [name, '']));
	const shown = list.map((row) => ({ ...row, ...blank }));
	const idOf = (name: string) => (name === 'groupName' ? 'groupId' : KEY);
	const names = unread.map((name) => ({ name, id: idOf(name) }));
	const { upserts, deletes: deleted } = table.sync(shown, { deletes }, names);
	const lost = list.filter(({ courseId }) =>
		table.rowsOf(courseId).every(({ removedAt }) => removedAt),
	);
	const touched = [...before].filter(
		([row, cells]) => !table.rows.includes(row) || JSON.stringify(row) !== cells,
	);
	const misnamed = written(world).filter(
		({ groupId, groupName: name }) =>
			!isBlank(name) && name !== keep(groupName(groupId), 'groupName'),
	);
	expect({ lost, touched, misnamed }).toEqual({ lost: [], touched: [], misnamed: [] });
	world.unread = [];
	return upserts.length + deleted.length;
}

const steps = fc.array(
	fc.array(fc.tuple(fc.constantFrom(...Object.keys(hands)), fc.nat(200)), { maxLength: 4 }),
	{ minLength: 1, maxLength: 5 },
);

it('Sync never marks or loses an existing record, misses an edit, or changes a row that a person added', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...Object.keys(kinds)),
			fc.boolean(),
			steps,
			(kind, deletes, nights) => {
				const keep = keepOf(kind);
				const world: World = {
					table: new Table(keep),
					list: IDS.slice(0, 8).map((id, index) => inGroup(recordOf(id, index), index)),
					own: new Set(),
					unread: [],
					kind,
					turn: 0,
				};
				night(world, deletes);
				night(world, deletes);
				for (const happenings of nights) {
					for (const [hand, n] of happenings) hands[hand]?.(world, n);
					night(world, deletes);
					// Unread names, deletions, and cells that the table reformats require more runs.
					night(world, deletes);
					night(world, deletes);
					expect(night(world, deletes)).toBe(0);
					const { table, list } = world;
					const isShown = (record: IDataObject & { courseId: string }) =>
						table
							.rowsOf(record.courseId)
							.some((cells) =>
								SHOWN.every((name) => isDeepStrictEqual(cells[name], keep(record[name], name))),
							);
					const missed = list.filter((record) => !isShown(record));
					expect(missed).toEqual([]);
				}
			},
		),
		{ numRuns: longRepeats(60, 5_000), seed: SEED },
	);
});
