import { type Sandbox, startSandbox } from '../../sandbox';
import { idsIn, idsOf, listCourses } from '../lists';
import { startService } from '../service';

describe('of 1,234 courses on pages of 500', () => {
	let sandbox: Sandbox;
	let all: unknown[];

	beforeAll(async () => {
		sandbox = await startSandbox({ courses: 1234 });
		all = idsIn(sandbox.catalogue, 'courses');
	});

	beforeEach(() => {
		sandbox.journal.clear();
	});

	afterAll(async () => {
		await sandbox.stop();
	});

	it.each([
		['1', 1, 1],
		['7', 7, 1],
		['one less than a page', 499, 1],
		['exactly a page', 500, 1],
		['one more than a page', 501, 2],
		['one less than two pages', 999, 2],
		['exactly two pages', 1000, 2],
		['one more than two pages', 1001, 3],
		['one less than there is', 1233, 3],
		['as many as there are', 1234, 3],
		['more than there is', 1235, 3],
		['far more than there is', 1_000_000, 3],
	])('a limit of %s (%d) takes %d requests', async (_what, limit, requests) => {
		const { items, status } = await listCourses(sandbox, { limit });
		expect(status).toBe('success');
		expect(idsOf(items)).toEqual(all.slice(0, limit));
		expect(sandbox.journal.of('courses')).toHaveLength(requests);
	});

	it('50 come when nothing is said', async () => {
		const { items } = await listCourses(sandbox);
		expect(idsOf(items)).toEqual(all.slice(0, 50));
		expect(sandbox.journal.of('courses')).toHaveLength(1);
	});
});

it('with a limit a page is not requested before the one before it was read', async () => {
	const sandbox = await startService({ courses: 12, coursePageSize: 4 });
	const seen: number[] = [];
	const countPages = () => {
		seen.push(sandbox.journal.of('courses').length);
	};
	for (const page of [1, 2]) {
		sandbox.faults.add({ on: { kind: 'courses', page }, inBody: countPages });
	}
	const { items } = await listCourses(sandbox, { limit: 12 });
	expect(items).toHaveLength(12);
	expect(seen).toEqual([1, 2]);
	expect(sandbox.journal.of('courses').map(({ openAtArrival }) => openAtArrival)).toEqual([
		0, 0, 0,
	]);
});

it.each([
	['0', 0],
	['negative', -5],
	['a fraction', 1.5],
	['text', 'many'],
	['empty', ''],
])('a limit that is %s is refused before anything is sent', async (_what, limit) => {
	const sandbox = await startService({ courses: 1 });
	const { error } = await listCourses(sandbox, { limit });
	expect(error?.message).toBe('Limit must be a whole number of at least 1');
	expect(error?.description).toContain('Enter a number such as 2 for Limit');
	expect(sandbox.journal.entries).toEqual([]);
});
