import { startSandbox } from '../../sandbox';
import { RateLimit } from '../../sandbox/rateLimit';
import { answerOf, authorized } from './client';

describe('the rate limit', () => {
	it('lets a burst through, then as many as time allows', () => {
		const limit = new RateLimit(2);
		const admitted = [0, 0, 0, 499, 500, 501, 60_000, 60_000, 60_000].map((now) =>
			limit.admits(now),
		);
		expect(admitted).toEqual([true, true, false, false, true, false, true, true, false]);
	});

	it('of 0 is none', () => {
		const limit = new RateLimit(0);
		expect(Array.from({ length: 1000 }, () => limit.admits(0))).not.toContain(false);
	});

	it.each([
		['without Retry-After', {}, null],
		['with Retry-After when told so', { retryAfterSeconds: 2 }, '2'],
	])('answers 429 to list requests, %s', async (_what, options, retryAfter) => {
		const sandbox = await startSandbox({ ...options, requestsPerSecond: 0.001 });
		const headers = await authorized(sandbox);
		expect((await fetch(`${sandbox.baseUrl}/api/v2/groups`, { headers })).status).toBe(200);
		const second = await fetch(`${sandbox.baseUrl}/api/v2/groups`, { headers });
		expect(second.headers.get('retry-after')).toBe(retryAfter);
		expect(await answerOf(second)).toEqual({ status: 429, body: { error: 'tooManyRequests' } });
		await expect(authorized(sandbox)).resolves.toBeDefined();
		await sandbox.stop();
	});

	it('is not used up by requests without a valid token', async () => {
		const sandbox = await startSandbox({ requestsPerSecond: 0.001 });
		const headers = await authorized(sandbox);
		expect((await fetch(`${sandbox.baseUrl}/api/v2/groups`)).status).toBe(401);
		expect((await fetch(`${sandbox.baseUrl}/api/v2/groups`, { headers })).status).toBe(200);
		await sandbox.stop();
	});
});
