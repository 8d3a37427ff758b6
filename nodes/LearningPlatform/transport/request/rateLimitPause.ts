import { sleep } from 'n8n-workflow';

import { abortable } from '../promises';
import { stateOf } from '../token';

/**
 * Holds back every request of a credential for a while, because one of them met the service's rate limit.
 * Without this the listings that run side by side would use up the limit for each other again and again,
 * until one of them runs out of retries.
 *
 * @param fingerprint identifies the credential
 */
export function pauseRequests(fingerprint: string, ms: number): void {
	const state = stateOf(fingerprint);
	state.pausedUntil = Math.max(state.pausedUntil, performance.now() + ms);
}

/**
 * Waits until requests of a credential may be sent.
 *
 * @throws `signal.reason` when the signal fires while waiting
 */
export async function waitForPause(fingerprint: string, signal: AbortSignal): Promise<void> {
	const state = stateOf(fingerprint);
	for (;;) {
		// Not Date.now: a clock that is set back by an hour would make the pause an hour longer.
		const remainingMs = state.pausedUntil - performance.now();
		if (remainingMs <= 0) break;
		await abortable(sleep(remainingMs), signal);
	}
}
