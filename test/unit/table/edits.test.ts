import type { IDataObject } from 'n8n-workflow';

import { compared, KEY, type Row, Table } from './tables';

const course = (courseId: string, fields: IDataObject = {}): Row => ({
	courseId,
	name: `Course ${courseId}`,
	...fields,
});

/** Returns a text table in sync with this list. */
function tableOf(...list: Row[]): Table {
	const table = new Table((value) => value);
	table.sync(list);
	return table;
}

const json = (writes: { json: IDataObject }[]) => writes.map((write) => write.json);
const renamed = (row: IDataObject, nameOf: (column: string) => string) =>
	Object.fromEntries(Object.entries(row).map(([name, cell]) => [nameOf(name), cell]));

describe('a row that lost its key', () => {
	it.each<[what: string, cell: unknown]>([
		['has no text', ''],
		['has null', null],
		['has no cell', undefined],
		['has a space', ' '],
		['refers to a deleted cell', '#REF!'],
		['has no value from a lookup', '#N/A'],
		['has no value from a lookup, in German', '#NV'],
		['has a misspelled formula', '#NAME?'],
		['has an error in French', '#VALEUR!'],
		['has an error in Spanish', '#¡REF!'],
		['has no value from a lookup, in Italian', '#N/D'],
		['is still being calculated', '#GETTING_DATA'],
		['divides by zero', '#DIV/0!'],
		['has false', false],
	])('is left alone, and its record gets a new row at once, if the key cell %s', (_what, cell) => {
		const table = tableOf(course('a'), course('b'));
		const row = Object.assign(table.row('a') ?? {}, { [KEY]: cell, note: 'mine' } as IDataObject);
		const before = { ...row };
		const { upserts, emptied, counts } = table.sync([course('a'), course('b')]);
		expect(upserts.map(({ at, json: { name } }) => [at, name])).toEqual([[undefined, 'Course a']]);
		expect([emptied, counts.added]).toMatchObject([[{ at: 0, recordKey: 'a' }], 1]);
		const next = table.sync([course('a', { name: 'new' }), course('b')]);
		expect([next.counts.changed, next.emptied]).toMatchObject([1, [{ at: 0, recordKey: 'a' }]]);
		expect(table.row('a')?.name).toBe('new');
		expect(row).toEqual(before);
	});

	it('has no record if the record is gone', () => {
		const [row] = tableOf(course('a')).rows;
		const { emptied, counts } = compared([{ ...row, [KEY]: '' }], []);
		expect([emptied.map(({ recordKey }) => recordKey), counts.marked]).toEqual([[undefined], 0]);
	});

	it('is different from a key that begins with the same sign', () => {
		const table = tableOf(course('#1'), course('#N/A-7'), course('#ref'));
		expect(table.sync([course('#1'), course('#N/A-7'), course('#ref')]).upserts).toEqual([]);
	});
});

describe('a name that could not be read', () => {
	const [from, to] = ['5f01', '5f02'];
	const unread = [{ name: 'groupName', id: 'groupId' }];
	it.each<[what: string, cells: IDataObject, fields: IDataObject, name: string]>([
		['stays beside the same ID', {}, { groupId: from }, 'Ops'],
		['stays beside an ID in capitals', { groupId: '5F01' }, { groupId: from }, 'Ops'],
		['stays beside an ID that is a number', { groupId: 7 }, { groupId: '007' }, 'Ops'],
		['stays beside the same list', { groupId: 'a, b' }, { groupId: 'a, b' }, 'Ops'],
		['is emptied if the ID has moved', {}, { groupId: to }, ''],
		['is emptied if one of the IDs has moved', { groupId: 'a, b' }, { groupId: 'a, c' }, ''],
		['is emptied if there is no ID any longer', {}, { groupId: '' }, ''],
		['is emptied if the row had no ID', { groupId: null }, { groupId: to }, ''],
		['is emptied if the table has no column for the ID', { groupId: undefined }, {}, ''],
	])('%s', (_what, cells, fields, name) => {
		const table = tableOf(course('a', { groupId: from, groupName: 'Ops' }));
		const row = Object.assign(table.rows[0] ?? {}, cells);
		if (cells.groupId === undefined && 'groupId' in cells) Reflect.deleteProperty(row, 'groupId');
		table.sync([course('a', { ...fields, groupName: '' })], {}, unread);
		expect(table.row('a')?.groupName).toBe(name);
		// What was unreadable once may stay so.
		table.sync([course('a', { ...fields, groupName: '' })], {}, unread);
		expect(table.row('a')?.groupName).toBe(name);
	});
});

it('a name that could not be read, and that the list does not fill, does not touch a column of that name', () => {
	const { rows } = tableOf(course('a', { groupId: '5f01' }));
	const found = rows.map((row) => ({ ...row, groupName: 'mine' }));
	const unread = [{ name: 'groupName', id: 'groupId' }];
	expect(compared(found, [course('a', { groupId: '5f01' })], {}, unread).upserts).toEqual([]);
});

describe('a column that no record fills any longer', () => {
	const sync = (rows: IDataObject[], record: Row, maybeOwn: string[]) => {
		const table = Object.assign(new Table((value) => value), { rows });
		return compared(table.rows, [record], {}, [], maybeOwn);
	};
	it.each<
		[what: string, before: IDataObject, after: IDataObject, cells: IDataObject, isOwn: boolean]
	>([
		['is cleared if Sync filled it', { extra: 'x' }, {}, {}, true],
		['is cleared along with an edit', { extra: 'x', at: '1' }, { at: '2' }, {}, true],
		['is cleared beside a note', { extra: 'x' }, {}, { note: 'mine' }, true],
		['is cleared along with a second one', { extra: 'x', other: 'y' }, {}, {}, true],
		['is kept if a person filled it', {}, { at: '2' }, { extra: 'mine' }, false],
		['is kept if a person has changed it', { extra: 'x' }, {}, { extra: 'mine' }, false],
		['is kept if the row has no version', { extra: 'x' }, {}, { syncVersion: '' }, false],
		['is kept if it is empty', { extra: '' }, { at: '2' }, { extra: '' }, false],
	])('%s', (_what, before, after, cells, isOwn) => {
		const { rows } = tableOf(course('a', before));
		const found = rows.map((row) => ({ ...row, ...cells }));
		const { upserts } = sync(found, course('a', after), ['extra', 'other', 'note']);
		expect(json(upserts).map((row) => row.extra)).toEqual([isOwn ? '' : undefined]);
		expect(json(upserts)[0]).not.toHaveProperty('note');
	});

	it('is not sent to a table that does not have it', () => {
		const { rows } = tableOf(course('a'));
		const { upserts, missingColumns } = compared(rows, [course('a', { name: 'new', tags: '' })]);
		expect(json(upserts)[0]).not.toHaveProperty('tags');
		expect([...missingColumns]).toEqual([]);
		expect(json(compared([{}], [course('a', { tags: '' })]).upserts)[0]).toHaveProperty('tags', '');
	});
});

describe('a column that the table no longer has under its name', () => {
	const list = [course('a', { code: 'x', tags: '' }), course('b', { code: 'y', tags: '' })];
	it.each<[what: string, names: Record<string, string | undefined>, missing: string[]]>([
		['was renamed', { name: 'title' }, ['name']],
		['was renamed along with another', { name: 'title', code: 'number' }, ['name', 'code']],
		['changed names with a note', { name: 'note', note: 'name 2' }, ['name']],
		['has a misspelled name', { code: 'codee' }, ['code']],
		['has a name in two words', { code: 'co de' }, ['code']],
		['has a name with a hyphen', { code: 'co-de' }, ['code']],
		['has a translated name', { name: 'Bezeichnung' }, ['name']],
		['was deleted', { name: undefined }, ['name']],
		['has a name in capitals', { name: 'NAME' }, []],
		['is empty in the list', { tags: 'labels' }, []],
	])('is named at every run, and nothing is written, if it %s', (_what, names, missing) => {
		const rows = tableOf(...list).rows.map((row) => {
			const cells = Object.entries({ ...row, note: 'mine' }).map(([name, cell]) => {
				return [name in names ? names[name] : name, cell] as const;
			});
			return Object.fromEntries(cells.filter(([name]) => name !== undefined)) as IDataObject;
		});
		for (let night = 0; night < 2; night += 1) {
			const { upserts, missingColumns } = compared(rows, list);
			expect([upserts, [...missingColumns]]).toEqual([[], missing]);
		}
	});
});

describe('headers', () => {
	it.each<[what: string, nameOf: (column: string) => string]>([
		['in capitals', (name) => name.toUpperCase()],
		['in lowercase, as PostgreSQL spells them', (name) => name.toLowerCase()],
		['with a capital first letter', (name) => name.charAt(0).toUpperCase() + name.slice(1)],
		['in capitals with a byte order mark', (name) => `\uFEFF${name.toUpperCase()}`],
		['in capitals with spaces', (name) => ` ${name.toUpperCase()} `],
		['as Sync spells them', (name) => name],
	])('%s are found and written as the table spells them', (_what, nameOf) => {
		const rows = tableOf(course('a'), course('b')).rows.map((row) => renamed(row, nameOf));
		expect(compared(rows, [course('a'), course('b')]).upserts).toEqual([]);
		const { upserts, counts } = compared(rows, [course('a', { name: 'new' })]);
		expect(counts).toMatchObject({ changed: 1, marked: 1, added: 0 });
		expect(json(upserts)[0]).toEqual({
			[nameOf(KEY)]: 'a',
			[nameOf('name')]: 'new',
			[nameOf('removedAt')]: '',
			[nameOf('syncVersion')]: expect.any(String) as string,
		});
	});

	it('that differ only in case are not found, unless one is spelled exactly', () => {
		const [row = {}] = tableOf(course('a')).rows;
		const { courseId, ...others } = row;
		const twice = { ...others, COURSEID: courseId, courseid: courseId };
		expect(() => compared([twice], [course('a')])).toThrow('have no "courseId" column');
		expect(compared([{ ...row, COURSEID: 'mine' }], [course('a')]).upserts).toEqual([]);
	});
});

describe('a mark', () => {
	it.each([false, '-', 'NULL', '0000-00-00', 'never', 0])(
		'%p in the row of a missing record becomes a mark, and the row is not deleted at once',
		(removedAt) => {
			const rows = tableOf(course('a')).rows.map((row) => ({ ...row, removedAt }));
			const { counts, deletes } = compared(rows, [], { deletes: true });
			expect([counts.marked, deletes]).toEqual([1, []]);
		},
	);

	it.each(['-', 'never', 0])(
		'%p in the row of a listed record is cleared once, in case the table itself fills the cell',
		(removedAt) => {
			const table = new Table((value, column) =>
				column === 'removedAt' && value === '' ? removedAt : value,
			);
			const nights = () => table.sync([course('a')]).counts;
			expect(nights()).toMatchObject({ added: 1 });
			expect(nights()).toMatchObject({ changed: 1, back: 0 });
			expect(nights()).toMatchObject({ unchanged: 1 });
		},
	);
});

it.each<[what: string, id: string, key: unknown, reason: 'renumbered' | 'copied']>([
	['lost its zeros', '007', 7, 'renumbered'],
	['lost digits', '12345678901234567890', 1.234567e19, 'renumbered'],
	['is in exponential notation', '219e10', '2.19E+12', 'renumbered'],
	['became a number as text', '0042', '42', 'renumbered'],
	['became a decimal', '1-2', 46_024.5, 'renumbered'],
	['was edited', 'a', 'plan', 'copied'],
])(
	'the row of a missing record whose key %s is left alone for that reason',
	(_what, id, key, reason) => {
		const rows = tableOf(course(id)).rows.map((row) => ({ ...row, [KEY]: key }) as IDataObject);
		const { counts, leftAlone } = compared(rows, []);
		expect([counts.marked, leftAlone[reason]]).toEqual([0, 1]);
	},
);

it('IDs of 20 digits, which fold into one number, take no longer than other IDs', () => {
	const cpuOf = (idAt: (index: number) => string): number => {
		const list = Array.from({ length: 5_000 }, (_, index) => course(idAt(index)));
		const rows = json(compared([{}], list).upserts);
		const before = process.cpuUsage();
		expect(compared(rows, list).counts.unchanged).toBe(list.length);
		const { user, system } = process.cpuUsage(before);
		return user + system;
	};
	const number = (index: number) => `12345678901234${String(100_000 + index)}`;
	expect(cpuOf(number)).toBeLessThan(5 * cpuOf((index) => `id-${number(index)}`));
});
