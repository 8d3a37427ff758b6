import { idsIn, idsOf, listCourses } from '../../lists';
import { startService } from '../../service';

describe('of 247 courses on pages of 100', () => {
	const listSome = async (parameters = {}) => {
		const sandbox = await startService({ courses: 247, coursePageSize: 100 });
		const { items, status } = await listCourses(sandbox, parameters);
		expect(status).toBe('success');
		const all = idsIn(sandbox.catalogue, 'courses');
		return { ids: idsOf(items), all, requests: sandbox.journal.of('courses') };
	};

	it.each([
		[99, 'one less than a page', 1],
		[100, 'exactly a page', 1],
		[101, 'one more than a page', 2],
		[247, 'as many as there are', 3],
		[248, 'one more than there is', 3],
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
