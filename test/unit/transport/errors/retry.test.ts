import { ServiceError } from '../../../../nodes/LearningPlatform/transport/errors/serviceError';
import {
	parseRetryAfter,
	retryDelayMs,
	withRetries,
} from '../../../../nodes/LearningPlatform/transport/errors/retry';

describe('the wait before a retry', () => {
	const failed = { reason: '503', retryAfterMs: undefined };
	const limited = { reason: '429', retryAfterMs: undefined };

	it.each([
		['begins between a quarter and half a second', failed, 0, 250, 500],
		['doubles', failed, 1, 500, 1_000],
		['doubles again', failed, 2, 1_000, 2_000],
		['grows to a minute', failed, 7, 30_000, 60_000],
		['never grows longer than a minute', failed, 1_000, 30_000, 60_000],
		['begins longer when the service counts by the second', limited, 0, 500, 1_000],
		['doubles from there', limited, 1, 1_000, 2_000],
	])('%s', (_what, error, retry, shortest, longest) => {
		expect(retryDelayMs(error, retry, 0)).toBe(shortest);
		expect(retryDelayMs(error, retry, 1)).toBe(longest);
	});

	it.each([
		['is what the service asks for', 7_000, 7_000],
		['is not shorter when the service asks for no wait', 0, 6_000],
		['is not shorter when the service asks for less', 5_999, 6_000],
		['is a minute when the service asks for more', 3_600_000, 60_000],
	])('%s', (_what, retryAfterMs, expected) => {
		expect(retryDelayMs({ reason: '429', retryAfterMs }, 3, 0.5)).toBe(expected);
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
		expect(parseRetryAfter(field, now)).toBe(expected);
	});
});

describe('an attempt', () => {
	const busy = new ServiceError('Busy', 'Wait.', { reason: '503', isTransient: true });
	const wrong = new ServiceError('Wrong', 'Change it.', { reason: '400' });

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

	it.each([0, 1, 4, 10])('is made again %d times at most', async (maxRetries) => {
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

	it('waits as long as the service asks for', async () => {
		const details = { reason: '429', isTransient: true, retryAfterMs: 7_000 };
		const attempt = failing(new ServiceError('Busy', 'Wait.', details));
		const result = withRetries(attempt, { maxRetries: 1 });
		await jest.advanceTimersByTimeAsync(6_999);
		expect(attempt).toHaveBeenCalledTimes(1);
		await jest.advanceTimersByTimeAsync(1);
		expect(await result).toBe('done');
	});

	it('is not made when the signal fired before', async () => {
		const attempt = failing();
		const signal = AbortSignal.abort(new Error('stopped'));
		await expect(withRetries(attempt, { maxRetries: 4, signal })).rejects.toThrow('stopped');
		expect(attempt).not.toHaveBeenCalled();
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
