import { changesKeys, IDS, kinds, recordOf, type Row, Table } from './tables';

const [first = '', second = ''] = IDS;
const LONG = 'x'.repeat(300);
const EIGHT = '2026-03-01T08:00:00.000Z';

/** Edits on the platform: the fields before and after. */
const edits: [what: string, before: Partial<Row>, after: Partial<Row>][] = [
	['half a second', { startsAt: EIGHT }, { startsAt: '2026-03-01T08:00:00.500Z' }],
	['an hour', { startsAt: EIGHT }, { startsAt: '2026-03-01T09:00:00.000Z' }],
	['a day', { startsAt: EIGHT }, { startsAt: '2026-03-02T08:00:00.000Z' }],
	['a thousandth', { score: 85.001 }, { score: 85.002 }],
	['a trailing zero in a code', { code: '1.1' }, { code: '1.10' }],
	['leading zeros in a code', { code: '7' }, { code: '007' }],
	['zero instead of no value', { score: '' }, { score: 0 }],
	['false instead of no value', { passed: '' }, { passed: false }],
	['a space', { name: 'Fire Safety' }, { name: 'Fire Safety ' }],
	['a capital letter', { name: 'Fire safety' }, { name: 'Fire Safety' }],
	['the end of long text', { name: `${LONG}a` }, { name: `${LONG}b` }],
	['an empty string', { tags: 'Safety' }, { tags: '' }],
];

describe.each(Object.entries(kinds))('a table that %s', (kind, keep) => {
	const edited = (fields: Partial<Row>): Row[] =>
		list.map((record) => (record.courseId === second ? { ...record, ...fields } : record));
	let list: Row[];
	let table: Table;

	/** Runs Sync until the table has one unmarked row per record; a table that reformats values needs two runs. */
	function settle(): void {
		table.sync(list);
		table.sync(list);
		expect(table.sync(list).upserts).toEqual([]);
		expect(table.rows).toHaveLength(list.length);
		expect(table.rows.filter(({ removedAt }) => removedAt)).toEqual([]);
	}

	beforeEach(() => {
		list = IDS.map(recordOf);
		table = new Table(keep);
	});

	it('is written once and at most once more for cells that it reformats', () => {
		expect(table.sync(list).counts.added).toBe(list.length);
		const { upserts } = table.sync(list);
		expect(upserts.length).toBeLessThanOrEqual(kind.includes('N/A') ? list.length : 0);
		expect(table.sync(list).upserts).toEqual([]);
	});

	it.each(edits)('shows an edit: %s', (_what, before, after) => {
		list = edited(before);
		settle();
		list = edited(after);
		expect(table.sync(list).counts.changed).toBe(1);
		settle();
	});

	it("marks a removed record's row and clears the mark when the record returns", () => {
		settle();
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
