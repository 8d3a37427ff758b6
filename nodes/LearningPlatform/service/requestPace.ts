import { sleep } from 'n8n-workflow';

import { abortable } from '../values/promises';

/** The new pace, as a fraction of the requests accepted in the second before a rejection. */
const SHARE = 0.9;

/** The lowest pace, in requests per second. The pause after a 429 makes a further reduction unnecessary. */
const SLOWEST = 10;

/** Requests can make up for at most this much idle time. */
const CREDIT_MS = 200;

/**
 * Limits a credential's request pace after a rejected request (429). Reading fewer lists at once does not help if
 * responses are fast. Times are in ms from `performance.now()` because setting the clock back would prolong a pause.
 */
class RequestPace {
	private pausedUntil = 0;
	private perSecond = Infinity;
	private slowedAt = -Infinity;
	/** The time for the next request; after idle time, this is in the past. */
	private nextAt = 0;
	/** The times of the responses in the last second. */
	private answers: number[] = [];

	answered(now: number): void {
		this.answers = [...this.answers, now].filter((at) => at > now - 1_000);
	}

	refused(sentAt: number, now: number): void {
		// This request was sent before the pace was last reduced.
		if (sentAt < this.slowedAt) return;
		const accepted = this.answers.filter((at) => at > now - 1_000).length;
		this.perSecond = Math.max(SLOWEST, SHARE * Math.min(accepted, this.rateAt(now)));
		this.slowedAt = now;
	}

	/** Delays all requests: otherwise, lists read in parallel would use up the limit until one ran out of retries. */
	pause(until: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** Reserves and returns the next available time for a request. */
	book(now: number): number {
		const soonest = Math.max(now, this.pausedUntil);
		const dueAt = Math.max(this.nextAt, soonest - CREDIT_MS);
		this.nextAt = dueAt + 1_000 / this.rateAt(soonest);
		return Math.max(dueAt, soonest);
	}

	/** Waits until a request may be sent. @returns the current time @throws `signal.reason` */
	async waitToSend(signal: AbortSignal): Promise<number> {
		for (;;) {
			const now = performance.now();
			const dueAt = this.book(now);
			if (dueAt > now) await abortable(sleep(dueAt - now), signal);
			// The service may have rejected another request in the meantime.
			if (dueAt >= this.pausedUntil) return performance.now();
		}
	}

	/** Each second, raises the rate by one request per second, so the rate reaches the limit after about five seconds. */
	private rateAt(now: number): number {
		return this.perSecond + (now - this.slowedAt) / 1_000;
	}
}

/** Creates an account's pace. */
export const newPace = () => new RequestPace();
