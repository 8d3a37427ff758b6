import { sleep } from 'n8n-workflow';

import { abortable } from '../values/promises';
import { UserFacingError } from './userFacingError';

const MAX_DELAY_MS = 60_000;

/** Whether there were too many requests: some services say it with 403 and Retry-After. */
export function isRateLimit({ reason, isTransient }: UserFacingError): boolean {
	return reason === '429' || (reason === '403' && isTransient);
}

/**
 * Waits until what has failed may be tried again.
 *
 * @param retry how often it was tried again before
 * @param options `maxRetries`: how often it is tried again before the error counts; `signal` ends the wait at once;
 * `onRetry` is called before the wait begins
 * @throws the error where it is not transient or has come too often, or `signal.reason` once the signal has fired
 */
export async function waitToRetry(
	error: unknown,
	retry: number,
	options: {
		maxRetries: number;
		signal?: AbortSignal;
		onRetry?: (error: UserFacingError, delayMs: number) => void;
	},
): Promise<void> {
	const { maxRetries, signal, onRetry } = options;
	signal?.throwIfAborted();
	const mayPass = error instanceof UserFacingError && error.isTransient;
	if (!mayPass || retry >= maxRetries) throw error;
	const delayMs = retryDelayMs(error, retry);
	onRetry?.(error, delayMs);
	await abortable(sleep(delayMs), signal);
}

/**
 * A wait that doubles with every retry. Up to half of it is random, so that clients do not return in step. A longer
 * `Retry-After` counts instead. A shorter one does not: with `Retry-After: 0` all retries would be over in an instant.
 *
 * @param retry how many retries there were before
 */
function retryDelayMs(error: UserFacingError, retry: number): number {
	// Rate limits are counted by the second, so a shorter wait would only be refused again.
	const first = isRateLimit(error) ? 1_000 : 500;
	// A new token that is refused is mostly refused for good; otherwise the service accepts it within seconds.
	const most = error.reason === '401' ? 2_000 : MAX_DELAY_MS;
	const longest = Math.min(first * 2 ** retry, most);
	const asked = Math.min(error.retryAfterMs ?? 0, MAX_DELAY_MS);
	return Math.max(asked, longest * (0.5 + Math.random() / 2));
}

/**
 * How long a response asks to be left alone: by `Retry-After`, or else, after too many requests, by the headers of a
 * rate limit (draft-ietf-httpapi-ratelimit-headers), whose older forms begin with `X-`.
 *
 * @param now ms since the epoch
 * @returns ms, never negative; `undefined` when it does not say
 */
export function waitAskedFor(
	status: number,
	headers: Record<string, string | string[] | undefined>,
	now: number,
): number | undefined {
	const field = (name: string) => headers[name]?.toString().trim();
	const asked = parseRetryAfter(field('retry-after') ?? '', now);
	if (asked !== undefined || status !== 429) return asked;
	const reset =
		/(?:^|[;,\s])(?:t|reset)=(\d+)/.exec(field('ratelimit') ?? '')?.[1] ??
		field('ratelimit-reset') ??
		field('x-ratelimit-reset') ??
		field('x-rate-limit-reset');
	if (reset === undefined || !/^\d+(\.\d+)?$/.test(reset)) return undefined;
	const count = Number(reset);
	// A large number is a time since the epoch, in ms or seconds: nobody has to wait for thirty years.
	if (count >= 1e12) return Math.max(0, count - now);
	return count >= 1e9 ? Math.max(0, count * 1_000 - now) : count * 1_000;
}

/** Reads a `Retry-After` field (RFC 9110, section 10.2.3): seconds or an HTTP date. */
function parseRetryAfter(value: string, now: number): number | undefined {
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
	// Date.parse takes far more than HTTP dates, such as "-5"; those all carry the name of a month.
	const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
