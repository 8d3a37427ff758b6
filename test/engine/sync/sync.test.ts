import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { type NodeOptions, runNode } from '../harness';
import { jsonOf } from '../lists';
import { startService } from '../service';

type Options = Omit<NodeOptions, 'parameters' | 'credential'>;

const columns = 'name, status, groupName, createdAt';
const now = '2026-01-31T12:00:00.000Z';

/** The ID of an unlisted group. */
const HIDDEN = 'f'.repeat(24);

const without = (name: string, row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).filter(([column]) => column !== name));

/** Parameters for Other List. */
const otherList = (value: string) => ({
	resource: 'other',
	listPath: { __rl: true, mode: 'path', value },
});

/** Runs "Sync courses with table" on the rows of a table. */
async function syncRows(
	credential: NodeOptions['credential'],
	rows: IDataObject[],
	parameters: INodeParameters = {},
	options: Options = {},
) {
	const run = await runNode({
		credential,
		parameters: { resource: 'course', operation: 'sync', outputFields: columns, ...parameters },
		items: rows.map((json) => ({ json })),
		...options,
	});
	const deletes = run.outputOf('Node', 1);
	const lines = run.log
		.filter(({ level, message }) => level === 'info' && message.includes(' compared with '))
		.map(({ message }) => message);
	return { ...run, upserts: jsonOf(run.items), deletes: jsonOf(deletes), lines };
}

it('an empty table is filled, and a table in sync is left unchanged', async () => {
	const sandbox = await startService({ courses: 30, coursePageSize: 7 });
	const options = { addNames: ['groups'] };
	const alwaysOutput = { alwaysOutputData: true };
	const filled = await syncRows(sandbox, [{}], { options }, alwaysOutput);
	const [first] = sandbox.catalogue.list('courses');
	expect(filled.upserts).toHaveLength(30);
	expect(filled.upserts[0]).toEqual({
		courseId: first?._id,
		name: first?.name,
		status: first?.status,
		groupName: sandbox.catalogue.get('groups', String(first?.groupId)).name,
		courseCreatedAt: first?.createdAt,
		removedAt: '',
		syncVersion: expect.stringMatching(/^[bcdfghj-np-tv-xz]{7}-[bcdfghj-np-tv-xz]{12}$/) as string,
	});
	expect(filled.hints.map(({ message }) => message)).toEqual([
		'The table is empty. It needs these columns, in this order: courseId, name, status, groupName, courseCreatedAt, removedAt, syncVersion.',
	]);
	const again = await syncRows(sandbox, filled.upserts, { options });
	expect([again.upserts, again.deletes, again.hints]).toEqual([[], [], []]);
	const always = await syncRows(sandbox, filled.upserts, { options }, alwaysOutput);
	expect(always.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Always Output Data is on .* adds an empty item to the Upsert output/),
	]);
	expect(again.lines).toEqual([
		expect.stringMatching(
			/compared with 30 records from 5 pages in \d+ ms: 0 added, 0 changed, 0 marked, 0 back, 0 deleted, 30 unchanged \(/,
		),
	]);
});

describe('a setting that is an expression', () => {
	const ofItem = '={{ $json.setting }}';

	it.each<[label: string, values: unknown[], INodeParameters]>([
		['Removal Limit', [100, 0], { options: { removalLimit: ofItem } }],
		['Removed Rows', ['mark', 'delete'], { removedRows: ofItem }],
		['Output Fields', ['name', 'status'], { outputFields: ofItem }],
		['Filters', ['published', 'archived'], { filters: { status: ofItem } }],
		['List to Read', ['courses', 'groups'], otherList(ofItem)],
	])('must be the same for all rows: %s', async (label, values, parameters) => {
		const sandbox = await startService({ courses: 2 });
		const rows = values.map((setting) => ({ setting }) as IDataObject);
		const { error } = await syncRows(sandbox, rows, parameters);
		expect(error?.message).toBe(`${label} differs between the items`);
		expect(error?.description).toMatch(/^Nothing was written\. It applies to the whole run\./);
		expect(sandbox.journal.entries).toEqual([]);
	});

	it.each<[kind: string, INodeParameters]>([
		['does not depend on the row', { options: { removalLimit: '={{ 50 + 50 }}' } }],
		['follows the clock', { filters: { createdAfter: '={{ $now.minus({ days: $itemIndex }) }}' } }],
	])('may be the same for all rows: one that %s', async (_kind, parameters) => {
		const sandbox = await startService({ courses: 2 });
		const { error } = await syncRows(sandbox, [{}, { courseId: 'mine' }], parameters);
		expect(error).toBeUndefined();
	});
});

it('changed, new, and removed records go to their outputs, each paired with its row', async () => {
	const sandbox = await startService({ courses: 4 });
	const { catalogue } = sandbox;
	const { upserts: rows } = await syncRows(sandbox, [{}]);
	const [changed, removed, marked, added] = catalogue.list('courses').map(({ _id }) => _id);
	catalogue.update('courses', changed ?? '', { name: 'Changed' });
	catalogue.remove('courses', removed ?? '');
	catalogue.remove('courses', marked ?? '');
	const table = rows
		.filter(({ courseId }) => courseId !== added)
		.map((row) => (row.courseId === marked ? { ...row, removedAt: now, id: 7 } : row));
	const { items, upserts, deletes, outputOf } = await syncRows(sandbox, table, {
		removedRows: 'delete',
	});
	expect(upserts.map(({ courseId, name }) => [courseId, name])).toEqual([
		[changed, 'Changed'],
		[added, expect.anything()],
		[removed, undefined],
	]);
	expect(Object.keys(upserts[2] ?? {})).toEqual(['courseId', 'removedAt', 'syncVersion']);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 0 },
		{ item: 1 },
	]);
	expect(deletes).toEqual([table[2]]);
	expect(outputOf('Node', 1)[0]?.pairedItem).toEqual({ item: 2 });
});

it.each<[list: string, field: string, column: string, INodeParameters]>([
	['courses', 'description', 'description', {}],
	['courses, under another name', 'createdAt', 'courseCreatedAt', {}],
	['courses, with a name', 'groupId', 'groupName', { options: { addNames: ['groups'] } }],
	['another list', 'description', 'description', otherList('courses')],
])(
	'without Output Fields, every field has a column, which is cleared once no record has the field: %s',
	async (_list, field, column, parameters) => {
		const sandbox = await startService({ courses: 3, coursePageSize: 1 });
		const { catalogue } = sandbox;
		const ids = catalogue.list('courses').map(({ _id }) => _id);
		const sync = async (rows: IDataObject[]) => {
			const { upserts } = await syncRows(sandbox, rows, { ...parameters, outputFields: '' });
			return upserts;
		};
		const [group] = catalogue.list('groups');
		const [value, cell] = field === 'groupId' ? [group?._id, group?.name] : [now, now];
		for (const id of ids) catalogue.update('courses', id, { [field]: undefined });
		catalogue.update('courses', ids[2] ?? '', { [field]: value });
		const rows = await sync([{}]);
		expect(rows.map((row) => row[column])).toEqual(['', '', cell]);
		catalogue.update('courses', ids[2] ?? '', { [field]: undefined });
		expect((await sync(rows)).map((row) => row[column])).toEqual(['']);
	},
);

it.each<[what: string, before: IDataObject, after: IDataObject, column: string]>([
	[
		'a known object that is null',
		{ description: { fr: 'a' } },
		{ description: null },
		'description_fr',
	],
	['an unknown field that is gone', { extra: 'a' }, {}, 'extra'],
	['an unknown object that is null', { extra: { type: 'a' } }, { extra: null }, 'extra_type'],
	['a field with an odd name', { 名前: 'a' }, {}, 'field__e255a4ea'],
])(
	'without Output Fields, the cell of %s is cleared along with other edits, and a note stays',
	async (_what, before, after, column) => {
		const sandbox = await startService({ courses: 2 });
		const { catalogue } = sandbox;
		const [course = { _id: '' }] = catalogue.list('courses');
		catalogue.update('courses', course._id, { description: undefined, ...before });
		const { upserts } = await syncRows(sandbox, [{}], { outputFields: '' });
		const noted = upserts.map((row): IDataObject => ({
			...row,
			note: 'mine',
			extra_note: 'mine',
		}));
		const fields = Object.keys(before).map((name) => [name, undefined]);
		const gone = { ...(Object.fromEntries(fields) as IDataObject), ...after };
		catalogue.update('courses', course._id, { ...gone, name: 'Edited' });
		const run = await syncRows(sandbox, noted, { outputFields: '' });
		expect(noted[0]?.[column]).toBe('a');
		expect(run.upserts).toMatchObject([{ name: 'Edited', [column]: '' }]);
		const columns = Object.keys(run.upserts[0] ?? {});
		expect(columns.filter((name) => !(name in (noted[0] ?? {})) || name.includes('note'))).toEqual(
			[],
		);
	},
);

it('without Output Fields, names are cleared once Add Names Of is off', async () => {
	const sandbox = await startService({ courses: 1 });
	const options = { addNames: ['groups', 'users'] };
	const { upserts } = await syncRows(sandbox, [{}], { outputFields: '', options });
	const { upserts: cleared } = await syncRows(sandbox, upserts, { outputFields: '' });
	expect(upserts[0]?.groupName).not.toBe('');
	expect(cleared).toMatchObject([{ groupId: upserts[0]?.groupId, groupName: '', authorName: '' }]);
});

it.each<[string, string, INodeParameters]>([
	['with a known key', 'groups/{groupId}/roles', {}],
	['with an ID Field', 'groups', { options: { idField: 'name' } }],
])('another list %s is kept in sync', async (_what, list, parameters) => {
	const sandbox = await startService({ groups: 2 });
	const groups = sandbox.catalogue.list('groups');
	const value = list.replace('{groupId}', groups[0]?._id ?? '');
	const other = { ...parameters, ...otherList(value), outputFields: '' };
	const { upserts: rows, error } = await syncRows(sandbox, [{}], other);
	expect(error).toBeUndefined();
	const keys = rows.map(({ recordId }) => recordId);
	expect(keys).not.toEqual([]);
	if (list === 'groups') expect(keys).toEqual(groups.map(({ name }) => name));
	expect((await syncRows(sandbox, rows, other)).upserts).toEqual([]);
});

describe('nothing is sent, and the run fails', () => {
	it('if the table belongs to another resource, and the error names all columns', async () => {
		const sandbox = await startService({ courses: 2 });
		const { error, upserts } = await syncRows(sandbox, [{ userId: '1', mail: 'a@example.com' }]);
		expect(error?.message).toBe('The table\'s rows have no "courseId" column');
		expect(error?.description).toContain(
			'Does the table belong to a different resource? If not, rename its key column to courseId, exactly as written here. The table has the columns userId, mail. A new table needs these columns, in this order: courseId, name, status, groupName, courseCreatedAt, removedAt, syncVersion.',
		);
		expect(upserts).toEqual([]);
	});

	it('if Execute Once limits the node to one row', async () => {
		const sandbox = await startService();
		const { error } = await syncRows(sandbox, [{}], {}, { executeOnce: true });
		expect(error?.message).toMatch(/^Execute Once is on/);
		expect(sandbox.journal.of('courses')).toEqual([]);
	});

	it('if the records of a list have no ID', async () => {
		const sandbox = await startService();
		const { error } = await syncRows(sandbox, [{}], otherList('bulk/operations/7/results'));
		expect(error?.message).toBe('The list bulk/operations/7/results has no known ID field');
		expect(error).not.toHaveProperty('context.itemIndex');
	});

	it('with On Error: Continue, both outputs are empty, and the error appears in a hint and in the log', async () => {
		const sandbox = await startService();
		const onError = 'continueRegularOutput';
		const run = await syncRows(sandbox, [{ name: 'a' }], {}, { onError });
		expect([run.upserts, run.deletes, run.error]).toEqual([[], [], undefined]);
		const message = expect.stringMatching(
			/^Nothing was compared\. The table's rows have no "courseId" column\. Sync finds/,
		) as string;
		expect(run.hints).toMatchObject([{ message, type: 'warning' }]);
		expect(run.log.at(-1)).toMatchObject({
			level: 'error',
			message: expect.stringContaining('have no "courseId" column') as string,
		});
	});

	it('with On Error: Continue, the hint consists of complete sentences even if the error includes advice', async () => {
		const sandbox = await startService();
		sandbox.faults.add({ on: { kind: 'courses' }, status: 403, times: Infinity });
		const { hints } = await syncRows(sandbox, [{}], {}, { onError: 'continueRegularOutput' });
		expect(hints).toHaveLength(1);
		expect(hints[0]?.message).toMatch(/^Nothing was compared\. .+ \(courses, page 1\)\. .+\.$/);
		expect(hints[0]?.message).not.toContain('..');
	});

	it('one item goes to the error output', async () => {
		const sandbox = await startService();
		const onError = 'continueErrorOutput';
		const run = await syncRows(sandbox, [{ name: 'a' }], {}, { onError });
		expect([run.upserts, run.deletes]).toEqual([[], []]);
		expect(jsonOf(run.outputOf('Node', 2))).toMatchObject([
			{ error: 'The table\'s rows have no "courseId" column' },
		]);
	});
});

describe('Written To', () => {
	const long = 'x'.repeat(60_000);
	it.each<[what: string, writtenTo: string, name: string, cell: string]>([
		['a formula', 'spreadsheet', '+49 30', "'+49 30"],
		['a formula', 'database', '+49 30', '+49 30'],
		['long text', 'spreadsheet', long, long.slice(0, 50_000)],
		['long text', 'database', long, long],
	])(
		'decides how %s is written to a %s, and the cell stays so',
		async (_what, writtenTo, name, cell) => {
			const sandbox = await startService({ courses: 1 });
			const [course] = sandbox.catalogue.list('courses');
			sandbox.catalogue.update('courses', course?._id ?? '', { name });
			const { upserts } = await syncRows(sandbox, [{}], { writtenTo });
			expect(upserts).toMatchObject([{ name: cell }]);
			const again = await syncRows(sandbox, upserts, { writtenTo });
			expect([again.upserts, again.hints.length]).toEqual([[], cell.length < name.length ? 1 : 0]);
		},
	);

	it('database marks a removed row without dropping columns, even if the list is empty', async () => {
		const sandbox = await startService({ courses: 1 });
		const parameters = { writtenTo: 'database', outputFields: '', options: { removalLimit: 100 } };
		const { upserts: rows } = await syncRows(sandbox, [{}], parameters);
		sandbox.catalogue.clear('courses');
		const { upserts } = await syncRows(sandbox, rows, parameters);
		expect(upserts).toMatchObject([{ name: rows[0]?.name, status: rows[0]?.status }]);
	});
});

it('hints name unusual rows and columns that were not compared', async () => {
	const sandbox = await startService({ courses: 52 });
	const { upserts } = await syncRows(sandbox, [{}], { outputFields: 'name, nmae' });
	const [first, ...others] = upserts.slice(0, 45).map((row) => without('name', row));
	const odd = [
		{ note: 'mine' },
		{ courseId: 'plan' },
		{ ...first, courseId: 'copy' },
		{ ...first, note: 'twice' },
		others[0] ?? {},
	];
	const run = await syncRows(sandbox, [first ?? {}, ...others, ...odd], {
		outputFields: 'name, nmae',
	});
	expect(run.log.map(({ level, message }) => [level, message])).toContainEqual([
		'warn',
		expect.stringContaining('no row has the columns name') as string,
	]);
	expect(run.hints.map(({ message }) => message)).toEqual([
		'Rows without a value in courseId: 1. Sync treats them as your own, so it left them alone.',
		expect.stringContaining('whose courseId is not in the list: 1. Sync treats them as your own'),
		expect.stringContaining('Rows whose syncVersion belongs to a different courseId: 1.'),
		expect.stringContaining('Rows that repeat the courseId of another row: 1.'),
		expect.stringContaining('1 rows arrived more than once'),
		expect.stringContaining('No row in the table has the columns name, so'),
		expect.stringContaining('No record has the Output Fields nmae'),
		expect.stringContaining('Exactly 50 rows arrived'),
	]);
});

it.each<[what: string, rows: number, connections: number, isHinted: boolean]>([
	['a part of the table', 2, 2, true],
	['the whole table, as in a loop over several tables', 3, 2, false],
	['a part of the table only once', 2, 1, false],
])(
	'a hint warns about rows added again if Sync gets %s',
	async (_what, rows, connections, isHinted) => {
		const sandbox = await startService({ courses: 3 });
		const { upserts } = await syncRows(sandbox, [{}]);
		const { hints } = await syncRows(sandbox, upserts.slice(0, rows), {}, { connections });
		const hint = expect.stringMatching(/^The node has already run .* added again/) as string;
		expect(hints.map(({ message }) => message)).toEqual(isHinted ? [hint] : []);
	},
);

it('a hint says which day a day number of Excel in a filter means', async () => {
	const sandbox = await startService({ courses: 3 });
	const run = await syncRows(sandbox, [{}], { filters: { createdAfter: 36_526 } });
	expect(run.hints.map(({ message }) => message)).toContain(
		'Filters contain day numbers of Excel, which were read as days. 36526 as 2000-01-01',
	);
});

it('hints name keys and cells that the table changes, and a missing version column', async () => {
	const sandbox = await startService({ courses: 3 });
	const ids = sandbox.catalogue.list('courses').map(({ _id }) => _id);
	const { catalogue } = sandbox;
	catalogue.remove('courses', ids[0] ?? '');
	catalogue.add('courses', { _id: '007', name: '' });
	const parameters = { outputFields: 'name, status' };
	const { upserts } = await syncRows(sandbox, [{}], parameters);
	const odd = (row: IDataObject) =>
		row.courseId === '007' ? { ...row, courseId: 7, name: 'N/A' } : row;
	const healed = await syncRows(sandbox, upserts.map(odd), parameters);
	expect(healed.upserts).toMatchObject([{ courseId: 7, name: '' }]);
	const versions = new Map(healed.upserts.map((row) => [row.courseId, row.syncVersion]));
	const rows = upserts.map(odd).map(({ status, ...row }) => ({
		...row,
		syncVersion: versions.get(row.courseId ?? null) ?? row.syncVersion,
		'\uFEFFstatus': status,
	}));
	const run = await syncRows(sandbox, rows, parameters);
	expect(run.upserts).toEqual([]);
	expect(run.hints.map(({ message }) => message)).toEqual([
		expect.stringContaining('Rows with a cell that the table changes after each write: 1.'),
		expect.stringContaining('The table changed some keys, such as 7 for 007.'),
	]);
	const unversioned = upserts.map((row) => without('syncVersion', row));
	const bare = await syncRows(sandbox, unversioned, parameters);
	expect(bare.upserts).toHaveLength(3);
	expect(bare.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^No row in the table has a syncVersion column\./),
	]);
	expect(bare.log.map(({ message }) => message)).toContainEqual(
		expect.stringContaining('no row has a syncVersion column'),
	);
});

it('hints name rows that lost their keys, numbers in place of keys, and text that was cut', async () => {
	const sandbox = await startService({ courses: 2 });
	const { catalogue } = sandbox;
	const [course = { _id: '' }] = catalogue.list('courses');
	catalogue.add('courses', { _id: '007', name: 'Gone' });
	const { upserts } = await syncRows(sandbox, [{}]);
	catalogue.remove('courses', '007');
	catalogue.update('courses', course._id, { name: 'x'.repeat(60_000) });
	const rows = upserts.map((row, index) => {
		if (row.courseId === '007') return { ...row, courseId: 7 };
		return { ...row, row_number: index + 2, ...(row.courseId === course._id && { courseId: '' }) };
	});
	const run = await syncRows(sandbox, rows);
	expect(run.upserts).toMatchObject([{ courseId: course._id, name: 'x'.repeat(50_000) }]);
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
	expect(run.hints.map(({ message }) => message)).toEqual([
		`Rows that lost their courseId: 1, such as row 2 for ${course._id}. Sync left them alone and added their records as new rows unless the records are gone. Move your own cells to the new rows, and delete the old ones.`,
		expect.stringMatching(/^Rows whose courseId is a number that .* syncVersion: 1\. /),
		'Some text is too long for a spreadsheet cell, so Sync cut it after 50,000 characters. Columns: name.',
	]);
});

it('a row loses the name of a former manager', async () => {
	const sandbox = await startService({ users: 2 });
	const [learner, boss] = sandbox.catalogue.list('users').map(({ _id }) => _id);
	const path = `users/${learner ?? ''}/managers` as const;
	sandbox.catalogue.clear(path);
	sandbox.catalogue.add(path, { _id: boss ?? '' });
	const options = { addNames: ['managers'] };
	const parameters = { resource: 'user', outputFields: 'managerNames', options };
	const { upserts: rows } = await syncRows(sandbox, [{}], parameters);
	sandbox.catalogue.clear(path);
	const { upserts } = await syncRows(sandbox, rows, parameters);
	expect(upserts).toMatchObject([{ userId: learner, managerNames: '' }]);
});

it('a row keeps a name that is temporarily unreadable', async () => {
	const sandbox = await startService({ courses: 1 });
	const [course] = sandbox.catalogue.list('courses');
	sandbox.catalogue.update('courses', course?._id ?? '', { groupId: HIDDEN });
	const parameters = {
		outputFields: 'groupId, groupName',
		options: { addNames: ['groups'], maxRetries: 0 },
	};
	/** @param answer the service's response to the request for the group */
	const night = async (rows: IDataObject[], answer: Pick<Fault, 'status' | 'body'>) => {
		sandbox.faults.add({ on: { kind: 'groups/{groupId}' }, times: Infinity, ...answer });
		const run = await syncRows(sandbox, rows, parameters);
		sandbox.faults.clear();
		return run;
	};
	const { upserts: rows } = await night([{}], {
		status: 200,
		body: { _id: HIDDEN, name: 'Hidden' },
	});
	expect(rows.map(({ groupName }) => groupName)).toContain('Hidden');
	const unread = await night(rows, { status: 500 });
	expect(unread.hints).toMatchObject([{ message: expect.stringContaining(HIDDEN) as string }]);
	expect(unread.upserts).toEqual([]);
	const gone = await night(rows, { status: 404, body: { error: { code: 'groupNotFound' } } });
	expect(gone.upserts).toMatchObject([{ groupId: HIDDEN, groupName: '' }]);
	expect(gone.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(`^Some names are empty because .* 1: groups ${HIDDEN} \\(404\\)$`),
	]);
});
