import { idsIn, idsOf, listCourses } from '../../lists';
import { startService } from '../../service';

describe('of 1,234 courses on pages of 500', () => {
	const listSome = async (parameters = {}) => {
		const sandbox = await startService({ courses: 1234, coursePageSize: 500 });
		const { items, status } = await listCourses(sandbox, parameters);
		expect(status).toBe('success');
		const all = idsIn(sandbox.catalogue, 'courses');
		return { ids: idsOf(items), all, requests: sandbox.journal.of('courses') };
	};

	it.each([
		[499, 'one less than a page', 1],
		[500, 'exactly a page', 1],
		[501, 'one more than a page', 2],
		[1234, 'as many as there are', 3],
		[1235, 'one more than there is', 3],
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
