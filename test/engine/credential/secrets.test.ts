import { listCourses } from '../lists';
import { startService } from '../service';
import { credentialIn, type Trouble } from './trouble';

const secret = 'top-secret';

describe('neither secret nor token nor answer is in what n8n stores', () => {
	it.each<[string, Trouble]>([
		[
			'about a rejected secret',
			{ fault: { on: { kind: 'token' }, status: 401, body: { error: secret } } },
		],
		[
			'about a strange answer',
			{ fault: { on: { kind: 'token' }, body: `<html>${secret}</html>` } },
		],
		['about a broken endpoint', { fault: { on: { kind: 'token' }, status: 404, body: secret } }],
	])('%s', async (_what, trouble) => {
		const service = { clientSecret: secret };
		const credential = await credentialIn({ ...trouble, service });
		const { run, status } = await listCourses(credential, { options: { maxRetries: 0 } });
		expect(status).toBe('error');
		const stored = JSON.stringify(run);
		expect(stored).not.toContain(secret);
		expect(stored).not.toMatch(/Bearer |<html|access_token/);
		const issued = credential.data.accessToken as string;
		if (issued !== '') {
			const { accessToken } = JSON.parse(issued) as { accessToken: string };
			expect(stored).not.toContain(accessToken);
		}
	});
});

it('a token as short as a word is taken out of what a list answers', async () => {
	const sandbox = await startService({ courses: 1 });
	const token = 'short.token';
	const body = { access_token: token, token_type: 'Bearer' };
	sandbox.faults.add({ on: { kind: 'token' }, body });
	sandbox.faults.add({ on: { kind: 'courses' }, status: 403, body: `No: ${token}` });
	const { error } = await listCourses(sandbox, { options: { maxRetries: 0 } });
	expect(error?.description).toContain('The service answered 403: "No: [removed]".');
});
