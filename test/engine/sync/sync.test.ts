import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { type NodeOptions, runNode } from '../harness';
import { jsonOf } from '../lists';
import { startService } from '../service';

type Options = Omit<NodeOptions, 'parameters' | 'credential'>;

const columns = 'name, status, groupName, createdAt';
const now = '2026-01-31T12:00:00.000Z';

/** Of Other List. */
const otherList = (value: string) => ({
	resource: 'other',
	listPath: { __rl: true, mode: 'path', value },
});

/** Runs "Sync courses with table" over the rows of a table. */
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
		.map(({ message }) => message)
		.filter((line) => line.includes(' compared with '));
	return { ...run, upserts: jsonOf(run.items), deletes: jsonOf(deletes), lines };
}

it('an empty table is filled, and a table in step is left alone', async () => {
	const sandbox = await startService({ courses: 30, coursePageSize: 7 });
	const options = { addNames: ['groups'] };
	const filled = await syncRows(sandbox, [{}], { options });
	const [first] = sandbox.catalogue.list('courses');
	expect(filled.upserts).toHaveLength(30);
	expect(filled.upserts[0]).toEqual({
		courseId: first?._id,
		name: first?.name,
		status: first?.status,
		groupName: sandbox.catalogue.get('groups', String(first?.groupId)).name,
		courseCreatedAt: first?.createdAt,
		removedAt: '',
	});
	const again = await syncRows(sandbox, filled.upserts, { options });
	expect([again.upserts, again.deletes, again.hints]).toEqual([[], [], []]);
	expect(again.lines).toEqual([
		expect.stringMatching(
			/compared with 30 records from 5 pages in \d+ ms: 0 new, 0 changed, 0 marked, 0 back, 0 to delete, 30 unchanged \(/,
		),
	]);
});

it('rows go out by what became of their records, each with the row that came in', async () => {
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
	expect(Object.keys(upserts[2] ?? {})).toEqual(['courseId', 'removedAt']);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 0 },
		{ item: 1 },
	]);
	expect(deletes).toEqual([table[2]]);
	expect(outputOf('Node', 1)[0]?.pairedItem).toEqual({ item: 2 });
});

it.each<[of: string, field: string, column: string, INodeParameters]>([
	['of courses', 'description', 'description', {}],
	['of courses under another name', 'createdAt', 'courseCreatedAt', {}],
	['of courses, with a name', 'groupId', 'groupName', { options: { addNames: ['groups'] } }],
	['of another list', 'description', 'description', otherList('courses')],
])(
	'without Output Fields every field has a column, and one that no record has any more is cleared: %s',
	async (_of, field, column, parameters) => {
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

it.each<[string, string, INodeParameters]>([
	['known by its key', 'groups/{groupId}/roles', {}],
	['with an ID Field', 'groups', { options: { idField: 'name' } }],
])('another list can be kept in step: one %s', async (_what, list, parameters) => {
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
	it('when an outage hides most of the list', async () => {
		const sandbox = await startService({ courses: 20, coursePageSize: 5 });
		const { upserts: rows } = await syncRows(sandbox, [{}]);
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader: null });
		const { upserts, error, log } = await syncRows(sandbox, rows);
		expect(error?.message).toMatch(/^15 of 20 rows .* Removal Limit of 50 percent$/);
		expect(upserts).toEqual([]);
		expect(log.at(-1)?.message).toContain('failed after 1 page');
	});

	it('when the header of the key was renamed, before anything is requested', async () => {
		const sandbox = await startService();
		const { error } = await syncRows(sandbox, [{ CourseID: '1' }]);
		expect(error?.message).toBe('The rows of the table have no column "courseId"');
		expect(error?.description).toContain('the table has "CourseID"');
		expect(sandbox.journal.of('courses')).toEqual([]);
	});

	it('when nothing identifies the records of a list', async () => {
		const sandbox = await startService();
		const { error } = await syncRows(sandbox, [{}], otherList('bulk/operations/7/results'));
		expect(error?.message).toBe(
			'Nothing is known to identify a record of the list bulk/operations/7/results',
		);
	});

	it('and with On Error: Continue the error is an item', async () => {
		const sandbox = await startService();
		const { upserts, deletes } = await syncRows(
			sandbox,
			[{ name: 'a' }],
			{},
			{
				onError: 'continueRegularOutput',
			},
		);
		expect(upserts).toMatchObject([{ error: 'The rows of the table have no column "courseId"' }]);
		expect(deletes).toEqual([]);
	});
});

it('hints tell what was not compared, and which rows are odd', async () => {
	const sandbox = await startService({ courses: 52 });
	const { upserts } = await syncRows(sandbox, [{}], { outputFields: 'name, nmae' });
	const rows = upserts.slice(0, 47).map(({ courseId }) => ({ courseId }));
	const odd = [{ note: 'mine' }, { ...rows[0], note: 'twice' }, { ...rows[1] }];
	const { hints } = await syncRows(sandbox, [...rows, ...odd], { outputFields: 'name, nmae' });
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringContaining('Rows without a value in courseId: 1.'),
		expect.stringContaining('Rows that repeat the courseId of an earlier row: 1.'),
		expect.stringContaining('1 rows came in more than once'),
		expect.stringContaining('No row of the table has the columns name, so'),
		expect.stringContaining('No record has the Output Fields nmae'),
		expect.stringContaining('Exactly 50 rows came in'),
	]);
});

it('a hint tells whose names are empty', async () => {
	const sandbox = await startService({ courses: 1 });
	const [course] = sandbox.catalogue.list('courses');
	sandbox.catalogue.update('courses', course?._id ?? '', { groupId: 'gone1' });
	const { upserts, hints } = await syncRows(sandbox, [{}], { options: { addNames: ['groups'] } });
	expect(upserts).toMatchObject([{ groupName: '' }]);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Some names are empty: .* 1: groups gone1 \(404\)$/),
	]);
});
