import { sleep } from 'n8n-workflow';

import { abortable } from '../values/promises';
import { UserFacingError } from './userFacingError';

const MAX_DELAY_MS = 60_000;

/** Returns whether there were too many requests: some services say it with 403 and Retry-After. */
export function isRateLimit({ reason, isTransient }: UserFacingError): boolean {
	return reason === '429' || (reason === '403' && isTransient);
}

/**
 * Waits before a retry.
 *
 * @param retry how many retries there were before
 * @throws the error if it is not transient or no retry is left; `signal.reason` as soon as the signal fires
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
 * Returns a wait that doubles with every retry, up to half of it random, so that clients spread out. A `Retry-After` can
 * only make it longer: with `Retry-After: 0` all retries would be over in an instant.
 */
function retryDelayMs(error: UserFacingError, retry: number): number {
	// Rate limits are counted by the second, so a shorter wait would only be refused again.
	const first = isRateLimit(error) ? 1_000 : 500;
	// A refused new token is usually refused for good; otherwise the service accepts it within seconds.
	const most = error.reason === '401' ? 2_000 : MAX_DELAY_MS;
	const longest = Math.min(first * 2 ** retry, most);
	const asked = Math.min(error.retryAfterMs ?? 0, MAX_DELAY_MS);
	return Math.max(asked, longest * (0.5 + Math.random() / 2));
}

/** Returns the `Retry-After` of a response in ms, which it has in seconds or as an HTTP date (RFC 9110, section 10.2.3). */
export function waitAskedFor(
	headers: Record<string, string | string[] | undefined>,
): number | undefined {
	const asked = headers['retry-after']?.toString().trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1_000;
	// Date.parse also accepts other text, such as "-5"; every HTTP date contains the name of a month.
	const date = /[a-z]{3}/i.test(asked) ? Date.parse(asked) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
