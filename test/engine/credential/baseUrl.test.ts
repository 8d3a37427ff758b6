import { testCredential } from '../harness';
import { expectAllCourses, listCourses } from '../lists';
import { requestLines, startService, storedFor } from '../service';

it("a base URL can include a path prefix and the API's path", async () => {
	const pathPrefix = '/prefix';
	const sandbox = await startService({ courses: 3, coursePageSize: 2, pathPrefix });
	const credential = storedFor(sandbox);
	credential.edit({ baseUrl: ` ${sandbox.baseUrl}/api/v2 ` });
	expect(await testCredential(credential)).toEqual({
		status: 'OK',
		message: 'Connection successful!',
	});
	sandbox.journal.clear();
	const { items } = await listCourses(credential, { returnAll: true });
	expectAllCourses(items, sandbox);
	const [first, second] = requestLines(sandbox);
	expect(first).toBe(`GET ${pathPrefix}/api/v2/courses`);
	expect(second).toContain(`GET ${pathPrefix}/api/v2/courses?next=`);
});
