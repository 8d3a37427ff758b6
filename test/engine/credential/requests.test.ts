import { listCourses } from '../lists';
import { startService } from '../service';

describe('the token request', () => {
	it('is exactly as specified, without Authorization or version headers', async () => {
		const sandbox = await startService({ courses: 1 });
		await listCourses(sandbox);
		const [request] = sandbox.journal.of('token');
		expect(`${request?.method} ${request?.url}`).toBe('POST /api/v2/oauth2/token');
		expect(JSON.parse(request?.body ?? '')).toEqual({
			grant_type: 'client_credentials',
			client_id: sandbox.clientId,
			client_secret: sandbox.clientSecret,
		});
		expect(request?.headers).toMatchObject({
			accept: 'application/json',
			'content-type': 'application/json',
		});
		expect(Object.keys(request?.headers ?? {}).sort()).toEqual(
			'accept accept-encoding connection content-length content-type host user-agent'.split(' '),
		);
	});

	it('contains the ID and the secret unchanged', async () => {
		const clientId = 'id "quoted" \\ &=+';
		const clientSecret = 'sécret <b> 🙂 {"a":1}';
		const sandbox = await startService({ courses: 1, clientId, clientSecret });
		const { status } = await listCourses(sandbox);
		expect(status).toBe('success');
	});
});

describe('a list request', () => {
	it('has the token and the version header on every page', async () => {
		const sandbox = await startService({ courses: 5, coursePageSize: 2 });
		await listCourses(sandbox, { returnAll: true });
		const requests = sandbox.journal.of('courses');
		expect(requests).toHaveLength(3);
		for (const { headers } of requests) {
			expect(headers).toMatchObject({
				accept: 'application/json',
				'cache-control': 'no-cache',
				authorization: expect.stringMatching(/^Bearer [\w-]{32}$/) as string,
				'service-api-version': 'v2.0',
			});
			expect(Object.keys(headers)).toHaveLength(8);
		}
	});
});
