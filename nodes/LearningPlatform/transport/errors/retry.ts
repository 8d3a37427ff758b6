import { sleep } from 'n8n-workflow';

import { abortable } from '../promises';
import { ServiceError } from './serviceError';

const FIRST_DELAY_MS = 500;

/** Rate limits are counted by the second, so a shorter wait would only be refused again. */
const FIRST_RATE_LIMIT_DELAY_MS = 1_000;

const MAX_DELAY_MS = 60_000;

/** The reason of an error that means the service's rate limit was met. */
export const TOO_MANY_REQUESTS = '429';

export interface RetryOptions {
	/** How often a failed request is sent again before the error counts. */
	maxRetries: number;
	/** Stops waiting, and asking again, at once. */
	signal?: AbortSignal | undefined;
	/** Told about every retry before its wait begins. */
	onRetry?: (error: ServiceError, delayMs: number) => void;
}

/**
 * Runs `attempt`, and runs it again after a wait while it fails with a transient `ServiceError`.
 *
 * @throws what the last attempt threw, or `signal.reason` once the signal has fired
 */
export async function withRetries<T>(
	attempt: () => Promise<T>,
	{ maxRetries, signal, onRetry }: RetryOptions,
): Promise<T> {
	for (let retry = 0; ; retry += 1) {
		signal?.throwIfAborted();
		const [outcome] = await Promise.allSettled([attempt()]);
		if (outcome.status === 'fulfilled') return outcome.value;
		signal?.throwIfAborted();
		const error: unknown = outcome.reason;
		if (!(error instanceof ServiceError) || !error.isTransient || retry >= maxRetries) throw error;
		const delayMs = retryDelayMs(error, retry, Math.random());
		onRetry?.(error, delayMs);
		await abortable(sleep(delayMs), signal);
	}
}

/**
 * How long to wait before a request is sent again, in ms: a time that doubles with every retry and differs
 * between clients, so that they do not return in step, or what the service asked for (Retry-After) if that
 * is longer. A service that asks for no wait at all would otherwise use up all retries in an instant.
 *
 * @param retry how many retries there were before, from 0
 * @param random a number from 0 to 1 that sets the jitter
 */
export function retryDelayMs(
	error: Pick<ServiceError, 'reason' | 'retryAfterMs'>,
	retry: number,
	random: number,
): number {
	const first = error.reason === TOO_MANY_REQUESTS ? FIRST_RATE_LIMIT_DELAY_MS : FIRST_DELAY_MS;
	const longest = Math.min(first * 2 ** retry, MAX_DELAY_MS);
	const asked = Math.min(error.retryAfterMs ?? 0, MAX_DELAY_MS);
	return Math.max(asked, longest * (0.5 + random / 2));
}

/**
 * Reads a `Retry-After` field (RFC 9110, section 10.2.3): seconds or an HTTP date.
 *
 * @param now the current time, in ms since the epoch
 * @returns ms to wait, never negative; `undefined` when the field is missing or neither of both
 */
export function parseRetryAfter(field: string | undefined, now: number): number | undefined {
	const value = field?.trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
	// Date.parse takes far more than HTTP dates, such as "-5"; those all carry the name of a month.
	const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
