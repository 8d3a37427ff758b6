/** Rate limits are counted by the second. */
const WINDOW_MS = 1_000;

/** Of what the service took in the second before it refused a request. */
const SHARE = 0.9;

/** By how many requests a second the pace rises again in a second: it reaches the limit again after some five. */
const RISE = 1;

/** Slower than this, in requests a second, the pause after a 429 does it alone. */
const SLOWEST = 10;

/** How much of the time that was not used, e.g. in a pause, may be caught up with. */
const CREDIT_MS = 200;

/**
 * How fast the requests of a credential may follow each other once the service has refused one (429). It refuses
 * what comes too fast, and fewer lists at once do not help when its answers are quick.
 *
 * All times are in ms, of a clock that never goes back.
 */
export class RequestPace {
	private pausedUntil = 0;

	private perSecond = Infinity;

	private slowedAt = -Infinity;

	private nextAt = 0;

	/** The answers of the last second. */
	private answers: number[] = [];

	/** The service has answered a request. */
	answered(now: number): void {
		this.answers.push(now);
		while ((this.answers[0] ?? now) <= now - WINDOW_MS) this.answers.shift();
	}

	/** The service has refused a request because there were too many. */
	refused(sentAt: number, now: number): void {
		// It was sent at a pace that has been corrected since.
		if (sentAt < this.slowedAt) return;
		const taken = this.answers.filter((at) => at > now - WINDOW_MS).length;
		this.perSecond = Math.max(SLOWEST, SHARE * Math.min(taken, this.rateAt(now)));
		this.slowedAt = now;
	}

	/** Holds every request back. */
	pause(until: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** @returns for how long requests are held back */
	pauseAt(now: number): number {
		return Math.max(0, this.pausedUntil - now);
	}

	/** Books a place for a request. @returns how long it has to wait for it */
	book(now: number): number {
		const place = Math.max(this.nextAt, now - CREDIT_MS);
		this.nextAt = place + 1_000 / this.rateAt(now);
		return Math.max(0, place - now);
	}

	private rateAt(now: number): number {
		return this.perSecond === Infinity
			? Infinity
			: this.perSecond + (RISE * (now - this.slowedAt)) / 1_000;
	}
}
