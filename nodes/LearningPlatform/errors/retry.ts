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
 * How long a response asks to be left alone: its `Retry-After` (RFC 9110, section 10.2.3), in seconds or as an HTTP date.
 *
 * @returns ms, never negative; `undefined` when it does not say
 */
export function waitAskedFor(
	headers: Record<string, string | string[] | undefined>,
): number | undefined {
	const asked = headers['retry-after']?.toString().trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1_000;
	// Date.parse takes far more than HTTP dates, such as "-5"; those all carry the name of a month.
	const date = /[a-z]{3}/i.test(asked) ? Date.parse(asked) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
