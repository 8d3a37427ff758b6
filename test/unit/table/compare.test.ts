import type { IDataObject } from 'n8n-workflow';

import { compared, KEY, NOW, recordOf, type Row, Table } from './tables';

const now = NOW.toISOString();
const before = '2026-01-30T12:00:00.000Z';
const course = (courseId: string, name = `Course ${courseId}`): Row => ({ courseId, name });

/** The rows of a table in sync with a list. */
function rowsOf(...list: Row[]): IDataObject[] {
	const table = new Table((value) => value);
	table.sync(list);
	return table.rows.map(cells);
}

const json = (writes: { json: IDataObject }[]) => writes.map((write) => write.json);
const without = (name: string, row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).filter(([column]) => column !== name));
const cells = (row: IDataObject) => without('row_number', row);

describe('a version', () => {
	// Another hash would write every row of every table once.
	it('is pinned', () => {
		const row = rowsOf({ ...recordOf('65a1c0ffee65a1c0ffee65a1'), removed: '' })[0];
		expect(row?.syncVersion).toBe('hwfhqmh-sgfzgmqhhldx');
	});

	it('depends neither on the order of columns, nor on a new column without a value', () => {
		const [row] = rowsOf({ courseId: 'a', name: 'b', code: 'c' });
		const [other] = rowsOf({ courseId: 'a', code: 'c', name: 'b', tags: '' });
		expect(other?.syncVersion).toBe(row?.syncVersion);
	});

	it.each<[string, (version: string) => unknown]>([
		['in capitals, with spaces around', (version) => ` ${version.toUpperCase()} `],
		['with four letters of a heal', (version) => `${version}bcdf`],
	])('is read %s', (_what, spelled) => {
		const rows = rowsOf(course('a')).map(
			(row) => ({ ...row, syncVersion: spelled(row.syncVersion as string) }) as IDataObject,
		);
		expect(compared(rows, [course('a')]).upserts).toEqual([]);
	});
});

describe('a record takes', () => {
	const [one] = rowsOf(course('a')) as [IDataObject];
	const other = rowsOf(course('b'))[0]?.syncVersion;

	it.each<[what: string, rows: IDataObject[], list: Row[], taken: number | undefined]>([
		['the row with its version', [{ ...one, syncVersion: null }, one], [course('a')], undefined],
		['its row without a version', [{ ...one, syncVersion: '' }], [course('a')], 0],
		[
			'its row with a version that was dragged down',
			[{ ...one, syncVersion: other }],
			[course('a')],
			0,
		],
		[
			'a row without a version before a copy',
			[
				{ ...one, syncVersion: other },
				{ ...one, syncVersion: '' },
			],
			[course('a')],
			1,
		],
		['a row whose key has other capitals and spaces', [{ [KEY]: ' A' }], [course('a')], 0],
		['a row whose key has become a number', [{ [KEY]: 7 }], [course('007')], 0],
		['a row whose key has become a number with decimals', [{ [KEY]: '7.0' }], [course('007')], 0],
		[
			'a row whose key has lost digits',
			[{ [KEY]: 6.2e23 }],
			[course('620000000000000000000123')],
			0,
		],
		['a row whose key has become a power', [{ [KEY]: 2.19e12 }], [course('219e10')], 0],
		['a row whose key has lost its apostrophe', [{ [KEY]: '+5' }], [course("'+5")], 0],
	])('%s', (_what, rows, list, taken) => {
		const { upserts, counts } = compared(rows, list);
		expect(upserts.map(({ at }) => at)).toEqual(taken === undefined ? [] : [taken]);
		expect(counts.added).toBe(0);
		// The node that writes finds the row by the table's own spelling of the key.
		if (taken !== undefined) expect(upserts[0]?.json[KEY]).toBe(rows[taken]?.[KEY]);
	});

	it.each<[what: string, id: string, key: unknown, isTaken: boolean]>([
		['nothing', 'a', '', true],
		['the beginning of its key', 'x'.repeat(30), 'x'.repeat(25), true],
		['a serial date', '3/4', 46_000, true],
		['a Date', '3/4', new Date(), true],
		['a date in words', '3/4', '4 March 2026', true],
		['a number with six digits', '12345678901234567890', '1.23457E+19', true],
		['another text', 'a', 'plan', false],
		['another number', '7', 8, false],
		['a number that its key cannot have become', '3/4', 8, false],
		['too little of its key', 'x'.repeat(30), 'x'.repeat(19), false],
	])('by its version, where no row has its key, a row with %s: %s', (_what, id, key, isTaken) => {
		const rows = [{ ...rowsOf(course(id))[0], [KEY]: key } as IDataObject];
		const { upserts, leftAlone } = compared(rows, [course(id)]);
		expect(upserts.map(({ at }) => at)).toEqual(isTaken ? [] : [undefined]);
		expect(leftAlone.copied + leftAlone.withoutKey).toBe(isTaken ? 0 : 1);
	});

	it('no row by its version alone whose key is that of another record', () => {
		const rows = [{ ...rowsOf(course('3/4'))[0], [KEY]: '46000' }];
		const { upserts } = compared(rows, [course('3/4'), course('46000')]);
		expect(upserts.map(({ at, json }) => [json[KEY], at])).toEqual([
			['46000', 0],
			['3/4', undefined],
		]);
	});
});

describe('what is written', () => {
	it('of a new row has no input item, and of another one that of the row', () => {
		const rows = rowsOf(course('a'), course('b'));
		const { upserts } = compared(rows, [course('b', 'new'), course('c')]);
		expect(upserts.map(({ json, at }) => [json[KEY], at])).toEqual([
			['b', 1],
			['c', undefined],
			['a', 0],
		]);
	});

	it('is under the headers of the table, where they have invisible letters', () => {
		const odd = (row: IDataObject) =>
			Object.fromEntries(Object.entries(row).map(([name, cell]) => [`\uFEFF${name}\u200B `, cell]));
		const rows = rowsOf(course('a')).map(odd);
		const { upserts } = compared(rows, [course('a', 'new')]);
		expect(json(upserts)).toMatchObject([
			{ '\uFEFFcourseId\u200B ': 'a', '\uFEFFname\u200B ': 'new' },
		]);
	});

	const phone = { ...course('a', "'+49 1"), tags: '', texts: '[{"lang":"de"}]' };
	it.each<['spreadsheet' | 'database', IDataObject]>([
		['spreadsheet', { courseId: 'a', removedAt: now, syncVersion: expect.any(String) as string }],
		[
			'database',
			{
				courseId: 'a',
				name: '+49 1',
				tags: null,
				texts: '[{"lang":"de"}]',
				removedAt: now,
				syncVersion: expect.any(String) as string,
			},
		],
	])('of a mark for a %s', (writtenTo, expected) => {
		const found = { name: '+49 1', tags: null, texts: [{ lang: 'de' }], note: 'mine' };
		const rows = rowsOf(phone).map((row) => ({ ...row, ...found }));
		const { upserts } = compared([...rows, ...rowsOf(course('b'))], [{ ...phone, courseId: 'b' }], {
			writtenTo,
		});
		expect(json(upserts).filter(({ removedAt }) => removedAt)).toEqual([expected]);
	});

	it.each<[what: string, rows: IDataObject[], IDataObject[]]>([
		[
			'no mark a second time',
			rowsOf(course('a')).map((row) => ({ ...row, removedAt: before })),
			[],
		],
		[
			'a mark where a person has emptied it',
			rowsOf(course('a')),
			[{ courseId: 'a', removedAt: now }],
		],
		['no mark for a row of a person', [{ courseId: 'plan', name: 'mine' }], []],
		[
			'no mark for a row whose key was edited',
			rowsOf(course('a')).map((row) => ({ ...row, courseId: 'b' })),
			[],
		],
		[
			'no mark for a second row of the key',
			[...rowsOf(course('a')), ...rowsOf(course('x'), course('a')).slice(1)],
			[{ courseId: 'a', removedAt: now }],
		],
	])('is %s', (_what, rows, expected) => {
		expect(json(compared(rows, []).upserts)).toMatchObject(expected);
	});

	it('keeps the names of the row where names could not be read, and is nothing if that is all', () => {
		const named = { ...course('a'), groupName: "'=Ops" };
		const rows = rowsOf(named).map((row) => ({ ...row, groupName: '=Ops' }));
		const writtenTo = 'spreadsheet';
		const unread = [['groupName']];
		expect(compared(rows, [{ ...named, groupName: '' }], { writtenTo }, unread).upserts).toEqual(
			[],
		);
		const edited = { ...named, name: 'new', groupName: '' };
		expect(json(compared(rows, [edited], { writtenTo }, unread).upserts)).toMatchObject([
			{ name: 'new', groupName: "'=Ops" },
		]);
	});
});

describe('what is deleted', () => {
	const marked = (row: IDataObject) => ({ ...row, removedAt: before });
	const [a = {}, b = {}] = rowsOf(course('a'), course('b')).map((row, index) => ({
		...row,
		row_number: 2 + 8 * index,
	}));

	it.each<[what: string, rows: IDataObject[], deleted: IDataObject[]]>([
		['a row that was marked, as it came', [marked(a)], [marked(a)]],
		['no row that is marked only now', [a], []],
		['the last row first', [marked(a), marked(b)], [marked(b), marked(a)]],
		['the second row of a key', [{ ...b, row_number: 9 }, b], [b]],
		[
			'no row of a person, though there is something in the column of the mark',
			[marked({ courseId: 'plan' })],
			[],
		],
		['no row whose key was edited', [marked({ ...a, courseId: 'x' })], []],
	])('is %s', (_what, rows, deleted) => {
		expect(json(compared(rows, [], { deletes: true }).deletes)).toEqual(deleted);
		expect(compared(rows, []).deletes).toEqual([]);
	});

	it.each<[what: string, isDeleted: boolean, second: IDataObject]>([
		['that a run at the same time has added', true, { ...a, row_number: 9 }],
		['only where Sync has written it', false, { ...a, row_number: 9, syncVersion: '' }],
	])('is a second row %s', (_what, isDeleted, second) => {
		const { deletes, leftAlone } = compared([a, second], [course('a')], { deletes: true });
		expect(json(deletes)).toEqual(isDeleted ? [second] : []);
		expect(leftAlone.twins).toBe(isDeleted ? 0 : 1);
	});

	it('is no row that came in twice', () => {
		const { deletes, leftAlone } = compared([a, { ...a, name: 'since then' }], [course('a')], {
			deletes: true,
		});
		expect([deletes, leftAlone.repeated]).toEqual([[], 1]);
	});
});

it('a cell that the table spells in its own way is written once more, and a cell of a person is healed', () => {
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

describe('two keys that the table has made one', () => {
	const list = [course('007'), course('7')];
	const table = () => {
		const numbers = new Table((value, column) => (column === KEY ? Number(value) : value));
		for (const record of list) numbers.append(cells(rowsOf(record)[0] ?? {}));
		for (const row of numbers.rows) row[KEY] = 7;
		return numbers;
	};

	it('are no matter as long as nothing is to be written', () => {
		const { upserts, changedKeys } = compared(table().rows, list);
		expect([upserts, changedKeys]).toEqual([[], ['7 for 007']]);
	});

	it.each<[what: string, list: Row[]]>([
		['one of them has changed', [course('007', 'new'), course('7')]],
		['one of them is gone', [course('007')]],
	])('are an error when %s', (_what, changed) => {
		expect(() => compared(table().rows, changed)).toThrow(
			'The table has made one key, "7", of "007" and "7"',
		);
	});

	it('are an error before the second one is written over the first', () => {
		const [row] = table().rows;
		expect(() => compared([row ?? {}], list)).toThrow('The table has made one key');
	});

	it('are two where the table keeps texts', () => {
		expect(
			compared(rowsOf(...list), [course('007', 'new'), course('7', 'new')]).counts.changed,
		).toBe(2);
	});
});

it('the counts say what became of the rows', () => {
	const list = ['a', 'b', 'c', 'd', 'e'].map((id) => course(id));
	const rows = rowsOf(...list).map((row, index) =>
		index > 2 ? { ...row, removedAt: before } : row,
	);
	const own = [
		{ name: 'mine' },
		{ courseId: 'plan' },
		{ ...rows[0], row_number: 9, courseId: 'copy' },
	];
	const now = [course('a'), course('b', 'new'), course('d'), course('f')];
	const { counts, leftAlone } = compared([...rows, ...own], now, { deletes: true });
	expect(counts).toEqual({ added: 1, changed: 1, marked: 1, back: 1, deleted: 1, unchanged: 1 });
	expect(leftAlone).toEqual({
		withoutKey: 1,
		withoutVersion: 1,
		copied: 1,
		twins: 0,
		respelled: 0,
		repeated: 0,
	});
});

it.each<[string, IDataObject[], Row[], string[]]>([
	['a column of the list', rowsOf({ courseId: 'a' }), [course('a')], ['name']],
	[
		'the column of the mark, once it is needed',
		rowsOf(course('a')).map((row) => without('removedAt', row)),
		[],
		['removedAt'],
	],
	['no column that is empty in the list', rowsOf({ courseId: 'a' }), [course('a', '')], []],
	['no column of an empty table', [{}], [course('a')], []],
])('a table lacks %s', (_what, rows, list, columns) => {
	expect([...compared(rows, list).missingColumns]).toEqual(columns);
});

const ten = Array.from('abcdefghij', (id) => course(id));

it.each<[string, number, number]>([
	['as many as the limit', 50, 5],
	['any number with 100 percent', 100, 10],
])('rows are marked: %s', (_what, removalLimit, marks) => {
	const { counts } = compared(rowsOf(...ten), ten.slice(marks), { removalLimit });
	expect(counts.marked).toBe(marks);
});

it.each<[string, () => unknown, string]>([
	[
		'more rows are gone than the limit allows',
		() => compared(rowsOf(...ten), ten.slice(6), { removalLimit: 50 }),
		'6 of 10 rows belong to records that the list no longer has, more than the Removal Limit of 50 percent',
	],
	[
		'rows that were marked before would hide that',
		() =>
			compared(
				[...rowsOf(...ten), ...rowsOf(course('k')).map((row) => ({ ...row, removedAt: before }))],
				ten.slice(6),
				{ removalLimit: 50 },
			),
		'6 of 10 rows',
	],
	[
		'one is gone and none may be',
		() => compared(rowsOf(...ten), ten.slice(1), { removalLimit: 0 }),
		'1 of 10 rows',
	],
	[
		'the key has another header',
		() => compared([{ CourseID: 1 }], []),
		'have no column "courseId"',
	],
	[
		'a node in front has failed',
		() => compared([{ error: 'no' }], []),
		'have no column "courseId"',
	],
	['a record has no key', () => compared([{}], [course('')]), 'A record of the list has no ID'],
	['a record has parts of a key only', () => compared([{}], [course(':')]), 'has no ID'],
	[
		'records have one key',
		() => compared([{}], [course('a'), course('a', 'b')]),
		'have the key "a"',
	],
])('nothing is written when %s', (_what, run, message) => {
	expect(run).toThrow(message);
});

it('a record that comes twice is written once', () => {
	expect(compared([{}], [course('a'), course('a')]).counts.added).toBe(1);
});

it('the error for a table of another resource names the columns of a new one, in their order', () => {
	const run = () => compared([{ userId: 'a' }], [course('a')]);
	const description =
		/Is this the table of another resource\?.* The table has userId\..* in this order: courseId, name, removedAt, syncVersion\./;
	expect(run).toThrow(
		expect.objectContaining({ description: expect.stringMatching(description) as string }) as Error,
	);
});
