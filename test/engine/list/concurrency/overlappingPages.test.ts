import type { Sandbox } from '../../../sandbox';
import { expectAllCourses, idsIn, idsOf, listCourses, listRecords } from '../../lists';
import { arrivalOfPage, holdBodyOfPage, shortenWaits, startService } from '../../service';

let sandbox: Sandbox;

beforeEach(async () => {
	shortenWaits();
	sandbox = await startService({ courses: 95, coursePageSize: 10 });
});

const pagesSoFar = () => sandbox.journal.of('courses').map(({ page }) => page);

/** Runs another execution; when it ends, all pending requests have been sent. */
const timeForMoreRequests = async () => {
	await listRecords('group', sandbox, { returnAll: true });
};

describe('with Return All', () => {
	describe('if a page breaks after the next page was requested, and its second response', () => {
		beforeEach(() => {
			sandbox.faults.add({
				on: { kind: 'courses', page: 2 },
				inBody: async () => {
					await arrivalOfPage(sandbox, 4);
				},
				drop: 'inBody',
			});
		});

		const unlinked = { on: { kind: 'courses', page: 2 }, linkHeader: null } as const;

		it('has no link, the page is requested again', async () => {
			sandbox.faults.add(unlinked);
			const { items, error } = await listCourses(sandbox, { returnAll: true });
			expect(error).toBeUndefined();
			expectAllCourses(items, sandbox);
		});

		it('never has a link again, the list fails', async () => {
			sandbox.faults.add({ ...unlinked, times: 2 });
			const parameters = { returnAll: true, options: { maxRetries: 2 } };
			const { items, error } = await listCourses(sandbox, parameters);
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				'The link to the next page was missing when the page was requested again (courses, page 2)',
			);
			expect(error?.description).toContain('look for a proxy or cache');
		});

		it('links to a later page, the list continues there', async () => {
			const linkOf4 = () => {
				const { url } = sandbox.journal.of('courses').find(({ page }) => page === 4) ?? {};
				return `<${sandbox.origin}${url}>; rel="next"`;
			};
			sandbox.faults.add({ on: { kind: 'courses', page: 2 }, linkHeader: linkOf4 });
			const { items, error } = await listCourses(sandbox, { returnAll: true });
			expect(error).toBeUndefined();
			const ids = idsIn(sandbox.catalogue, 'courses');
			expect(idsOf(items)).toEqual([...ids.slice(0, 20), ...ids.slice(30)]);
		});
	});

	it('an unreadable link in a broken response is ignored', async () => {
		sandbox.faults.add({
			on: { kind: 'courses', page: 2 },
			linkHeader: 'garbage',
			drop: 'inBody',
		});
		const { items, error } = await listCourses(sandbox, { returnAll: true });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(95);
	});
});

it('with a Limit, no page is requested ahead', async () => {
	let meanwhile: unknown[] = [];
	holdBodyOfPage(sandbox, 1, async () => {
		await timeForMoreRequests();
		meanwhile = pagesSoFar();
	});
	const { items } = await listCourses(sandbox, { limit: 35 });
	expect(meanwhile).toEqual([1]);
	expect(items).toHaveLength(35);
	expect(pagesSoFar()).toEqual([1, 2, 3, 4]);
	const open = sandbox.journal.of('courses').map(({ openAtArrival }) => openAtArrival);
	expect(open).toEqual([0, 0, 0, 0]);
});
