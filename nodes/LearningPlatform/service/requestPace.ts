import { sleep } from 'n8n-workflow';

import { lruCache } from '../values/lruCache';
import { abortable } from '../values/promises';

/** The share of the requests accepted in the second before a refusal. */
const SHARE = 0.9;

/** In requests a second. Below this pace, the pause after a 429 is enough. */
const SLOWEST = 10;

/** The unused time that requests may catch up on. */
const CREDIT_MS = 200;

/**
 * The pace of a credential's requests once the service has refused one (429). Reading fewer lists at once does not help if
 * answers are quick. All times are in ms by `performance.now()`: a clock that is set back would prolong a pause.
 */
class RequestPace {
	private pausedUntil = 0;
	private perSecond = Infinity;
	private slowedAt = -Infinity;
	/** When the next request is due; in the past if time was not used. */
	private nextAt = 0;
	/** The times of the answers in the last second. */
	private answers: number[] = [];

	answered(now: number): void {
		this.answers = [...this.answers, now].filter((at) => at > now - 1_000);
	}

	refused(sentAt: number, now: number): void {
		// This request left before the last correction.
		if (sentAt < this.slowedAt) return;
		const accepted = this.answers.filter((at) => at > now - 1_000).length;
		this.perSecond = Math.max(SLOWEST, SHARE * Math.min(accepted, this.rateAt(now)));
		this.slowedAt = now;
	}

	/** Delays all requests: parallel lists would use up the limit for each other until one runs out of retries. */
	pause(until: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** Reserves the next time to send a request. */
	book(now: number): number {
		const soonest = Math.max(now, this.pausedUntil);
		const dueAt = Math.max(this.nextAt, soonest - CREDIT_MS);
		this.nextAt = dueAt + 1_000 / this.rateAt(soonest);
		return Math.max(dueAt, soonest);
	}

	/** Waits until a request may be sent. @returns the time @throws `signal.reason` */
	async waitToSend(signal: AbortSignal): Promise<number> {
		for (;;) {
			const now = performance.now();
			const dueAt = this.book(now);
			if (dueAt > now) await abortable(sleep(dueAt - now), signal);
			// The service may have refused another request meanwhile.
			if (dueAt >= this.pausedUntil) return performance.now();
		}
	}

	/** Gains one request a second each second: the pace is back at the limit after about five. */
	private rateAt(now: number): number {
		return this.perSecond + (now - this.slowedAt) / 1_000;
	}
}

/** By the fingerprint of a credential. */
export const paceOf = lruCache(() => new RequestPace());
