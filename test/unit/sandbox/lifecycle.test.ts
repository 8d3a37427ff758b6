import { request } from 'node:https';
import { startSandbox, type SandboxOptions } from '../../sandbox';
import { authorized, postToken } from './client';

describe('a sandbox', () => {
	it('listens on a port of its own by default', async () => {
		const [one, other] = await Promise.all([startSandbox(), startSandbox()]);
		expect(one.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(one.baseUrl).not.toBe(other.baseUrl);
		await Promise.all([one.stop(), other.stop()]);
	});

	it('cannot be started on a port that is taken', async () => {
		const sandbox = await startSandbox();
		const port = Number(new URL(sandbox.baseUrl).port);
		await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
		await sandbox.stop();
		const successor = await startSandbox({ port });
		await successor.stop();
	});

	it('stops at once, whatever is under way, and as often as asked', async () => {
		const sandbox = await startSandbox({ firstByteDelayMs: 600_000 });
		const headers = await authorized(sandbox);
		const hanging = fetch(`${sandbox.baseUrl}/api/v2/courses`, { headers });
		const refusal = expect(hanging).rejects.toThrow();
		await sandbox.journal.waitFor(({ kind }) => kind === 'courses');
		expect(sandbox.connections()).toBeGreaterThan(0);
		await Promise.all([sandbox.stop(), sandbox.stop()]);
		await sandbox.stop();
		await refusal;
		expect(sandbox.connections()).toBe(0);
		await expect(postToken(sandbox)).rejects.toThrow();
	});

	it('keeps a client waiting for its token when told to', async () => {
		const sandbox = await startSandbox({ tokenDelayMs: 30 });
		await postToken(sandbox);
		const [entry] = sandbox.journal.of('token');
		expect(Number(entry?.headersAt) - Number(entry?.arrivedAt)).toBeGreaterThan(25);
		await sandbox.stop();
	});

	it('speaks HTTPS with a certificate of its own', async () => {
		const sandbox = await startSandbox({ tls: true });
		expect(sandbox.baseUrl).toMatch(/^https:/);
		await expect(postToken(sandbox)).rejects.toThrow();
		const status = await new Promise((resolve, reject) => {
			request(sandbox.baseUrl, { ca: sandbox.certificate }, (response) => {
				resolve(response.statusCode);
			})
				.on('error', reject)
				.end();
		});
		expect(status).toBe(404);
		await sandbox.stop();
	});

	it.each<[string, SandboxOptions]>([
		['port', { port: 70_000 }],
		['courses', { courses: -1 }],
		['groups', { groups: 1.5 }],
		['coursePageSize', { coursePageSize: 0 }],
		['bodyDelayMs', { bodyDelayMs: NaN }],
		['retryAfterSeconds', { retryAfterSeconds: -1 }],
		['failureRate', { failureRate: 2 }],
		['users', { pageSizes: { users: 0 } }],
		['scopes', { scopes: ['courses:write'] }],
		['filters', { filters: 'some' as 'any' }],
		['versionHeader', { versionHeader: 'a b' }],
		['pathPrefix', { pathPrefix: 'prefix/' }],
	])('refuses a bad %s', async (name, options) => {
		await expect(startSandbox(options)).rejects.toThrow(new RegExp(`^${name} must be`));
	});
});
