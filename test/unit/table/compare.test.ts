import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { compareTable } from '../../../nodes/LearningPlatform/table';
import { campaign } from '../../campaign';

const NOW = new Date('2026-01-31T12:00:00.000Z');
const now = NOW.toISOString();
const before = '2026-01-30T12:00:00.000Z';

interface Choice {
	deletes?: boolean;
	removalLimit?: number;
}

function compare(rows: IDataObject[], records: IDataObject[], choice: Choice = {}) {
	const defaults = { keyName: 'id', deletes: false, removalLimit: 100, now: NOW };
	const table = compareTable(rows, { ...defaults, ...choice });
	table.add(records);
	return table.finish();
}

const row = (id: unknown, name = `name ${String(id)}`, rest: IDataObject = {}) =>
	({ id, name, ...rest }) as IDataObject;
const written = (id: unknown, name?: string) => row(id, name, { removedAt: '' });
const there = (id: unknown, name?: string) => row(id, name, { removedAt: null });

const json = (writes: { json: IDataObject }[]) => writes.map((write) => write.json);

describe('what is to be written', () => {
	it.each<[string, IDataObject[], IDataObject[], IDataObject[]]>([
		['nothing of a table that shows the list', [there(1)], [row(1)], []],
		['all of an empty table', [{}], [row(1), row(2)], [written(1), written(2)]],
		['a changed row', [there(1, 'old')], [row(1)], [written(1)]],
		['a mark where a record is gone', [there(1), there(2)], [row(1)], [{ id: 2, removedAt: now }]],
		['no mark a second time', [row(1, 'a', { removedAt: before })], [], []],
		['a record that is back', [row(1, 'name 1', { removedAt: before })], [row(1)], [written(1)]],
		['no row of people', [there(1), row('', 'mine'), row(null, 'mine')], [row(1)], []],
		['no column of people', [row(1, 'name 1', { note: 'mine' })], [row(1)], []],
		['no column that the table lacks', [{ id: 1 }], [row(1)], []],
		['no row whose ID became a number', [there(7, 'name 007')], [row('007')], []],
		[
			'the table’s own spelling of an ID',
			[there(7, 'old')],
			[row('007')],
			[written(7, 'name 007')],
		],
		[
			'no row whose key lost the apostrophe before a formula',
			[there('+5')],
			[row("'+5", 'name +5')],
			[],
		],
		[
			'a changed row under its own spelling of the key',
			[there(' a ', 'old')],
			[row('a')],
			[written(' a ', 'name a')],
		],
		['both of two IDs that differ', [there('7')], [row('007'), row('7')], [written('007')]],
		['a record that came twice once', [{}], [row(1), row(1)], [written(1)]],
	])('%s', (_what, rows, records, expected) => {
		expect(json(compare(rows, records).upserts)).toEqual(expected);
	});

	it('says which row it was, and of a new one nothing', () => {
		const { upserts } = compare([there(1), there(2, 'old')], [row(2), row(3)]);
		expect(upserts.map(({ json, at }) => [json.id, at])).toEqual([
			[2, 1],
			[3, undefined],
			[1, 0],
		]);
	});
});

describe('a time that is an hour, or some hours of one day, later is written', () => {
	const NINE = '2026-01-31T09:00:00.000Z';
	const TEN = '2026-01-31T10:00:00.000Z';
	const MIDNIGHT = '2026-01-31T00:00:00.000Z';
	/** Two rows as the table has them, and how the record of the second one is now. */
	const changesOf = (first: unknown, second: unknown, now: string) => {
		const rows = [first, second].map((at, id) => ({ id, at, removedAt: null }) as IDataObject);
		const { upserts, counts } = compare(rows, [
			{ id: 0, at: NINE },
			{ id: 1, at: now },
		]);
		expect(counts).toMatchObject({ changed: upserts.length, unchanged: 2 - upserts.length });
		return json(upserts);
	};

	it.each<[string, number, unknown, unknown, string, boolean]>([
		['as text', 60, NINE, NINE, TEN, true],
		['as a date of JavaScript', 60, new Date(NINE), new Date(NINE), TEN, true],
		['on the day of a midnight', 0, new Date(NINE), new Date(MIDNIGHT), TEN, true],
		[
			'not in a column without zones',
			60,
			new Date('2026-01-31T08:00:00Z'),
			new Date(NINE),
			TEN,
			false,
		],
		['not in a column for days', 0, new Date(MIDNIGHT), new Date(MIDNIGHT), TEN, false],
	])('%s', (_what, minutes, first, second, now, isWritten) => {
		jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-minutes);
		const expected = isWritten ? [{ id: 1, at: now, removedAt: '' }] : [];
		expect(changesOf(first, second, now)).toEqual(expected);
		jest.restoreAllMocks();
	});
});

describe('what is to be deleted', () => {
	const marked = (id: unknown, rest: IDataObject = {}) =>
		row(id, 'a', { removedAt: before, note: 'mine', ...rest });

	it.each<[string, IDataObject[], boolean, IDataObject[]]>([
		['nothing where rows stay', [marked(1)], false, []],
		['a row that was marked, as it came', [marked(1)], true, [marked(1)]],
		['no row that is marked only now', [there(1)], true, []],
		[
			'the last row first',
			[marked(1, { row_number: 2 }), marked(2, { row_number: 10 })],
			true,
			[marked(2, { row_number: 10 }), marked(1, { row_number: 2 })],
		],
		['the second row of a key', [there(9), row(9, 'b')], true, [row(9, 'b')]],
		['no row that came twice', [there(9), there(9)], true, []],
		[
			'no row that came twice and changed in between',
			[row(9, 'name 9', { row_number: 2 }), row(9, 'b', { row_number: 2 })],
			true,
			[],
		],
	])('%s', (_what, rows, deletes, expected) => {
		expect(json(compare(rows, [row(9)], { deletes }).deletes)).toEqual(expected);
	});
});

it('the counts say what became of the rows', () => {
	const rows = [there(1), there(2, 'old'), there(3), row(4, 'name 4', { removedAt: before })];
	const gone = row(5, 'a', { removedAt: before });
	const own = row('', 'mine');
	const { counts, withoutKey } = compare(
		[...rows, gone, own],
		[1, 2, 4, 6].map((id) => row(id)),
		{
			deletes: true,
		},
	);
	expect(counts).toEqual({ added: 1, changed: 1, marked: 1, back: 1, deleted: 1, unchanged: 1 });
	expect(withoutKey).toBe(1);
});

it.each<[string, IDataObject[], IDataObject[], string[]]>([
	['a column of the list', [{ id: 1 }], [row(1)], ['name']],
	['the column of the mark, once it is needed', [row(1), row(2)], [row(1)], ['removedAt']],
	['no column that is empty in the list', [{ id: 1 }], [row(1, '')], []],
	['no column of an empty table', [{}], [row(1)], []],
])('a table lacks %s', (_what, rows, records, columns) => {
	expect(compare(rows, records).missingColumns).toEqual(columns);
});

const ten = Array.from({ length: 10 }, (_, id) => there(id));

it.each<[string, IDataObject[], number, number]>([
	['as many as the limit', ten, 50, 5],
	['any number with 100 percent', ten, 100, 10],
	['beside rows that are marked', [...ten, row(10, 'a', { removedAt: before })], 50, 5],
])('rows are marked: %s', (_what, rows, removalLimit, marks) => {
	const records = ten.slice(marks).map(({ id }) => row(id));
	expect(compare(rows, records, { removalLimit }).counts.marked).toBe(marks);
});

it.each<[string, () => unknown, string]>([
	[
		'more rows are gone than the limit allows',
		() => compare(ten, [row(0)], { removalLimit: 50 }),
		'9 of 10 rows belong to records that the list no longer has, more than the Removal Limit of 50 percent',
	],
	[
		'one is gone and none may be',
		() => compare([there(1), there(2)], [row(1)], { removalLimit: 0 }),
		'1 of 2 rows',
	],
	['the key has another header', () => compare([{ ID: 1 }], []), 'have no column "id"'],
	['a node in front has failed', () => compare([{ error: 'no' }], []), 'have no column "id"'],
	['a record has no key', () => compare([{}], [row('')]), 'A record of the list has no ID'],
	['a record has parts of a key only', () => compare([{}], [row(':')]), 'has no ID'],
	['records have one key', () => compare([{}], [row(1), row(1, 'b')]), 'have the key "1"'],
	[
		'the same where one has a row already',
		() => compare([there(1)], [row(1), row(1, 'b')]),
		'have the key "1"',
	],
])('nothing is written when %s', (_what, run, message) => {
	expect(run).toThrow(message);
});

const id = fc.integer({ min: 1, max: 8 });
const cell = fc.constantFrom('', 'a', 'b', '=1+1', '007', 12, 0.5, true, before);
const list = fc.uniqueArray(fc.record({ id, name: cell, other: cell }), {
	selector: (record) => record.id,
});
/** What a person, an older run or two runs at once have left. */
const table = fc
	.array(
		fc.record({
			id: fc.oneof(id, id.map(String), fc.constantFrom('', null)),
			name: cell,
			other: cell,
			removedAt: fc.constantFrom('', null, before),
			note: fc.constant('mine'),
		}),
	)
	.map((rows) => rows.map((row, at): IDataObject => ({ row_number: at + 2, ...row })));

/** What a sheet makes of a value that it is given. */
const kept = (value: unknown) =>
	value === '' ? null : value === '007' ? 7 : typeof value === 'boolean' ? 'TRUE' : value;

const keyIn = ({ id }: IDataObject) => JSON.stringify(id).replaceAll('"', '');

/** Does what the nodes behind do: writes the first row of a key, and deletes by number. */
function apply(
	rows: IDataObject[],
	{ upserts, deletes }: ReturnType<typeof compare>,
): IDataObject[] {
	const gone = new Set(deletes.map((one) => one.json.row_number));
	const left = rows.filter((one) => !gone.has(one.row_number)).map((one) => ({ ...one }));
	for (const { json } of upserts) {
		const values = Object.fromEntries(Object.entries(json).map(([k, v]) => [k, kept(v)]));
		const found = left.find((one) => keyIn(one) === keyIn(json));
		if (found) Object.assign(found, values);
		else left.push({ ...values, row_number: 100 + left.length });
	}
	return left;
}

it.each([false, true])(
	'whatever a table has, a run puts it in step, and the next one writes nothing (deletes: %s)',
	(deletes) => {
		fc.assert(
			fc.property(table, list, (rows, records) => {
				const once = apply(rows, compare(rows, records, { deletes }));
				const again = compare(once, records, { deletes });
				expect(again.upserts).toEqual([]);
				const twice = apply(once, again);
				const last = compare(twice, records, { deletes });
				expect([last.upserts, last.deletes]).toEqual([[], []]);
				const own = ({ id }: IDataObject) => id === '' || id === null;
				expect(twice.filter(own)).toEqual(rows.filter(own));
				const live = twice.filter((one) => !own(one) && !one.removedAt);
				const keys = new Set(live.map(keyIn));
				for (const record of records) expect(keys).toContain(String(record.id));
				if (deletes) expect(live).toHaveLength(records.length);
			}),
			{ numRuns: campaign(200, 1_000) },
		);
	},
);
