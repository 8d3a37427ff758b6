import type { Sandbox } from '../../../sandbox';
import { expectAllCourses, idsIn, idsOf, listCourses, listRecords } from '../../lists';
import { arrivalOfPage, holdBodyOfPage, shortenWaits, startService } from '../../service';

let sandbox: Sandbox;

beforeEach(async () => {
	shortenWaits();
	sandbox = await startService({ courses: 95, coursePageSize: 10 });
});

const pagesSoFar = () => sandbox.journal.of('courses').map(({ page }) => page);

/** Another whole execution: any request that was going to be sent at once has been sent by then. */
const timeForMoreRequests = async () => {
	await listRecords('group', sandbox, { returnAll: true });
};

describe('with Return All', () => {
	it('at most three pages are under way after the one that is being read', async () => {
		let meanwhile: unknown[] = [];
		holdBodyOfPage(sandbox, 1, async () => {
			await arrivalOfPage(sandbox, 4);
			await timeForMoreRequests();
			meanwhile = pagesSoFar();
		});
		await listCourses(sandbox, { returnAll: true });
		expect(meanwhile).toEqual([1, 2, 3, 4]);
		expect(pagesSoFar()).toHaveLength(10);
	});

	describe('when a page breaks after the next one was requested, and its second answer', () => {
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

		it('is the last page all at once, it is asked for again', async () => {
			sandbox.faults.add(unlinked);
			const { items, error } = await listCourses(sandbox, { returnAll: true });
			expect(error).toBeUndefined();
			expectAllCourses(items, sandbox);
		});

		it('is and stays the last page, the list does not count as whole', async () => {
			sandbox.faults.add({ ...unlinked, times: 2 });
			const parameters = { returnAll: true, options: { maxRetries: 2 } };
			const { items, error } = await listCourses(sandbox, parameters);
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				'The link to the next page was lost when the page was requested again (courses, page 2)',
			);
			expect(error?.description).toContain('look for a proxy or cache');
		});

		it('links to a later one of them, the list goes on there', async () => {
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

		it('has a link that cannot be read, that is the error', async () => {
			sandbox.faults.add({ on: { kind: 'courses', page: 2 }, linkHeader: 'garbage' });
			const { items, error } = await listCourses(sandbox, { returnAll: true });
			expect(items).toEqual([]);
			expect(error?.message).toBe('The link to the next page cannot be read (courses, page 2)');
			expect(error?.description).toContain('20 records had been read before this error.');
		});
	});

	it('a link that cannot be read does not matter in an answer that breaks', async () => {
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

it('with a Limit a page is requested only after the one before it has been read', async () => {
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
