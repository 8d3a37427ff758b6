/** @jest-environment node */
import { Failure, type FailureKind } from '../../../nodes/LearningPlatform/failures/failure';
import { planRetry, readRetryAfter } from '../../../nodes/LearningPlatform/failures/classify';

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

	function delayBefore(
		retry: number,
		[kind, facts]: readonly [FailureKind, object],
		random: number,
	): number {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		return planRetry(new Failure(kind, { ...facts, isTransient: true }), retry, 101).delayMs;
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
	])('%s', (_what, facts, retry, shortest, longest) => {
		expect(delayBefore(retry, facts, 0)).toBe(shortest);
		expect(delayBefore(retry, facts, 1)).toBe(longest);
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
])('throws an error %s', (_what, error, retry, maxRetries) => {
	expect(() => planRetry(error, retry, maxRetries)).toThrow(error);
});
