import type { INodeParameters } from 'n8n-workflow';

import { idsIn, idsOf, listCourses } from '../../lists';
import { startService } from '../../service';

describe('with 247 courses on pages of 100', () => {
	const listSome = async (parameters: INodeParameters) => {
		const sandbox = await startService({ courses: 247, coursePageSize: 100 });
		const { items, status } = await listCourses(sandbox, parameters);
		expect(status).toBe('success');
		const all = idsIn(sandbox.catalogue, 'courses');
		return { ids: idsOf(items), all, requests: sandbox.journal.of('courses') };
	};

	it.each([
		[100, 'exactly a page', 1],
		[101, 'one more than a page', 2],
		[248, 'one more than the list has', 3],
	])('a limit of %d, %s, takes %d requests', async (limit, _what, requests) => {
		const listed = await listSome({ limit });
		expect(listed.ids).toEqual(listed.all.slice(0, limit));
		expect(listed.requests).toHaveLength(requests);
	});
});
