import { idsIn, idsOf, listCourses, listRecords, lists, sizes } from '../lists';
import { startService } from '../service';

describe.each(lists)('of 1,234 $kind on pages of 500', ({ resource, kind }) => {
	const listSome = async (parameters = {}) => {
		const sandbox = await startService(sizes(kind, 1234, 500));
		const { items, status } = await listRecords(resource, sandbox, parameters);
		expect(status).toBe('success');
		const all = idsIn(sandbox.catalogue, kind);
		return { ids: idsOf(items), all, requests: sandbox.journal.of(kind) };
	};

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
		const listed = await listSome({ limit });
		expect(listed.ids).toEqual(listed.all.slice(0, limit));
		expect(listed.requests).toHaveLength(requests);
	});

	it('50 come when nothing is said', async () => {
		const { ids, all, requests } = await listSome();
		expect(ids).toEqual(all.slice(0, 50));
		expect(requests).toHaveLength(1);
	});
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
	expect(error?.message).toBe('Limit is not a whole number from 1 on');
	expect(error?.description).toContain('Enter a number such as 2 for Limit');
	expect(sandbox.journal.entries).toEqual([]);
});
