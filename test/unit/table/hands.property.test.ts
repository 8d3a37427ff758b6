import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { campaign, SEED } from '../../campaign';
import {
	changesKeys,
	COLUMNS,
	compared,
	IDS,
	KEY,
	kinds,
	recordOf,
	type Row,
	Table,
} from './tables';

const VERSION = 'syncVersion';

/** What happens to a table and its list between two nights, at a place that a number names. */
interface World {
	table: Table;
	list: Row[];
	/** Rows that people have added, and may not change. */
	own: Set<IDataObject>;
	/** The names that cannot be read this night. */
	unread: string[];
	kind: string;
	turn: number;
}

const at = <Entry>(entries: readonly Entry[], index: number) => entries[index % entries.length];
const written = ({ table, own }: World) => table.rows.filter((row) => !own.has(row));
const copyOf = (row: IDataObject | undefined, cells: IDataObject, { table }: World) => {
	return table.append({ ...row, ...cells });
};

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
	'a record goes': (world, n) => {
		const gone = at(world.list, n);
		if (world.list.length > 5) world.list = world.list.filter((row) => row !== gone);
	},
	'a record comes, or is back': (world, n) => {
		const id = at(IDS, n) ?? '';
		if (!world.list.some((row) => row.courseId === id))
			world.list = [...world.list, recordOf(id, n)];
	},
	'the list comes in another order': (world, n) => {
		world.list = [
			...world.list.slice(n % world.list.length),
			...world.list.slice(0, n % world.list.length),
		];
	},
	'a person overwrites a cell': (world, n) => {
		const row = at(written(world), n);
		const column = at(COLUMNS.slice(0, 2), n) ?? '';
		if (row) row[column] = `overwritten by hand, ${(world.turn += 1)}`;
	},
	'a person empties a cell': (world, n) => {
		const row = at(written(world), n);
		// What comes back as it was before the last heal is taken for the table's own spelling.
		if (row && (row[VERSION] as string | null)?.length === 20) row.name = '';
	},
	'a person deletes a row': ({ table, own }, n) => {
		const gone = at(table.rows, n);
		if (gone && !own.has(gone)) table.rows = table.rows.filter((row) => row !== gone);
	},
	'a person sorts the table': ({ table }, n) => {
		table.rows = [
			...table.rows.slice(n % table.rows.length),
			...table.rows.slice(0, n % table.rows.length),
		];
	},
	'a person sorts all columns but the last': (world, n) => {
		if (changesKeys(world.kind)) return;
		const rows = written(world);
		const versions = rows.map((row) => row[VERSION]);
		for (const [index, row] of rows.entries()) row[VERSION] = at(versions, index + n) ?? null;
	},
	'a person drags a version down': (world, n) => {
		if (changesKeys(world.kind)) return;
		const rows = written(world);
		for (const row of rows.slice(n % rows.length)) row[VERSION] = at(rows, n)?.[VERSION] ?? null;
	},
	'a person empties versions': (world, n) => {
		if (changesKeys(world.kind)) return;
		for (const row of written(world).slice(n % 4)) row[VERSION] = at(['', null], n) ?? null;
	},
	'a person copies a row and edits its key': (world, n) => {
		world.own.add(copyOf(at(written(world), n), { [KEY]: `plan ${n}`, name: 'mine' }, world));
	},
	'a person adds a row': (world, n) => {
		world.own.add(
			world.table.append({ [KEY]: at(['', null, `plan ${n}`], n) ?? null, name: 'mine' }),
		);
	},
	'a person writes into the column of the mark': (world, n) => {
		const living = written(world).filter((row) =>
			world.list.some(({ courseId }) => world.table.row(courseId) === row),
		);
		const row = at(living, n);
		if (row) row.removedAt = 'never';
	},
	'a node fails half-way': ({ table, list }, n) => {
		for (const { json } of compared(table.rows, list).upserts.slice(0, n % 5)) table.write(json);
	},
	'a node writes some columns only': ({ table, list, kind }) => {
		if (changesKeys(kind)) return;
		for (const { json } of compared(table.rows, list).upserts) {
			const names = Object.keys(json).filter((name) => name !== VERSION && name !== 'code');
			table.write(Object.fromEntries(names.map((name) => [name, json[name]])));
		}
	},
	'two runs at once append the same rows': ({ table, list }) => {
		const { upserts } = compared(table.rows, list);
		for (const { json, at } of upserts) {
			table.write(json);
			if (at === undefined) table.append(table.rows.at(-1));
		}
	},
	'names cannot be read': (world, n) => {
		world.unread = at([['tags'], ['name', 'tags']], n) ?? [];
	},
};

/** One night: a run, and what must hold whatever has happened. */
function night(world: World, deletes: boolean): number {
	const { table, list, unread, own } = world;
	const before = new Map([...own].map((row) => [row, JSON.stringify(row)]));
	const shown = list.map((row) => ({
		...row,
		...Object.fromEntries(unread.map((name) => [name, ''])),
	}));
	const result = compared(
		table.rows,
		shown,
		{ deletes },
		list.map(() => unread),
	);
	const living = new Set(list.map(({ courseId }) => courseId));
	for (const { json } of result.upserts) table.write(json);
	const gone = new Set(result.deletes.map(({ json }) => json.row_number));
	table.rows = table.rows.filter((row) => !gone.has(row.row_number));

	const lost = [...living].filter((id) => table.rowsOf(id).every(({ removedAt }) => removedAt));
	const touched = [...before].filter(
		([row, cells]) => !table.rows.includes(row) || JSON.stringify(row) !== cells,
	);
	expect({ lost, touched }).toEqual({ lost: [], touched: [] });
	world.unread = [];
	return result.upserts.length + result.deletes.length;
}

const steps = fc.array(
	fc.array(fc.tuple(fc.constantFrom(...Object.keys(hands)), fc.nat(200)), { maxLength: 4 }),
	{ minLength: 1, maxLength: 5 },
);

it('whatever happens to a table, no living row is marked or lost, no edit is missed, and no row of a person is touched', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...Object.keys(kinds)),
			fc.boolean(),
			steps,
			(kind, deletes, nights) => {
				const keep = kinds[kind] ?? ((value) => value);
				const world: World = {
					table: new Table(keep),
					list: IDS.slice(0, 8).map(recordOf),
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
					// Once more for names that are read again, for deletions, and for cells that the table spells in its own way.
					for (let heal = 0; heal < 2; heal += 1) night(world, deletes);
					expect(night(world, deletes)).toBe(0);
					const { table, list } = world;
					const isShown = (record: Row) =>
						table
							.rowsOf(record.courseId)
							.some((cells) =>
								COLUMNS.every((name) => isDeepStrictEqual(cells[name], keep(record[name], name))),
							);
					const missed = list.filter((record) => !isShown(record));
					expect(missed).toEqual([]);
				}
			},
		),
		{ numRuns: campaign(150, 5_000), seed: SEED },
	);
});
