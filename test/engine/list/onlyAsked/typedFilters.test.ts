import type { INodeParameters } from 'n8n-workflow';

import type { ListRecord, Sandbox } from '../../../sandbox';
import { exportFile } from '../../export/exports';
import { idsIn, idsOf, listCourses } from '../../lists';
import { requestLines, startService } from '../../service';
import { Poller } from '../../trigger/poller';

const everything = { returnAll: true };

it.each([['group', 'published, which courses left behind', { status: 'published' }, '']])(
	'for a %s the status by expression may be %s',
	async (resource, _what, filters, query) => {
		const sandbox = await startService({ courses: 1, groups: 1 });
		const { status } = await listCourses(sandbox, { resource, filters });
		expect(status).toBe('success');
		expect(requestLines(sandbox)[1]).toBe(`GET /api/v2/${resource}s${query}`);
	},
);

describe('a filter with a field of its own has exactly the courses that it describes:', () => {
	const dates = { createdAfter: '2020-01-08T12:00:00', createdBefore: '2020-01-12' };
	const inParis = { createdAfter: '2020-01-08T11:00:00', createdBefore: '2020-01-11T23:00:00' };
	const timeIn = (from: string, to: string) => (value: unknown) =>
		(value as string) >= `${from}.000Z` && (value as string) < `${to}.000Z`;

	it.each<[string, INodeParameters, string, (record: ListRecord) => boolean]>([
		[
			'Created After and Created Before, in the time zone of the workflow',
			dates,
			'createdAt[gte]=2020-01-08T11%3A00%3A00.000Z&createdAt[lt]=2020-01-11T23%3A00%3A00.000Z',
			({ createdAt }) => timeIn(inParis.createdAfter, inParis.createdBefore)(createdAt),
		],
		[
			'Modified After and Modified Before, as dates of expressions',
			{
				modifiedAfter: "={{ new Date('2020-03-01T00:00:00.789Z') }}",
				modifiedBefore: "={{ DateTime.fromISO('2020-06-01T02:00:00+02:00') }}",
			},
			'modifiedAt[gte]=2020-03-01T00%3A00%3A00.000Z&modifiedAt[lt]=2020-06-01T00%3A00%3A00.000Z',
			({ modifiedAt }) => timeIn('2020-03-01T00:00:00', '2020-06-01T00:00:00')(modifiedAt),
		],
		[
			'any, in every field that takes an expression',
			{
				authorId: "={{ $json.nothing ?? 'any' }}",
				createdAfter: "={{ 'any' }}",
				groupId: { __rl: true, mode: 'id', value: "={{ 'any' }}" },
				tagIds: "={{ ['any'] }}",
				collaborativeLearning: "={{ 'Any' }}",
				type: 'native',
			},
			'type[eq]=native',
			({ type }) => type === 'native',
		],
	])('%s', async (_what, filters, query, passes) => {
		const sandbox = await startService({ courses: 300, groups: 20 });
		const workflowSettings = { timezone: 'Europe/Paris' };
		const { items } = await listCourses(sandbox, { ...everything, filters }, { workflowSettings });
		expect(sandbox.journal.of('courses')[0]?.query).toBe(query);
		const wanted = idsIn(sandbox.catalogue, 'courses', passes);
		expect(wanted.length).toBeGreaterThan(0);
		expect(wanted.length).toBeLessThan(300);
		expect(idsOf(items)).toEqual(wanted);
	});
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
