import type { Fault } from '../../sandbox';
import { testCredential } from '../harness';
import { listCourses, listRecords, usedCredential } from '../lists';
import { startProxy } from '../proxy';
import {
	n8nGlobal,
	outcomes,
	requested,
	setClock,
	shortenWaits,
	startService,
	storedFor,
} from '../service';

it('20 parallel input items share one exchange, and the next node uses it too', async () => {
	const sandbox = await startService({ courses: 3, groups: 1 });
	const credential = storedFor(sandbox);
	const { items, status } = await listCourses(credential, { limit: 2 }, { items: 20 });
	expect(status).toBe('success');
	expect(items).toHaveLength(40);
	await listRecords('group', credential);
	expect(sandbox.journal.of('token')).toHaveLength(1);
	expect(sandbox.journal.of('courses')).toHaveLength(20);
});

it('only requests with the same proxy share an exchange', async () => {
	const sandbox = await startService({ courses: 1 });
	const proxy = await startProxy();
	sandbox.faults.add({
		on: { kind: 'token' },
		before: async () => {
			await requested(sandbox, { kind: 'token', times: 2 });
		},
	});
	const items = [proxy.url, proxy.url, '', ''].map((url) => ({ json: { url } }));
	const parameters = { requestOptions: { proxy: '={{ $json.url }}' } };
	const { status } = await listCourses(sandbox, parameters, { items });
	expect(status).toBe('success');
	expect(sandbox.journal.of('token')).toHaveLength(2);
	expect(proxy.carried).toHaveLength(3);
});

it('20 input items send a rejected secret once', async () => {
	const sandbox = await startService({ courses: 1 });
	sandbox.faults.add({ on: { kind: 'token' }, status: 401, times: Infinity });
	const { status } = await listCourses(sandbox, {}, { items: 20 });
	expect(status).toBe('error');
	expect(sandbox.journal.of('token')).toHaveLength(1);
});

describe('a credential test, even after the clock is set back,', () => {
	const refused = { on: { kind: 'token' }, status: 401 } as const;

	it.each<[what: string, fault: Fault | undefined, afterMs: number, tests: string[], sent: number]>(
		[
			['requests a token each time', undefined, 0, ['OK', 'OK'], 2],
			['shares a rejection for five seconds', refused, 4_000, ['Error', 'Error'], 1],
			['tries again five seconds later', refused, 5_000, ['Error', 'OK'], 2],
			['retries a temporary failure', { ...refused, status: 503, times: 3 }, 0, ['Error', 'OK'], 4],
		],
	)('%s', async (_what, fault, afterMs, tests, sent) => {
		shortenWaits();
		const sandbox = await startService({ courses: 1 });
		if (fault) sandbox.faults.add(fault);
		const credential = storedFor(sandbox);
		// The time is an integer so that adding 5,000 ms is exact.
		let now = Math.ceil(performance.now());
		for (const clock of [performance, n8nGlobal.performance]) {
			jest.spyOn(clock, 'now').mockImplementation(() => now);
		}
		const verdicts = [(await testCredential(credential)).status];
		now += afterMs;
		setClock(() => 0);
		verdicts.push((await testCredential(credential)).status);
		expect(verdicts).toEqual(tests);
		expect(sandbox.journal.of('token')).toHaveLength(sent);
	});
});

it('a new base URL takes effect immediately and never gets the old token', async () => {
	const [old, fresh] = [await startService({ courses: 1 }), await startService({ courses: 2 })];
	const credential = await usedCredential(old);
	credential.edit({ baseUrl: fresh.baseUrl });
	const { items } = await listCourses(credential);
	expect(items).toHaveLength(2);
	expect(outcomes(fresh)).toEqual(['token 200', 'courses 200']);
	const oldToken = old.journal.of('courses')[0]?.headers.authorization?.replace('Bearer ', '');
	expect(oldToken).toMatch(/./);
	expect(JSON.stringify(fresh.journal.entries)).not.toContain(oldToken);
	expect(old.journal.entries).toHaveLength(2);
});

it("a failed exchange for one page is not reported as another page's error", async () => {
	const sandbox = await startService({ courses: 10, coursePageSize: 2 });
	// Page 2 is requested again while page 3 gets a 401 and no new token.
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, drop: 'inBody' });
	sandbox.faults.add({
		on: { kind: 'courses', page: 3 },
		status: 401,
		before: async () => {
			await requested(sandbox, { page: 2, times: 2 });
		},
	});
	sandbox.faults.add({ on: { kind: 'token', occurrence: 2 }, status: 400 });
	sandbox.faults.add({
		on: { kind: 'courses', page: 2, occurrence: 2 },
		drop: 'beforeHeaders',
		before: async () => {
			await requested(sandbox, { kind: 'token', times: 2 });
		},
		// Lets the exchange fail first; with a shorter delay, the test would prove less but still pass.
		delayBeforeHeadersMs: 100,
	});
	const { error } = await listCourses(sandbox, { returnAll: true, options: { maxRetries: 1 } });
	expect(error?.message).toBe('The connection to the service was lost (courses, page 2)');
});

it.each([
	['does not respond', 'before'],
	['stops in the middle of its response', 'inBody'],
] as const)('a token endpoint that %s is retried after 30 seconds', async (_how, when) => {
	shortenWaits();
	const time = new AbortController();
	const timeouts = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
	const hang = async () => {
		time.abort();
		await new Promise(() => undefined);
	};
	const sandbox = await startService({ courses: 1 });
	sandbox.faults.add({ on: { kind: 'token' }, [when]: hang });
	const { items } = await listCourses(sandbox, { options: { maxRetries: 0 } });
	expect(items).toHaveLength(1);
	expect(timeouts.mock.calls.slice(0, 2)).toEqual([[30_000], [30_000]]);
	expect(sandbox.journal.of('token').map(({ aborted }) => aborted)).toEqual([true, undefined]);
});
