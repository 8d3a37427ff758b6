/** @jest-environment node */
import { serviceError, waitAskedFor, waitToRetry } from '../../../nodes/LearningPlatform/errors';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-01-31T12:00:00Z') });
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe('the wait before a retry', () => {
	const failed = { reason: '503', isTransient: true };
	const limited = { ...failed, reason: '429' };
	const refused = { ...failed, reason: '401' };

	/** How long it is told to be. */
	async function waitBefore(retry: number, facts: object, random: number) {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		const onRetry = jest.fn();
		const error = serviceError('Busy', 'Wait.', facts);
		const waiting = waitToRetry(error, retry, { maxRetries: 101, onRetry });
		expect(onRetry).toHaveBeenCalledWith(error, expect.any(Number));
		await jest.runAllTimersAsync();
		await waiting;
		return (onRetry.mock.calls as [unknown, number][])[0]?.[1];
	}

	it.each([
		['begins between a quarter and half a second', failed, 0, 250, 500],
		['doubles', failed, 1, 500, 1_000],
		['doubles again', failed, 2, 1_000, 2_000],
		['grows to a minute', failed, 7, 30_000, 60_000],
		['never grows longer than a minute', failed, 100, 30_000, 60_000],
		['begins longer when the service counts by the second', limited, 0, 500, 1_000],
		['begins as long as any when a new token is refused', refused, 0, 250, 500],
		['grows to two seconds only when a new token is refused', refused, 9, 1_000, 2_000],
	])('%s', async (_what, facts, retry, shortest, longest) => {
		expect(await waitBefore(retry, facts, 0)).toBe(shortest);
		expect(await waitBefore(retry, facts, 1)).toBe(longest);
	});

	it.each([
		['is what the service asks for', 7_000, 7_000],
		['is not shorter when the service asks for less', 5_999, 6_000],
		['is a minute when the service asks for more', 3_600_000, 60_000],
	])('%s', async (_what, retryAfterMs, expected) => {
		expect(await waitBefore(3, { ...limited, retryAfterMs }, 0.5)).toBe(expected);
	});
});

it.each([
	['seconds', '120', 120_000],
	['seconds with a fraction', '1.5', 1_500],
	['seconds between spaces', ' 3 ', 3_000],
	['a date', 'Sat, 31 Jan 2026 12:00:30 GMT', 30_000],
	['a date in the past', 'Sat, 31 Jan 2026 11:00:00 GMT', 0],
	['a date of RFC 850 in the past', 'Sunday, 06-Nov-94 08:49:37 GMT', 0],
	['a date of asctime in the past', 'Sun Nov  6 08:49:37 1994', 0],
	['a missing field', undefined, undefined],
	['a negative number', '-5', undefined],
	['words', 'in a minute', undefined],
])('Retry-After of %s', (_what, field, expected) => {
	expect(waitAskedFor({ 'retry-after': field })).toBe(expected);
});

describe('an attempt', () => {
	const busy = serviceError('Busy', 'Wait.', { reason: '503', isTransient: true });
	const wrong = serviceError('Wrong', 'Change it.', { reason: '400' });

	it('that failed for a passing reason is made again after its wait', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const goOn = jest.fn();
		void waitToRetry(busy, 1, { maxRetries: 4 }).then(goOn);
		await jest.advanceTimersByTimeAsync(499);
		expect(goOn).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(1);
		expect(goOn).toHaveBeenCalledTimes(1);
	});

	it.each([
		['never, when nothing may be tried again', busy, 0, 0],
		['no more, when it has come as often as may be', busy, 4, 4],
		['never, for a reason that lasts', wrong, 0, 4],
		['never, for a reason that nobody foresaw', new TypeError('x is undefined'), 0, 4],
	])('is made again %s', async (_when, error, retry, maxRetries) => {
		await expect(waitToRetry(error, retry, { maxRetries })).rejects.toBe(error);
	});

	it.each([
		['that the signal has stopped is not made again', 0],
		['is not waited for when the signal fires', 10],
	])('%s', async (_what, afterMs) => {
		const stop = new AbortController();
		const abort = () => {
			stop.abort(new Error('stopped'));
		};
		if (afterMs === 0) abort();
		else setTimeout(abort, afterMs);
		const options = { maxRetries: 4, signal: stop.signal };
		const waiting = expect(waitToRetry(busy, 0, options)).rejects.toThrow('stopped');
		await jest.advanceTimersByTimeAsync(afterMs);
		await waiting;
	});
});
