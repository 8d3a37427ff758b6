import type { INodeParameters } from 'n8n-workflow';

import type { ListRecord, Sandbox } from '../../../sandbox';
import { exportFile } from '../../export/exports';
import { idsIn, idsOf, listCourses } from '../../lists';
import { requestLines, startService } from '../../service';
import { Poller } from '../../trigger/poller';

const everything = { returnAll: true };

it.each(['published', 'deleted'])(
	'the status "%s" is asked for with literal brackets',
	async (status) => {
		const sandbox = await startService({ courses: 60 });
		const { items } = await listCourses(sandbox, { ...everything, filters: { status } });
		expect(requestLines(sandbox)[1]).toBe(`GET /api/v2/courses?status[eq]=${status}`);
		expect(items.length).toBeGreaterThan(0);
		const wanted = (record: ListRecord) => record.status === status;
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses', wanted));
	},
);

it.each([
	['course', 'in any case', { status: "={{ ' Published ' }}" }, '?status[eq]=published'],
	['course', 'any', { status: "={{ 'any' }}" }, ''],
	['group', 'published, which courses left behind', { status: 'published' }, ''],
])('for a %s the status by expression may be %s', async (resource, _what, filters, query) => {
	const sandbox = await startService({ courses: 1, groups: 1 });
	const { status } = await listCourses(sandbox, { resource, filters });
	expect(status).toBe('success');
	expect(requestLines(sandbox)[1]).toBe(`GET /api/v2/${resource}s${query}`);
});

describe('a filter with a field of its own has exactly the courses that it describes:', () => {
	const dates = { createdAfter: '2020-01-08T12:00:00', createdBefore: '2020-01-12' };
	const inParis = { createdAfter: '2020-01-08T11:00:00', createdBefore: '2020-01-11T23:00:00' };
	const timeIn = (from: string, to: string) => (value: unknown) =>
		(value as string) >= `${from}.000Z` && (value as string) < `${to}.000Z`;
	const contains = (list: unknown, ids: unknown[]) =>
		ids.some((id) => (list as unknown[]).includes(id));

	type Case = [
		filters: (sandbox: Sandbox) => INodeParameters,
		query: string | RegExp,
		passes: (record: ListRecord, values: Record<string, unknown>) => boolean,
	];
	const at = ({ catalogue }: Sandbox, position: number) =>
		catalogue.list('courses')[position] ?? { _id: '' };

	it.each<[string, ...Case]>([
		[
			'Author ID',
			(sandbox) => ({ authorId: at(sandbox, 7).authorId as string }),
			/^authorId\[eq\]=[0-9a-f]{24}$/,
			(record, { authorId }) => record.authorId === authorId,
		],
		[
			'Co-Author IDs',
			(sandbox) => ({
				coAuthorIds: [1, 2].map((position) => at(sandbox, position).authorId).join(', '),
			}),
			/^coAuthorIds\[in\]\[0\]=[0-9a-f]{24}&coAuthorIds\[in\]\[1\]=[0-9a-f]{24}$/,
			(record, { coAuthorIds }) =>
				contains(record.coAuthorIds, (coAuthorIds as string).split(', ')),
		],
		[
			'Collaborative Learning',
			() => ({ collaborativeLearning: false }),
			'collaborativeLearning[eq]=false',
			(record) => record.collaborativeLearning === false,
		],
		[
			'Created After and Created Before, in the time zone of the workflow',
			() => dates,
			'createdAt[gte]=2020-01-08T11%3A00%3A00.000Z&createdAt[lt]=2020-01-11T23%3A00%3A00.000Z',
			({ createdAt }) => timeIn(inParis.createdAfter, inParis.createdBefore)(createdAt),
		],
		[
			'Modified After and Modified Before, as dates of expressions',
			() => ({
				modifiedAfter: "={{ new Date('2020-03-01T00:00:00.789Z') }}",
				modifiedBefore: "={{ DateTime.fromISO('2020-06-01T02:00:00+02:00') }}",
			}),
			'modifiedAt[gte]=2020-03-01T00%3A00%3A00.000Z&modifiedAt[lt]=2020-06-01T00%3A00%3A00.000Z',
			({ modifiedAt }) => timeIn('2020-03-01T00:00:00', '2020-06-01T00:00:00')(modifiedAt),
		],
		[
			'Group, by ID',
			(sandbox) => ({
				groupId: { __rl: true, mode: 'id', value: at(sandbox, 3).groupId as string },
			}),
			/^groupId\[eq\]=[0-9a-f]{24}$/,
			(record, { groupId }) => record.groupId === (groupId as ListRecord).value,
		],
		[
			'Source Language, several',
			() => ({ sourceLang: "={{ ['fr', 'de'] }}" }),
			'sourceLang[in][0]=fr&sourceLang[in][1]=de',
			(record) => ['fr', 'de'].includes(record.sourceLang as string),
		],
		[
			'Type and Status',
			() => ({ type: 'elearning standard', status: 'published' }),
			'status[eq]=published&type[eq]=elearning%20standard',
			({ type, status }) => type === 'elearning standard' && status === 'published',
		],
		[
			'any, in every field that takes an expression',
			() => ({
				authorId: "={{ $json.nothing ?? 'any' }}",
				createdAfter: "={{ 'any' }}",
				groupId: { __rl: true, mode: 'id', value: "={{ 'any' }}" },
				tagIds: "={{ ['any'] }}",
				collaborativeLearning: "={{ 'Any' }}",
				type: 'native',
			}),
			'type[eq]=native',
			({ type }) => type === 'native',
		],
	])('%s', async (_what, filtersFor, query, passes) => {
		const sandbox = await startService({ courses: 300, groups: 20 });
		const filters = filtersFor(sandbox);
		const workflowSettings = { timezone: 'Europe/Paris' };
		const { items } = await listCourses(sandbox, { ...everything, filters }, { workflowSettings });
		expect(sandbox.journal.of('courses')[0]?.query).toEqual(
			typeof query === 'string' ? query : expect.stringMatching(query),
		);
		const wanted = idsIn(sandbox.catalogue, 'courses', (record) => passes(record, filters));
		expect(wanted.length).toBeGreaterThan(0);
		expect(wanted.length).toBeLessThan(300);
		expect(idsOf(items)).toEqual(wanted);
	});

	it.each(['originalAuthorId', 'tagIds'])('%s, which no course shows', async (name) => {
		const sandbox = await startService({ courses: 300 });
		const { catalogue } = sandbox;
		const valuesOf = ({ _id }: ListRecord) => [catalogue.valueOf('courses', _id, name)].flat();
		const value = catalogue.list('courses').flatMap(valuesOf)[0];
		const filters = { [name]: value as string };
		const { items } = await listCourses(sandbox, { ...everything, filters });
		const wanted = idsIn(catalogue, 'courses', (record) => valuesOf(record).includes(value));
		expect(wanted.length).toBeLessThan(300);
		expect(idsOf(items)).toEqual(wanted);
	});
});

it.each([
	[
		'a group that was not chosen',
		{ groupId: { __rl: true, mode: 'list', value: '' } },
		'Group is empty',
	],
	[
		'a group that an expression does not find',
		{ groupId: { __rl: true, mode: 'id', value: '={{ $json.nothing }}' } },
		'Group is empty',
	],
	[
		'a status that an expression does not find',
		{ status: '={{ $json.nothing }}' },
		'Status is empty',
	],
	[
		'a name that an expression does not find',
		{ nameContains: '={{ $json.nothing }}' },
		'Name Contains is empty',
	],
])('%s is refused before anything is sent', async (_what, filters, message) => {
	const sandbox = await startService({ courses: 1 });
	const { error } = await listCourses(sandbox, { filters });
	expect(error?.message).toBe(message);
	expect(sandbox.journal.entries).toEqual([]);
});

it.each([
	['List', listCourses],
	['Export to File', exportFile],
	[
		'the trigger',
		async (sandbox: Sandbox, parameters: INodeParameters, settings: object) =>
			await new Poller(sandbox, parameters).run(settings),
	],
])('a date without a zone is in the time zone of the workflow for %s', async (_what, run) => {
	const sandbox = await startService({ courses: 1 });
	const filters = { createdAfter: '2026-07-31' };
	await run(sandbox, { filters }, { workflowSettings: { timezone: 'Europe/Paris' } });
	expect(requestLines(sandbox)[1]).toBe(
		'GET /api/v2/courses?createdAt[gte]=2026-07-30T22%3A00%3A00.000Z',
	);
});
