import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { exportFile } from '../../export/exports';
import { fieldFilter, idsOf, listCourses } from '../../lists';
import { startService } from '../../service';
import { Poller } from '../../trigger/poller';

const everything = { returnAll: true };
const ignoring = { courses: 60, coursePageSize: 20, filters: 'ignored' } as const;

it.each<[string, INodeParameters, RegExp]>([
	['Status', { status: 'published' }, /"status": a record has "(archived|deleted)" /],
	['a field filter', fieldFilter('status', 'eq', 'deleted'), /"status": a record has "\w+" /],
])('a service that ignores %s is an error', async (_what, filters, said) => {
	const sandbox = await startService(ignoring);
	const { error, items } = await listCourses(sandbox, { ...everything, filters });
	expect(items).toEqual([]);
	expect(error?.message).toMatch(said);
	expect(error?.message).toMatch(/^The service ignored the filter on .+ \(courses, page \d\)$/);
	expect(error?.description).toContain("n8n's Filter node");
});

it.each([
	['Export to File', exportFile],
	[
		'the trigger',
		async (sandbox: Sandbox, parameters: INodeParameters) =>
			await new Poller(sandbox, parameters).run(),
	],
	[
		'Other List',
		async (sandbox: Sandbox, parameters: INodeParameters) =>
			await listCourses(sandbox, {
				resource: 'other',
				...{ ...parameters, ...everything },
				listPath: { __rl: true, mode: 'path', value: 'courses' },
				filters: fieldFilter('status', 'eq', 'published'),
			}),
	],
])('so it is for %s', async (_what, run) => {
	const sandbox = await startService(ignoring);
	const { error } = await run(sandbox, { filters: { status: 'published' } });
	expect(error?.message).toMatch(/^The service ignored the filter on "status"/);
});

it('a page that no record contradicts is handed on, and a filter that no record shows is believed', async () => {
	const sandbox = await startService(ignoring);
	const { items, status } = await listCourses(sandbox, {
		...everything,
		filters: { originalAuthorId: '5f0c1a2b3c4d5e6f70819203' },
	});
	expect(status).toBe('success');
	expect(idsOf(items)).toHaveLength(60);
});
