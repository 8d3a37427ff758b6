import { sleep } from 'n8n-workflow';

import { lruCache } from '../values/lruCache';
import { abortable } from '../values/promises';

/** Rate limits are counted by the second. */
const WINDOW_MS = 1_000;

/** Share of the requests that the service accepted in the second before it refused one. */
const SHARE = 0.9;

/** Requests a second that are added each second: the pace reaches the limit again after some five. */
const RISE = 1;

/** Slower than this, in requests a second, the pause after a 429 does it alone. */
const SLOWEST = 10;

/** How much unused time, e.g. of a pause, requests may catch up on. */
const CREDIT_MS = 200;

/**
 * How fast the requests of a credential may follow each other once the service has refused one (429). Fewer lists at
 * once do not help when its answers are quick. All times are in ms, of a clock that never goes back.
 */
export class RequestPace {
	private pausedUntil = 0;
	private perSecond = Infinity;
	private slowedAt = -Infinity;
	/** When the next request is due; in the past where time was not used. */
	private nextAt = 0;
	/** The answers of the last second. */
	private answers: number[] = [];

	answered(now: number): void {
		this.answers.push(now);
		while ((this.answers[0] ?? now) <= now - WINDOW_MS) this.answers.shift();
	}

	refused(sentAt: number, now: number): void {
		// It was sent at a pace that has been corrected since.
		if (sentAt < this.slowedAt) return;
		const taken = this.answers.filter((at) => at > now - WINDOW_MS).length;
		this.perSecond = Math.max(SLOWEST, SHARE * Math.min(taken, this.rateAt(now)));
		this.slowedAt = now;
	}

	/** Otherwise listings side by side would use up the limit for each other until one of them runs out of retries. */
	pause(until: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	pauseAt(now: number): number {
		return Math.max(0, this.pausedUntil - now);
	}

	/** Books the time at which a request may be sent. */
	book(now: number): number {
		const dueAt = Math.max(this.nextAt, now - CREDIT_MS);
		this.nextAt = dueAt + 1_000 / this.rateAt(now);
		return Math.max(now, dueAt);
	}

	private rateAt(now: number): number {
		return this.perSecond + (RISE * (now - this.slowedAt)) / 1_000;
	}
}

/** By the fingerprint of a credential. */
export const paceOf = lruCache(() => new RequestPace());

/** Waits for a request's turn. @returns when it is sent, by `performance.now()` @throws `signal.reason` */
export async function waitToSend(fingerprint: string, signal: AbortSignal): Promise<number> {
	const pace = paceOf(fingerprint);
	for (;;) {
		// Not Date.now: a clock that is set back by an hour would make the pause an hour longer.
		const now = performance.now();
		const pauseMs = pace.pauseAt(now);
		const waitMs = pauseMs > 0 ? pauseMs : pace.book(now) - now;
		if (waitMs > 0) await abortable(sleep(waitMs), signal);
		if (pauseMs === 0 && pace.pauseAt(performance.now()) === 0) return performance.now();
	}
}
