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
	stateOf(fingerprint).pace.pause(performance.now() + ms);
}

/**
 * Waits until a request of a credential may be sent: for the end of a pause, and then for its place among the others.
 *
 * @returns when that is, as `performance.now()` counts
 * @throws `signal.reason` when the signal fires while waiting
 */
export async function waitForTurn(fingerprint: string, signal: AbortSignal): Promise<number> {
	const { pace } = stateOf(fingerprint);
	for (let hasPlace = false; ;) {
		// Not Date.now: a clock that is set back by an hour would make the pause an hour longer.
		const now = performance.now();
		const pauseMs = pace.pauseAt(now);
		if (pauseMs === 0 && hasPlace) return now;
		const waitMs = pauseMs > 0 ? pauseMs : pace.book(now);
		hasPlace = pauseMs === 0;
		if (waitMs > 0) await abortable(sleep(waitMs), signal);
	}
}
