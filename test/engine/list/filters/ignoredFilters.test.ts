import type { Sandbox } from '../../../sandbox';
import { exampleParameters, pathOf } from '../../../sandbox/examplePaths';
import { runNode } from '../../harness';
import { fieldFilter } from '../../lists';
import { startService, storedFor } from '../../service';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 20, groups: 4, users: 60, filters: 'ignored' });
});

/** Lists records with a filter that the service ignores. @returns items, error, and the log line */
async function listed(kind: string, field: string, operator: string, value: string) {
	const path = pathOf(kind, exampleParameters(sandbox.catalogue));
	const { items, error, log } = await runNode({
		credential: sandbox,
		parameters: {
			resource: 'other',
			operation: 'list',
			returnAll: true,
			listPath: { __rl: true, mode: 'path', value: path },
			filters: fieldFilter(field, operator, value),
		},
	});
	const line = log.find(({ message }) => message.includes(' cannot be checked'));
	return { items: items.length, error: error?.message, line: line?.message };
}

it.each([
	['groups', 'public', 'eq', 'true'],
	['groups/{groupId}/roles', 'role', 'eq', 'nobody'],
])('an ignored filter causes an error: %s?%s[%s]=%s', async (kind, field, operator, value) => {
	expect(await listed(kind, field, operator, value)).toEqual({
		items: 0,
		error: expect.stringContaining(`The service ignored the filter on "${field}"`) as string,
		line: undefined,
	});
});

it('a value not listed in the published filter is rejected before any request is sent', async () => {
	const run = async (service: string) =>
		await runNode({
			credential: { ...storedFor(sandbox).data, service },
			parameters: {
				resource: 'pathCompletion',
				operation: 'list',
				filters: fieldFilter('status', 'eq', 'late'),
			},
		});
	const { error } = await run('360learning-eu');
	expect(error?.message).toBe(
		'The filter on "status" accepts only archived and published, not "late"',
	);
	expect(error?.description).toContain('For other values, use the Learner Status filter.');
	expect(sandbox.journal.entries).toEqual([]);
	// Other platforms can have different values.
	expect((await run('other')).error).toBeUndefined();
});

it('a failed list logs nothing about its filters', async () => {
	sandbox = await startService({ courses: 20, coursePageSize: 5, filters: 'ignored' });
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 400 });
	const { error, line } = await listed('courses', 'color', 'eq', 'red');
	expect(error).toContain('(courses, page 2)');
	expect(line).toBeUndefined();
});

it('a filter on a field that no record has is sent, and the log says so', async () => {
	const { items, error, line } = await listed('groups', 'color', 'eq', 'red');
	expect([items, error]).toEqual([4, undefined]);
	expect(line).toContain('the filters on color cannot be checked: no record confirms them');
});

it('an empty list logs nothing about its filters', async () => {
	sandbox = await startService({ courses: 0 });
	const { items, line } = await listed('courses', 'status', 'eq', 'published');
	expect([items, line]).toEqual([0, undefined]);
});
