import type { Sandbox } from '../../sandbox';
import { idsIn, idsOf, listCourses, listRecords } from '../lists';
import { arrivalOfPage, holdBodyOfPage, startService } from '../service';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 95, coursePageSize: 10 });
});

const pagesSoFar = () => sandbox.journal.of('courses').map(({ page }) => page);

/** Another whole execution: any request that was going to be sent at once has been sent by then. */
const timeForMoreRequests = async () => {
	await listRecords('group', sandbox, { returnAll: true });
};

describe('with Return All', () => {
	it.each([
		// The body ends only when page 2 has been asked for: a node that waits for it would wait forever.
		['the next page is requested while the body of this one still streams', 1, 2],
		['the order of the list stays when later pages arrive first', 2, 5],
	])('%s', async (_what, held, awaited) => {
		holdBodyOfPage(sandbox, held, () => arrivalOfPage(sandbox, awaited));
		const { items, error } = await listCourses(sandbox, { returnAll: true });
		expect(error).toBeUndefined();
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
	});

	it('at most three pages are under way behind the one that is being read', async () => {
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
