import { isFullRun } from '../../repeats';
import { expectAllCourses, listCourses, usedCredential } from '../lists';
import { n8nGlobal, outcomes, shortenWaits, startService, storedFor } from '../service';
import { startProxy } from '../proxy';

const everything = { returnAll: true, options: { maxRetries: 0 } };

it('Timeout does not apply to the token request', async () => {
	if (!isFullRun) return;
	const sandbox = await startService({ courses: 1, tokenDelayMs: 2_000 });
	const { items } = await listCourses(sandbox, { requestOptions: { timeout: 1_500 } });
	expect(items).toHaveLength(1);
	expect(sandbox.journal.of('token')).toHaveLength(1);
});

describe('Proxy', () => {
	it('carries the token request and every page', async () => {
		const sandbox = await startService({ courses: 5, coursePageSize: 2 });
		const proxy = await startProxy();
		const parameters = { ...everything, requestOptions: { proxy: proxy.url } };
		const { items } = await listCourses(sandbox, parameters);
		expectAllCourses(items, sandbox);
		expect(proxy.carried).toEqual(
			sandbox.journal.entries.map(({ method, url }) => `${method} ${sandbox.origin}${url}`),
		);
		expect(outcomes(sandbox)).toEqual(['token 200', ...Array<string>(3).fill('courses 200')]);
	});

	it.each([
		['a token', storedFor],
		['a page', usedCredential],
	])('that cannot be reached is named in the error: %s', async (_what, accountOf) => {
		shortenWaits();
		const credential = await accountOf(await startService({ courses: 1 }));
		const requestOptions = { proxy: 'http://127.0.0.1:1' };
		const parameters = { ...everything, options: { maxRetries: 0 }, requestOptions };
		const { error } = await listCourses(credential, parameters);
		expect(error?.message).toBe(
			'The proxy cannot be reached (courses, page 1). Check Proxy under Request Options.',
		);
	});
});

it('Batching waits between batches of input items', async () => {
	const sandbox = await startService({ courses: 1 });
	const batching = { batch: { batchSize: 2, batchInterval: 33 } };
	const parameters = { limit: 1, requestOptions: { batching } };
	const timers = jest.spyOn(n8nGlobal, 'setTimeout');
	const { items } = await listCourses(sandbox, parameters, { items: 5 });
	expect(items).toHaveLength(5);
	expect(timers.mock.calls.filter(([, ms]) => ms === 33)).toHaveLength(2);
});
