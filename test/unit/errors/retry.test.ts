import { serviceError, waitAskedFor, waitToRetry } from '../../../nodes/LearningPlatform/errors';

/** Makes an attempt until it succeeds, as a request is made. */
async function withRetries<T>(
	attempt: () => Promise<T>,
	options: Parameters<typeof waitToRetry>[2],
): Promise<T> {
	for (let retry = 0; ; retry += 1) {
		try {
			return await attempt();
		} catch (error) {
			await waitToRetry(error, retry, options);
		}
	}
}

describe('the wait before a retry', () => {
	const failed = { reason: '503', isTransient: true };
	const limited = { ...failed, reason: '429' };
	const refused = { ...failed, reason: '401' };

	beforeEach(() => {
		jest.useFakeTimers();
	});

	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	/** The waits of an attempt that never succeeds. */
	async function waits(facts: typeof failed & { retryAfterMs?: number }, random: number) {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		const delays: number[] = [];
		const attempt = async () => await Promise.reject(serviceError('Busy', 'Wait.', facts));
		const onRetry = (_error: unknown, delayMs: number) => {
			delays.push(delayMs);
		};
		const result = withRetries(attempt, { maxRetries: 101, onRetry }).catch(() => delays);
		await jest.runAllTimersAsync();
		return await result;
	}

	it.each([
		['begins between a quarter and half a second', failed, 0, 250, 500],
		['doubles', failed, 1, 500, 1_000],
		['doubles again', failed, 2, 1_000, 2_000],
		['grows to a minute', failed, 7, 30_000, 60_000],
		['never grows longer than a minute', failed, 100, 30_000, 60_000],
		['begins longer when the service counts by the second', limited, 0, 500, 1_000],
		['doubles from there', limited, 1, 1_000, 2_000],
		['begins as long as any when a new token is refused', refused, 0, 250, 500],
		['grows to two seconds only when a new token is refused', refused, 9, 1_000, 2_000],
	])('%s', async (_what, facts, retry, shortest, longest) => {
		expect((await waits(facts, 0))[retry]).toBe(shortest);
		expect((await waits(facts, 1))[retry]).toBe(longest);
	});

	it.each([
		['is what the service asks for', 7_000, 7_000],
		['is not shorter when the service asks for no wait', 0, 6_000],
		['is not shorter when the service asks for less', 5_999, 6_000],
		['is a minute when the service asks for more', 3_600_000, 60_000],
	])('%s', async (_what, retryAfterMs, expected) => {
		expect((await waits({ ...limited, retryAfterMs }, 0.5))[3]).toBe(expected);
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-01-31T12:00:00Z');

	it.each([
		['seconds', '120', 120_000],
		['no seconds', '0', 0],
		['seconds with a fraction', '1.5', 1_500],
		['seconds between spaces', ' 3 ', 3_000],
		['a date', 'Sat, 31 Jan 2026 12:00:30 GMT', 30_000],
		['a date in the past', 'Sat, 31 Jan 2026 11:00:00 GMT', 0],
		['a date in the old form of RFC 850', 'Saturday, 31-Jan-26 12:00:30 GMT', 30_000],
		['nothing', '', undefined],
		['a missing field', undefined, undefined],
		['a negative number', '-5', undefined],
		['a number with an exponent', '1e9', undefined],
		['words', 'in a minute', undefined],
		['a number that only looks like a date', '2026', 2_026_000],
		['a date without a month by name', '2026-01-31 12:00:30', undefined],
	])('of %s', (_what, field, expected) => {
		expect(waitAskedFor(503, { 'retry-after': field }, now)).toBe(expected);
	});
});

describe('how long a 429 asks to be left alone is read from', () => {
	const now = Date.parse('2026-01-31T12:00:00Z');

	it.each<[what: string, headers: Record<string, string>, ms: number | undefined]>([
		['Retry-After before all others', { 'retry-after': '3', 'ratelimit-reset': '9' }, 3_000],
		['RateLimit-Reset', { 'ratelimit-reset': '17' }, 17_000],
		[
			'RateLimit-Reset beside a Retry-After that is none',
			{ 'retry-after': 'soon', 'ratelimit-reset': '17' },
			17_000,
		],
		['X-RateLimit-Reset', { 'x-ratelimit-reset': '17' }, 17_000],
		['X-Rate-Limit-Reset', { 'x-rate-limit-reset': '1.5' }, 1_500],
		['the time of a reset', { 'x-ratelimit-reset': `${now / 1_000 + 42}` }, 42_000],
		['the time of a reset in milliseconds', { 'x-ratelimit-reset': `${now + 42_000}` }, 42_000],
		['a time that has passed', { 'x-ratelimit-reset': `${now / 1_000 - 5}` }, 0],
		['RateLimit in its old form', { ratelimit: 'limit=60, remaining=0, reset=30' }, 30_000],
		['RateLimit in its new form', { ratelimit: '"default";r=0;t=30' }, 30_000],
		['no header', {}, undefined],
		['words', { 'ratelimit-reset': 'in a minute', ratelimit: 'none' }, undefined],
		['a negative number', { 'x-ratelimit-reset': '-1' }, undefined],
	])('%s', (_what, headers, ms) => {
		expect(waitAskedFor(429, headers, now)).toBe(ms);
	});

	it('only a 429 means the limit of a rate', () => {
		expect(waitAskedFor(503, { 'ratelimit-reset': '17' }, now)).toBeUndefined();
		expect(waitAskedFor(503, { 'retry-after': '17' }, now)).toBe(17_000);
	});
});

describe('an attempt', () => {
	const busy = serviceError('Busy', 'Wait.', { reason: '503', isTransient: true });
	const wrong = serviceError('Wrong', 'Change it.', { reason: '400' });

	/** Fails with each of the errors, then succeeds; `times` is how often it ran. */
	function failing(...errors: Error[]) {
		const attempt = jest.fn(async () => {
			const error = errors.shift();
			return error ? await Promise.reject(error) : 'done';
		});
		return attempt;
	}

	beforeEach(() => {
		jest.useFakeTimers();
	});

	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	it('that succeeds is the only one', async () => {
		const attempt = failing();
		expect(await withRetries(attempt, { maxRetries: 4 })).toBe('done');
		expect(attempt).toHaveBeenCalledTimes(1);
	});

	it('that fails for a passing reason is made again, each time after a wait', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const attempt = failing(busy, busy);
		const result = withRetries(attempt, { maxRetries: 4 });
		await jest.advanceTimersByTimeAsync(249);
		expect(attempt).toHaveBeenCalledTimes(1);
		await jest.advanceTimersByTimeAsync(1);
		expect(attempt).toHaveBeenCalledTimes(2);
		await jest.advanceTimersByTimeAsync(499);
		expect(attempt).toHaveBeenCalledTimes(2);
		await jest.advanceTimersByTimeAsync(1);
		expect(attempt).toHaveBeenCalledTimes(3);
		expect(await result).toBe('done');
	});

	it('tells about each wait before it begins', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		const onRetry = jest.fn();
		const result = withRetries(failing(busy, busy), { maxRetries: 4, onRetry });
		await jest.advanceTimersByTimeAsync(0);
		expect(onRetry).toHaveBeenCalledTimes(1);
		await jest.runAllTimersAsync();
		await result;
		expect(onRetry.mock.calls).toEqual([
			[busy, 500],
			[busy, 1_000],
		]);
	});

	it.each([0, 4])('is made again %d times at most', async (maxRetries) => {
		const attempt = failing(...Array.from({ length: 20 }, () => busy));
		const result = expect(withRetries(attempt, { maxRetries })).rejects.toBe(busy);
		await jest.runAllTimersAsync();
		await result;
		expect(attempt).toHaveBeenCalledTimes(maxRetries + 1);
	});

	it.each([
		['for a reason that lasts', wrong],
		['for a reason that nobody foresaw', new TypeError('x is undefined')],
	])('that fails %s is not made again', async (_why, error) => {
		const attempt = failing(error);
		await expect(withRetries(attempt, { maxRetries: 4 })).rejects.toBe(error);
		expect(attempt).toHaveBeenCalledTimes(1);
	});

	it('is not made again when the signal fires during it', async () => {
		const stop = new AbortController();
		const attempt = jest.fn(async () => {
			stop.abort(new Error('stopped'));
			return await Promise.reject(busy);
		});
		const retried = withRetries(attempt, { maxRetries: 4, signal: stop.signal });
		await expect(retried).rejects.toThrow('stopped');
		expect(attempt).toHaveBeenCalledTimes(1);
	});

	it('is not waited for when the signal fires', async () => {
		const stop = new AbortController();
		const attempt = failing(busy);
		const retried = withRetries(attempt, { maxRetries: 4, signal: stop.signal });
		const result = expect(retried).rejects.toThrow('stopped');
		await jest.advanceTimersByTimeAsync(10);
		stop.abort(new Error('stopped'));
		await result;
		expect(attempt).toHaveBeenCalledTimes(1);
	});
});
