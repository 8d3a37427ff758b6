import { changesKeys, IDS, kinds, recordOf, type Row, Table } from './tables';

const [first = '', second = ''] = IDS;
const LONG = 'x'.repeat(300);

/** What somebody edits on the platform: before, and after. */
const edits: [what: string, before: Partial<Row>, after: Partial<Row>][] = [
	[
		'half a second',
		{ startsAt: '2026-03-01T08:00:00.000Z' },
		{ startsAt: '2026-03-01T08:00:00.500Z' },
	],
	['an hour', { startsAt: '2026-03-01T08:00:00.000Z' }, { startsAt: '2026-03-01T09:00:00.000Z' }],
	['a day', { startsAt: '2026-03-01T00:00:00.000Z' }, { startsAt: '2026-03-02T00:00:00.000Z' }],
	['a thousandth', { score: 85.001 }, { score: 85.002 }],
	['a zero at the end of a code', { code: '1.1' }, { code: '1.10' }],
	['zeros at the beginning of a code', { code: '7' }, { code: '007' }],
	['zero, where nothing was', { score: '' }, { score: 0 }],
	['false, where nothing was', { passed: '' }, { passed: false }],
	['a space', { name: 'Fire Safety' }, { name: 'Fire Safety ' }],
	['a capital', { name: 'Fire safety' }, { name: 'Fire Safety' }],
	['the end of a long text', { name: `${LONG}a` }, { name: `${LONG}b` }],
	['a cell that is cleared', { tags: 'Safety' }, { tags: '' }],
];

describe.each(Object.entries(kinds))('a table that %s', (kind, keep) => {
	const edited = (fields: Partial<Row>): Row[] =>
		list.map((record) => (record.courseId === second ? { ...record, ...fields } : record));
	let list: Row[];
	let table: Table;

	/** Each record that is listed has one row, without a mark. */
	function expectInSync(): void {
		expect(table.rows).toHaveLength(list.length);
		expect(table.rows.filter(({ removedAt }) => removedAt)).toEqual([]);
	}

	/** A table that spells a new value in its own way is written once more. */
	function settle(): void {
		table.sync(list);
		table.sync(list);
		expect(table.sync(list).upserts).toEqual([]);
		expectInSync();
	}

	beforeEach(() => {
		list = IDS.map(recordOf);
		table = new Table(keep);
		settle();
	});

	it('is written once, and at most once more for cells that it spells in its own way', () => {
		table = new Table(keep);
		expect(table.sync(list).counts.added).toBe(list.length);
		const { upserts } = table.sync(list);
		expect(upserts.length).toBeLessThanOrEqual(kind.includes('N/A') ? list.length : 0);
		expect(table.sync(list).upserts).toEqual([]);
	});

	it.each(edits)('gets %s', (_what, before, after) => {
		list = edited(before);
		settle();
		list = edited(after);
		expect(table.sync(list).counts.changed).toBe(1);
		settle();
	});

	it('gets back a cell that a person has overwritten, and a row that a person has deleted', () => {
		const row = table.row(first) ?? {};
		const { name } = row;
		row.name = 'overwritten';
		table.rows = table.rows.filter((one) => one !== table.row(second));
		const { counts } = table.sync(list);
		expect(counts).toMatchObject({ added: 1, changed: 1, marked: 0 });
		expect(table.row(first)?.name).toEqual(name);
		settle();
	});

	it('keeps the rows of people', () => {
		const own = [
			table.append({ name: 'mine' }),
			table.append({ courseId: 'plan 1', name: 'mine' }),
		];
		const before = JSON.stringify(own);
		for (const deletes of [false, true]) expect(table.sync(list, { deletes }).upserts).toEqual([]);
		expect(JSON.stringify(table.rows.slice(-2))).toBe(before);
	});

	it('marks the row of a record that is gone, and takes it back', () => {
		const gone = changesKeys(kind) ? [first] : IDS;
		for (const id of gone) {
			const rest = list.filter(({ courseId }) => courseId !== id);
			expect(table.sync(rest).counts).toMatchObject({ marked: 1, changed: 0, added: 0 });
			expect(table.row(id)?.removedAt).toBeTruthy();
			expect(table.sync(rest).upserts).toEqual([]);
			expect(table.sync(list).counts).toMatchObject({ back: 1, changed: 0, added: 0 });
			expect(table.row(id)?.removedAt).toBeFalsy();
			settle();
		}
	});
});
