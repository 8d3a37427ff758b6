import { isFullCampaign } from '../../campaign';
import type { Sandbox } from '../../sandbox';
import { listCourses } from '../lists';
import { startService } from '../service';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 30, coursePageSize: 10 });
});

describe.each([
	['Return All', { returnAll: true }],
	['Limit', { limit: 1_000_000 }],
])('a list without an end, with %s', (_, parameters) => {
	it('ends when a page links to itself', async () => {
		sandbox.faults.add({
			on: { kind: 'courses', page: 2 },
			linkHeader: () => `<${sandbox.origin}${sandbox.journal.of('courses').at(-1)?.url}>; rel=next`,
		});

		const { items, error } = await listCourses(sandbox, parameters);

		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The link to the next page leads back to a page that was read before (courses, page 2)',
		);
		expect(sandbox.journal.of('courses')).toHaveLength(2);
	});

	it('ends when the last page links to the first', async () => {
		sandbox.faults.add({
			on: { kind: 'courses', page: 3 },
			linkHeader: `<${sandbox.origin}/api/v2/courses>; rel="next"`,
		});

		const { error } = await listCourses(sandbox, parameters);

		expect(error?.message).toContain('leads back to a page that was read before (courses, page 3)');
		expect(error?.description).toContain('30 records had been read by then.');
		expect(sandbox.journal.of('courses')).toHaveLength(3);
	});

	it('ends when the same pages come again and again under new cursors', async () => {
		let cursor = 0;
		sandbox.faults.add({
			on: { kind: 'courses' },
			times: Infinity,
			status: 200,
			body: () => [{ name: `${cursor % 3}` }, { name: 'last' }],
			linkHeader: () => `<${sandbox.origin}/api/v2/courses?next=${(cursor += 1)}>; rel="next"`,
		});

		const { error } = await listCourses(sandbox, parameters);

		expect(error?.message).toContain(
			'The list goes on, but its last 10 pages were all read before',
		);
	});

	// A thousand requests for each.
	if (!isFullCampaign && !('returnAll' in parameters)) return;

	it('ends when page after page is empty', async () => {
		let pages = 0;
		sandbox.faults.add({
			on: { kind: 'courses' },
			times: Infinity,
			body: [],
			linkHeader: () => `<${sandbox.origin}/api/v2/courses?next=${(pages += 1)}>; rel="next"`,
			status: 200,
		});

		const { error } = await listCourses(sandbox, parameters);

		expect(error?.message).toContain(
			'The list goes on, but its last 1000 pages had no new records',
		);
	}, 90_000);
});
