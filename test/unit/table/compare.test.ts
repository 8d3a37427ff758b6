import type { IDataObject } from 'n8n-workflow';

import { compared, KEY, NOW, recordOf, type Row, Table } from './tables';

const now = NOW.toISOString();
const before = '2026-01-30T12:00:00.000Z';
const course = (courseId: string, name = `Course ${courseId}`): Row => ({ courseId, name });

/** Returns the rows of a table in sync with this list. */
function rowsOf(...list: Row[]): IDataObject[] {
	const table = new Table((value) => value);
	table.sync(list);
	return table.rows.map(cells);
}

const json = (writes: { json: IDataObject }[]) => writes.map((write) => write.json);
const without = (name: string, row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).filter(([column]) => column !== name));
const cells = (row: IDataObject) => without('row_number', row);
const marked = (row: IDataObject): IDataObject => ({ ...row, removedAt: before });

describe('a version', () => {
	// A different hash would make Sync rewrite every row of every table once.
	it('is pinned', () => {
		const row = rowsOf({ ...recordOf('65a1c0ffee65a1c0ffee65a1'), removed: '' })[0];
		expect(row?.syncVersion).toBe('hwfhqmh-sgfzgmqhhldx');
	});

	it('depends neither on the column order nor on a new column without a value', () => {
		const [row] = rowsOf({ courseId: 'a', name: 'b', code: 'c' });
		const [other] = rowsOf({ courseId: 'a', code: 'c', name: 'b', tags: '' });
		expect(other?.syncVersion).toBe(row?.syncVersion);
	});

	it.each<[string, (version: string) => string]>([
		['in uppercase with surrounding spaces', (version) => ` ${version.toUpperCase()} `],
		['with the four letters that a repair appends', (version) => `${version}bcdf`],
	])('is read %s', (_what, spelled) => {
		const [row = {}] = rowsOf(course('a'));
		const syncVersion = spelled(row.syncVersion as string);
		expect(compared([{ ...row, syncVersion }], [course('a')]).upserts).toEqual([]);
	});
});

describe('a record is matched with', () => {
	const [one = {}] = rowsOf(course('a'));
	const other = rowsOf(course('b'))[0]?.syncVersion;
	const dragged = { ...one, syncVersion: other };
	const bare = { ...one, syncVersion: '' };

	it.each<[what: string, rows: IDataObject[], id: string, taken: number | undefined]>([
		['the row with its version', [bare, one], 'a', undefined],
		['its row without a version', [bare], 'a', 0],
		["its row with a different row's version", [dragged], 'a', 0],
		['a row without a version rather than a copy', [dragged, bare], 'a', 1],
		['a row whose key has different capitalization and spacing', [{ [KEY]: ' A' }], 'a', 0],
		['a row whose key became a number', [{ [KEY]: 7 }], '007', 0],
		['a row whose key became a decimal', [{ [KEY]: '7.0' }], '007', 0],
		['a row whose key lost digits', [{ [KEY]: 6.2e23 }], '620000000000000000000123', 0],
		['a row whose key is now in exponential notation', [{ [KEY]: 2.19e12 }], '219e10', 0],
		['a row whose key lost its apostrophe', [{ [KEY]: '+5' }], "'+5", 0],
	])('%s', (_what, rows, id, taken) => {
		const { upserts, counts } = compared(rows, [course(id)]);
		expect(upserts.map(({ at }) => at)).toEqual(taken === undefined ? [] : [taken]);
		expect(counts.added).toBe(0);
		// The node that writes the rows searches for the key as the table formats it.
		if (taken !== undefined) expect(upserts[0]?.json[KEY]).toBe(rows[taken]?.[KEY]);
	});

	it.each<[what: string, isTaken: boolean, id: string, key: unknown]>([
		['the beginning of its key', true, 'x'.repeat(30), 'x'.repeat(25)],
		['a serial date', true, '3/4', 46_000],
		['a Date', true, '3/4', new Date()],
		['a date in words', true, '3/4', '4 March 2026'],
		['a six-digit number', true, '12345678901234567890', '1.23457E+19'],
		['different text', false, 'a', 'plan'],
		['a different number', false, '7', 8],
		['a number unrelated to its key', false, '3/4', 8],
		['too few characters of its key', false, 'x'.repeat(30), 'x'.repeat(19)],
	])('a row with %s instead of its key, by the version: %s', (_what, isTaken, id, key) => {
		const rows = [{ ...rowsOf(course(id))[0], [KEY]: key } as IDataObject];
		const { upserts, leftAlone } = compared(rows, [course(id)]);
		expect(upserts.map(({ at }) => at)).toEqual(isTaken ? [] : [undefined]);
		expect(leftAlone.copied + leftAlone.renumbered).toBe(isTaken ? 0 : 1);
	});

	it('a row that lost its apostrophe, without reporting a changed key', () => {
		expect(compared([{ [KEY]: '+5' }], [course("'+5")]).changedKeys).toEqual([]);
	});

	it('the row that has exactly its key rather than one that the table may have changed', () => {
		const { upserts } = compared([{ [KEY]: '7' }], [course('007'), course('7')]);
		expect(upserts.map(({ at, json }) => [json[KEY], at])).toEqual([
			['7', 0],
			['007', undefined],
		]);
	});

	it("no row with a different record's key", () => {
		const rows = [{ ...rowsOf(course('3/4'))[0], [KEY]: '46000' }];
		const { upserts } = compared(rows, [course('3/4'), course('46000')]);
		expect(upserts.map(({ at, json }) => [json[KEY], at])).toEqual([
			['46000', 0],
			['3/4', undefined],
		]);
		expect(compared(rowsOf(course('007')), [course('7')]).counts.added).toBe(1);
		const both = compared([...rowsOf(course('46000')), ...rows], [course('3/4'), course('46000')]);
		expect(both.upserts).toMatchObject([{ json: { [KEY]: '3/4' }, at: undefined }]);
	});
});

describe('a written row', () => {
	it('is paired with the input item of the row it replaces, or with none if the row is new', () => {
		const rows = rowsOf(course('a'), course('b'));
		const { upserts } = compared(rows, [course('b', 'new'), course('c')]);
		expect(upserts.map(({ json, at }) => [json[KEY], at])).toEqual([
			['b', 1],
			['c', undefined],
			['a', 0],
		]);
	});

	it("uses the table's headers, even if they contain invisible characters", () => {
		const odd = (row: IDataObject) =>
			Object.fromEntries(Object.entries(row).map(([name, cell]) => [`\uFEFF${name}\u200B `, cell]));
		const { upserts } = compared(rowsOf(course('a')).map(odd), [course('a', 'new')]);
		expect(json(upserts)).toMatchObject([odd({ courseId: 'a', name: 'new' })]);
	});

	it('keeps the names in the row if the current names could not be read', () => {
		const named = { ...course('a'), groupId: '5f', groupName: "'=Ops" };
		const rows = rowsOf(named).map((row) => ({ ...row, groupName: '=Ops' }));
		const upsertsFor = (record: Row) =>
			json(
				compared(rows, [record], { writtenTo: 'spreadsheet' }, [
					{ name: 'groupName', id: 'groupId' },
				]).upserts,
			);
		expect(upsertsFor({ ...named, groupName: '' })).toEqual([]);
		const edited = { ...named, name: 'new', groupName: '' };
		expect(upsertsFor(edited)).toMatchObject([{ name: 'new', groupName: "'=Ops" }]);
	});
});

describe('a mark', () => {
	const phone = { ...course('a', "'+49 1"), tags: '', texts: '[{"lang":"de"}]' };
	const ofMark = { courseId: 'a', removedAt: now, syncVersion: expect.any(String) as string };
	it.each<['spreadsheet' | 'database', IDataObject]>([
		['spreadsheet', ofMark],
		['database', { ...ofMark, name: '+49 1', tags: null, texts: '[{"lang":"de"}]' }],
	])('for a %s', (writtenTo, expected) => {
		const found = { name: '+49 1', tags: null, texts: [{ lang: 'de' }], note: 'mine' };
		const rows = rowsOf(phone).map((row) => ({ ...row, ...found }));
		const list = [{ ...phone, courseId: 'b' }];
		const { upserts } = compared([...rows, ...rowsOf(course('b'))], list, { writtenTo });
		expect(json(upserts).filter(({ removedAt }) => removedAt)).toEqual([expected]);
	});

	const [a = {}] = rowsOf(course('a'));
	it.each<[what: string, rows: IDataObject[], marks: number]>([
		['is written again if a person has cleared it', [a], 1],
		['is not written twice', [marked(a)], 0],
		['is not written for a row that a person added', [{ courseId: 'plan', name: 'mine' }], 0],
		['is not written for a row with an edited key', [{ ...a, courseId: 'b' }], 0],
		['is written for only one of two rows with the same key', [a, { ...a, note: 'copy' }], 1],
	])('%s', (_what, rows, marks) => {
		const { upserts } = compared(rows, []);
		expect(json(upserts)).toMatchObject(Array(marks).fill({ courseId: 'a', removedAt: now }));
	});

	const ten = Array.from('abcdefghij', (id) => course(id));
	const others = rowsOf(course('k')).map(marked);
	it.each([
		['half of the rows', 50, 5],
		['all rows if there is no limit', 100, 10],
	])('can be on %s', (_what, removalLimit, marks) => {
		const { counts } = compared(rowsOf(...ten), ten.slice(marks), { removalLimit });
		expect(counts.marked).toBe(marks);
	});

	it.each<[what: string, rows: IDataObject[], gone: number, removalLimit: number]>([
		['more rows are gone than the limit allows', rowsOf(...ten), 6, 50],
		['too many rows are gone, not counting marked rows', [...rowsOf(...ten), ...others], 6, 50],
		['a row is gone and the limit is 0', rowsOf(...ten), 1, 0],
	])('causes an error if %s', (_what, rows, gone, removalLimit) => {
		expect(() => compared(rows, ten.slice(gone), { removalLimit })).toThrow(
			`${gone} of 10 rows belong to records that are no longer in the list: this exceeds the Removal Limit of ${removalLimit} percent`,
		);
	});
});

describe('Sync deletes', () => {
	const [a = {}, b = {}] = rowsOf(course('a'), course('b')).map((row, index) => ({
		...row,
		row_number: 2 + 8 * index,
	}));

	it.each<[what: string, rows: IDataObject[], deleted: IDataObject[]]>([
		['a marked row, unchanged', [marked(a)], [marked(a)]],
		['no row that it has just marked', [a], []],
		['the last row first', [marked(a), marked(b)], [marked(b), marked(a)]],
		['the second row with the same key', [{ ...b, row_number: 9 }, b], [b]],
		['no row that a person added, even if the row is marked', [marked({ courseId: 'plan' })], []],
		['no row with an edited key', [marked({ ...a, courseId: 'x' })], []],
	])('%s', (_what, rows, deleted) => {
		expect(json(compared(rows, [], { deletes: true }).deletes)).toEqual(deleted);
		expect(compared(rows, []).deletes).toEqual([]);
	});

	const second = { ...a, row_number: 9 };
	const own = { ...second, syncVersion: '' };
	it.each<[what: string, IDataObject, IDataObject[], twins: number, repeated: number]>([
		['the second row that a simultaneous run wrote', second, [second], 0, 0],
		['no second row unless Sync wrote it', own, [], 1, 0],
		['no row that the input contains twice', { ...a, name: 'since then' }, [], 0, 1],
	])('%s', (_what, row, deleted, twins, repeated) => {
		const { deletes, leftAlone } = compared([a, row], [course('a')], { deletes: true });
		expect(json(deletes)).toEqual(deleted);
		expect(leftAlone).toMatchObject({ twins, repeated });
	});
});

it('a cell that the table reformats is rewritten once, and a cell that a person overwrote is repaired', () => {
	const list = [{ ...course('a'), tags: '' }];
	const table = new Table((value, column) => (value === '' && column === 'tags' ? 'N/A' : value));
	const nights = () => table.sync(list).upserts.map((write) => cells(write.json).syncVersion);
	expect(nights()).toEqual([expect.stringMatching(/^.{7}-.{12}$/)]);
	expect(nights()).toEqual([expect.stringMatching(/^.{7}-.{12}.{4}$/)]);
	expect(nights()).toEqual([]);
	expect(table.sync(list).leftAlone.respelled).toBe(1);
	Object.assign(table.rows[0] ?? {}, { name: 'overwritten' });
	expect(nights()).toHaveLength(1);
	expect(table.rows).toMatchObject([{ name: 'Course a' }]);
});

describe('two keys that the table merged into one', () => {
	const list = [course('007'), course('7')];
	const rows = list.map((record) => ({ ...rowsOf(record)[0], [KEY]: 7 }));

	it('do not matter as long as nothing has to be written', () => {
		const { upserts, changedKeys } = compared(rows, list);
		expect([upserts, changedKeys]).toEqual([[], ['7 for 007']]);
	});

	it.each<[what: string, rows: IDataObject[], list: Row[]]>([
		['a record has changed', rows, [course('007', 'new'), course('7')]],
		['a record is gone', rows, [course('007')]],
		['a record has no row yet', rows.slice(0, 1), list],
	])('cause an error if %s', (_what, found, changed) => {
		const error = {
			message: 'The table turned the keys of two records into one key',
			description: expect.stringMatching(/^"007" and "7" became "7"\. The node/) as string,
		};
		expect(() => compared(found, changed)).toThrow(expect.objectContaining(error) as Error);
	});

	it('stay separate in a table that keeps strings', () => {
		const changed = [course('007', 'new'), course('7', 'new')];
		expect(compared(rowsOf(...list), changed).counts.changed).toBe(2);
	});
});

it('the counts cover every kind of row', () => {
	const rows = rowsOf(...['a', 'b', 'c', 'd', 'e'].map((id) => course(id)));
	const own = [{ name: 'mine' }, { courseId: 'plan' }, { ...rows[0], courseId: 'copy' }];
	const list = [course('a'), course('b', 'new'), course('d'), course('f')];
	const found = [...rows.slice(0, 3), ...rows.slice(3).map(marked), ...own];
	const { counts, leftAlone } = compared(found, list, { deletes: true });
	expect(counts).toEqual({ added: 1, changed: 1, marked: 1, back: 1, deleted: 1, unchanged: 1 });
	const others = { renumbered: 0, twins: 0, respelled: 0, repeated: 0 };
	expect(leftAlone).toEqual({ withoutKey: 1, withoutVersion: 1, copied: 1, ...others });
});

const unmarkable = rowsOf(course('a')).map((row) => without('removedAt', row));
it.each<[string, IDataObject[], Row[], string[]]>([
	['without a column for a field is reported', rowsOf({ courseId: 'a' }), [course('a')], ['name']],
	['that has no column for a mark is reported', unmarkable, [], ['removedAt']],
	['can omit a column that is empty in the list', rowsOf({ courseId: 'a' }), [course('a', '')], []],
	['can have no columns if it has no rows', [{}], [course('a')], []],
])('a table %s', (_what, rows, list, columns) => {
	expect([...compared(rows, list).missingColumns]).toEqual(columns);
});

it('a column missing from the table does not cause repairs', () => {
	const rows = rowsOf(course('a')).map((row) => without('name', row));
	expect(compared(rows, [course('a')]).upserts).toEqual([]);
});

it.each<[string, IDataObject[], Row[], string, advice?: string]>([
	['the node before Sync has failed', [{ error: 'no' }], [], 'have no "courseId" column'],
	['a record has no key', [{}], [course('')], 'A record in the list has no ID'],
	['all parts of the key are empty', [{}], [course(':')], 'has no ID'],
	['two records have a key', [{}], [course('a'), course('a', 'b')], 'the same key', 'is "a". A'],
])('nothing is written if %s', (_what, rows, list, message, advice = '') => {
	const error = {
		message: expect.stringMatching(`${message}$`) as string,
		description: expect.stringContaining(advice) as string,
	};
	expect(() => compared(rows, list)).toThrow(expect.objectContaining(error) as Error);
});

it('a record that the list contains twice is written once', () => {
	expect(compared([{}], [course('a'), course('a')]).counts.added).toBe(1);
});
