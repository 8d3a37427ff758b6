import { expectAllCourses, jsonOf, listCourses } from '../../lists';
import { requestLines, startService } from '../../service';

const everything = { returnAll: true };

it("the list has all records unchanged, in the service's order", async () => {
	const sandbox = await startService({ courses: 1234 });
	const { items, status } = await listCourses(sandbox, everything);
	expect(status).toBe('success');
	expectAllCourses(items, sandbox);
	// Compares the contents last because a failure prints thousands of records.
	expect(jsonOf(items)).toEqual(sandbox.catalogue.list('courses'));
	expect(sandbox.journal.of('courses').map(({ page }) => page)).toEqual([1, 2, 3]);
	const [, first] = requestLines(sandbox);
	// There are no filters, so the path has no question mark.
	expect(first).toBe('GET /api/v2/courses');
});
