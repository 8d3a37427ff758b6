/** @jest-environment node */
import { Failure, type FailureKind } from '../../../nodes/LearningPlatform/failures/failure';
import { readRetryAfter, waitToRetry } from '../../../nodes/LearningPlatform/failures/request';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-01-31T12:00:00Z') });
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe('the wait before a retry', () => {
	const failed = ['serverError', {}] as const;
	const limited = ['rateLimited', {}] as const;
	const refused = ['tokenRejected', {}] as const;
	const asked = (retryAfterMs: number) => ['rateLimited', { retryAfterMs }] as const;

	/** Returns the wait and checks that `onRetry` receives it. */
	async function waitBefore(
		retry: number,
		[kind, facts]: readonly [FailureKind, object],
		random: number,
	) {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		const onRetry = jest.fn();
		const error = new Failure(kind, { ...facts, isTransient: true });
		const startedAt = Date.now();
		const waiting = waitToRetry(error, retry, { maxRetries: 101, onRetry });
		await jest.runAllTimersAsync();
		await waiting;
		const waitMs = Date.now() - startedAt;
		expect(onRetry.mock.calls).toEqual([[error, waitMs]]);
		return waitMs;
	}

	it.each([
		['starts at 250 to 500 ms', failed, 0, 250, 500],
		['doubles', failed, 1, 500, 1_000],
		['doubles again', failed, 2, 1_000, 2_000],
		['grows to a minute', failed, 7, 30_000, 60_000],
		['never exceeds a minute', failed, 100, 30_000, 60_000],
		['starts out longer after a rate limit', limited, 0, 500, 1_000],
		['is one to two seconds after a token is rejected', refused, 0, 1_000, 2_000],
		['is as long as the service requests', asked(9_000), 3, 9_000, 9_000],
		['is not shortened if the service requests a shorter wait', asked(1_000), 3, 4_000, 8_000],
		['is at most a minute even if the service requests more', asked(3_600_000), 3, 60_000, 60_000],
	])('%s', async (_what, facts, retry, shortest, longest) => {
		expect(await waitBefore(retry, facts, 0)).toBe(shortest);
		expect(await waitBefore(retry, facts, 1)).toBe(longest);
	});
});

it.each([
	['seconds', '120', 120_000],
	['fractional seconds', '1.5', 1_500],
	['seconds surrounded by spaces', ' 3 ', 3_000],
	['a date', 'Sat, 31 Jan 2026 12:00:30 GMT', 30_000],
	['a date in the past', 'Sat, 31 Jan 2026 11:00:00 GMT', 0],
	['an RFC 850 date in the past', 'Sunday, 06-Nov-94 08:49:37 GMT', 0],
	['an asctime date in the past', 'Sun Nov  6 08:49:37 1994', 0],
	['a missing field', undefined, undefined],
	['a negative number', '-5', undefined],
	['words', 'in a minute', undefined],
])('reads Retry-After: %s', (_what, field, expected) => {
	expect(readRetryAfter({ 'retry-after': field })).toBe(expected);
});

const busy = new Failure('serverError', { isTransient: true });

it.each([
	['if no retries are allowed', busy, 0, 0],
	['after the last retry', busy, 4, 4],
	['that is not transient', new Failure('rejected'), 0, 4],
	['that is unexpected', new TypeError('x is undefined'), 0, 4],
])('throws an error %s', async (_what, error, retry, maxRetries) => {
	await expect(waitToRetry(error, retry, { maxRetries })).rejects.toBe(error);
});

it.each([0, 10])('the wait ends when the signal fires after %d ms', async (afterMs) => {
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
