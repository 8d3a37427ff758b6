import { testCredential } from '../harness';
import { expectAllCourses, listCourses, usedCredential } from '../lists';
import { requestLines, startService, storedFor } from '../service';

describe('a base URL works', () => {
	it.each<[string, string, (baseUrl: string) => string]>([
		['with a path prefix and the API path', '/prefix', (baseUrl) => ` ${baseUrl}/api/v2 `],
		['as an expression', '', (baseUrl) => `={{ "${baseUrl}" }}`],
	])('%s', async (_how, pathPrefix, pasted) => {
		const sandbox = await startService({ courses: 3, coursePageSize: 2, pathPrefix });
		const credential = storedFor(sandbox);
		credential.edit({ baseUrl: pasted(sandbox.baseUrl) });
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
});

describe('the credential test', () => {
	it('does not believe a stored token: it asks for a new one', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = await usedCredential(sandbox);
		sandbox.tokens.revokeAll();
		expect((await testCredential(credential)).status).toBe('OK');
	});
});
