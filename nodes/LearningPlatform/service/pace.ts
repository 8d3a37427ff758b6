import { sleep } from 'n8n-workflow';

import { abortable } from '../values/promises';

/** The new pace, as a fraction of the requests accepted in the second before a rejection. */
const SHARE = 0.9;

/** The lowest pace, in requests per second. The pause after a 429 makes a further reduction unnecessary. */
const SLOWEST = 10;

/** Requests can make up for at most this much idle time. */
const CREDIT_MS = 200;

/**
 * Limits an account's request pace after a rejected request (429). Reading fewer lists at once does not help if
 * responses are fast. Times are in ms from `performance.now()` because setting the clock back would prolong a pause.
 */
export function newPace() {
	let pausedUntil = 0;
	let perSecond = Infinity;
	let slowedAt = -Infinity;
	/** The time for the next request; after idle time, this is in the past. */
	let nextAt = 0;
	/** The times of the responses in the last second. */
	let answers: number[] = [];

	/** Each second, raises the rate by one request per second, so the rate reaches the limit after about five seconds. */
	const rateAt = (now: number) => perSecond + (now - slowedAt) / 1_000;

	/** Reserves and returns the next available time for a request. */
	function book(now: number): number {
		const soonest = Math.max(now, pausedUntil);
		const dueAt = Math.max(nextAt, soonest - CREDIT_MS);
		nextAt = dueAt + 1_000 / rateAt(soonest);
		return Math.max(dueAt, soonest);
	}

	return {
		book,
		answered: (now: number): void => {
			answers = [...answers, now].filter((at) => at > now - 1_000);
		},
		rejected: (sentAt: number, now: number): void => {
			// This request was sent before the pace was last reduced.
			if (sentAt < slowedAt) return;
			const accepted = answers.filter((at) => at > now - 1_000).length;
			perSecond = Math.max(SLOWEST, SHARE * Math.min(accepted, rateAt(now)));
			slowedAt = now;
		},
		/** Delays all requests: otherwise, lists read in parallel would use up the limit until one ran out of retries. */
		pause: (until: number): void => {
			pausedUntil = Math.max(pausedUntil, until);
		},
		/** Waits until a request may be sent. @returns the current time @throws `signal.reason` */
		waitToSend: async (signal: AbortSignal): Promise<number> => {
			for (;;) {
				const now = performance.now();
				const dueAt = book(now);
				if (dueAt > now) await abortable(sleep(dueAt - now), signal);
				// The service may have rejected another request in the meantime.
				if (dueAt >= pausedUntil) return performance.now();
			}
		},
	};
}
