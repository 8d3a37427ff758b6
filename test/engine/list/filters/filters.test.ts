import type { INodeParameters } from 'n8n-workflow';

import type { ListRecord, Sandbox } from '../../../sandbox';
import { exportFile } from '../../export/exports';
import { idsIn, idsOf, listCourses, listRecords } from '../../lists';
import { requestLines, startService } from '../../service';
import { Poller } from '../../trigger/poller';

const everything = { returnAll: true };

const poll = async (sandbox: Sandbox, parameters: INodeParameters, options: object = {}) =>
	await new Poller(sandbox, parameters).run(options);

it('dates from expressions are sent as bounds', async () => {
	const sandbox = await startService({ courses: 300, groups: 20 });
	const filters = {
		modifiedAfter: "={{ new Date('2020-03-01T00:00:00.789Z') }}",
		modifiedBefore: "={{ DateTime.fromISO('2020-06-01T02:00:00+02:00') }}",
	};
	const { items } = await listCourses(sandbox, { ...everything, filters });
	const [from, to] = ['2020-03-01T00:00:00.000Z', '2020-06-01T00:00:00.000Z'] as const;
	expect(decodeURIComponent(sandbox.journal.of('courses')[0]?.query ?? '')).toBe(
		`modifiedAt[gte]=${from}&modifiedAt[lt]=${to}`,
	);
	const wanted = idsIn(sandbox.catalogue, 'courses', ({ modifiedAt }) => {
		const time = modifiedAt as string;
		return time >= from && time < to;
	});
	expect(wanted.length).toBeGreaterThan(0);
	expect(wanted.length).toBeLessThan(300);
	expect(idsOf(items)).toEqual(wanted);
});

it.each([
	['List', listCourses],
	['Export to File', exportFile],
	['the trigger', poll],
])("a date without a time zone is in the workflow's time zone in %s", async (_what, run) => {
	const sandbox = await startService({ courses: 1 });
	const filters = { createdAfter: '2026-07-31' };
	await run(sandbox, { filters }, { workflowSettings: { timezone: 'Europe/Paris' } });
	expect(requestLines(sandbox)[1]).toBe(
		'GET /api/v2/courses?createdAt[gte]=2026-07-30T22%3A00%3A00.000Z',
	);
});

it.each<[string, INodeParameters | string]>([
	['a string', 'status'],
	['an expression for a name', { __rl: true, mode: 'name', value: '={{ "status" }}' }],
	[
		'an entry of the list',
		{ __rl: true, mode: 'list', value: 'status', cachedResultName: 'status: Published (Equals)' },
	],
])('the field can be %s', async (_what, field) => {
	const sandbox = await startService({ courses: 20 });
	const filters = { fieldFilters: { filter: [{ field, operator: 'eq', value: 'published' }] } };
	const { items } = await listCourses(sandbox, { ...everything, filters });
	expect(requestLines(sandbox)[1]).toBe('GET /api/v2/courses?status[eq]=published');
	expect(items.length).toBeGreaterThan(0);
});

it('several filters are sent once, and the links keep them', async () => {
	const sandbox = await startService({ courses: 400, coursePageSize: 10 });
	const { items } = await listCourses(sandbox, {
		...everything,
		filters: {
			status: 'published',
			fieldFilters: {
				filter: [
					{ field: 'type', operator: 'eq', value: 'native' },
					{ field: 'sourceLang', operator: 'in', value: 'en,fr' },
				],
			},
		},
	});
	const passes = ({ status, type, sourceLang }: ListRecord) =>
		status === 'published' && type === 'native' && ['en', 'fr'].includes(sourceLang as string);
	const wanted = idsIn(sandbox.catalogue, 'courses', passes);
	expect(idsOf(items)).toEqual(wanted);
	expect(wanted.length).toBeGreaterThan(20);
	const [first, ...later] = sandbox.journal.of('courses').map(({ query }) => query);
	expect(first).toBe(
		'status[eq]=published&type[eq]=native&sourceLang[in][0]=en&sourceLang[in][1]=fr',
	);
	expect(later).toHaveLength(Math.ceil(wanted.length / 10) - 1);
	for (const query of later) expect(query).toMatch(/^next=[^&=]+$/);
});

describe('path completions are filtered by the node itself with', () => {
	const statusOf = ({ status }: ListRecord) =>
		(status as { type?: string } | undefined)?.type ?? '';
	const dueOf = ({ dueDate }: ListRecord) => (dueDate as string | undefined) ?? '';

	it.each<[string, (dates: string[]) => [INodeParameters, (record: ListRecord) => boolean]]>([
		[
			'several Learner Status names, which leave out who was unenrolled',
			() => [
				{ learnerStatus: "={{ ['Late', 'On Time'] }}" },
				(record) =>
					['late', 'onTime'].includes(statusOf(record)) && record.unenrolledAt === undefined,
			],
		],
		[
			'Enrolled Only off',
			() => [
				{ learnerStatus: ['late'], enrolledOnly: false },
				(record) => statusOf(record) === 'late',
			],
		],
		[
			'Due After and Due Before',
			(dates) => {
				const [from = '', to = ''] = [dates[5], dates[20]].map(
					(date) => `${date?.slice(0, 19)}.000Z`,
				);
				const filters = { dueAfter: from, dueBefore: to };
				return [filters, (record) => dueOf(record) >= from && dueOf(record) < to];
			},
		],
	])('%s', async (_what, caseFor) => {
		const sandbox = await startService({ courses: 40 });
		const all = sandbox.catalogue.shown('paths/stats') as ListRecord[];
		const [filters, passes] = caseFor(all.map(dueOf).filter(Boolean).sort());
		const wanted = all.filter(passes);
		expect(wanted.length).toBeGreaterThan(0);
		expect(wanted.length).toBeLessThan(all.length);
		const ids = wanted.map(({ _id }) => _id);
		const parameters = { resource: 'pathCompletion', ...everything, filters };
		const { items, log } = await listRecords('pathCompletion', sandbox, parameters);
		expect(idsOf(items)).toEqual(ids);
		expect(requestLines(sandbox)[1]).toBe('GET /api/v2/paths/stats');
		expect(log.at(-1)?.message).toContain(`listed ${ids.length} of ${all.length} records`);
		const polled = await poll(sandbox, {
			...parameters,
			triggerOn: ['added'],
			options: { emitOnFirstRun: true },
		});
		expect(idsOf(polled.items ?? [])).toEqual(ids);
	});
});
