import { idsIn, idsOf, listCourses, listRecords, lists, sizes } from '../../lists';
import { startService } from '../../service';

describe.each(lists)('of 1,234 $kind on pages of 500', ({ resource, kind }) => {
	const listSome = async (parameters = {}) => {
		const sandbox = await startService(sizes(kind, 1234, 500));
		const { items, status } = await listRecords(resource, sandbox, parameters);
		expect(status).toBe('success');
		const all = idsIn(sandbox.catalogue, kind);
		return { ids: idsOf(items), all, requests: sandbox.journal.of(kind) };
	};

	it.each([
		[1, 'a single record', 1],
		[499, 'one less than a page', 1],
		[500, 'exactly a page', 1],
		[501, 'one more than a page', 2],
		[1233, 'one less than there is', 3],
		[1234, 'as many as there are', 3],
		[1235, 'one more than there is', 3],
		[1_000_000, 'far more than there is', 3],
	])('a limit of %d, %s, takes %d requests', async (limit, _what, requests) => {
		const listed = await listSome({ limit });
		expect(listed.ids).toEqual(listed.all.slice(0, limit));
		expect(listed.requests).toHaveLength(requests);
	});

	it('50 come without a limit of one’s own', async () => {
		const { ids, all, requests } = await listSome();
		expect(ids).toEqual(all.slice(0, 50));
		expect(requests).toHaveLength(1);
	});
});

it('a limit that is none is refused before anything is sent', async () => {
	const sandbox = await startService({ courses: 1 });
	const { error } = await listCourses(sandbox, { limit: 0 });
	expect(error?.message).toBe('Limit must be a whole number of at least 1');
	expect(error?.description).toContain('Enter a number such as 2 for Limit');
	expect(sandbox.journal.entries).toEqual([]);
});
