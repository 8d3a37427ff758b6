/** n8n starts all input items together; so many lists are read at once before anything is known of the service. */
const START = 8;

/**
 * Up to here every answer lets one more list in, and from here on a whole round of them: a service that allows 50
 * requests a second has to refuse all that are under way when its first refusal arrives.
 */
const CAREFUL_FROM = 10;

/**
 * Never more. n8n's one thread makes some 200 requests a second, so that this keeps it busy as long as a page takes
 * less than 300 ms; and every list may hold four pages, each of up to half a megabyte, before they are read.
 */
const MOST = 64;

/**
 * Twice would be natural: requests take longer as soon as n8n itself has its hands full, and half as many would then
 * do as well. At three times that is still so, and no service varies that much in a whole round of answers.
 */
const GROWN_TIMES = 3;

/**
 * How many lists of a credential may be read at once: a number that starts at eight, grows while the service
 * answers, and halves when it refuses requests (429) or when its answers take longer and longer. Several processes
 * share nothing, and each finds a number of its own.
 *
 * All times are in ms, of a clock that never goes back.
 */
export class ListingLimit {
	private exact = START;

	private isCareful = false;

	private halvedAt = -Infinity;

	/** The shortest time of an answer since the last rest. */
	private shortestMs = Infinity;

	/** As many answers as there may be lists. Even the quickest of them waits where there is a queue. */
	private round = { answers: 0, shortestMs: Infinity };

	/** A whole number, at least 1. */
	get lists(): number {
		return Math.floor(this.exact);
	}

	/**
	 * The service has answered a request.
	 *
	 * @param isReached whether as many lists are being read as may be; otherwise nothing is known of more
	 */
	answered(sentAt: number, now: number, isReached: boolean): void {
		// It was sent among more requests than there are now.
		if (sentAt < this.halvedAt) return;
		const ms = now - sentAt;
		const { round } = this;
		round.answers += 1;
		round.shortestMs = Math.min(round.shortestMs, ms);
		this.shortestMs = Math.min(this.shortestMs, ms);
		if (isReached) this.grow();
		if (round.answers < this.exact) return;
		this.round = { answers: 0, shortestMs: Infinity };
		// Lists differ in what they cost the service, so that times alone are no reason for less than the start.
		if (round.shortestMs > GROWN_TIMES * this.shortestMs) this.halve(now, START);
	}

	/** The service has refused a request because there were too many. */
	refused(sentAt: number, now: number): void {
		if (sentAt >= this.halvedAt) this.halve(now, 1);
	}

	/** No list is being read any more: how many the service can take next time is to be found out anew. */
	rested(): void {
		this.exact = Math.min(this.exact, START);
		this.isCareful = false;
		this.shortestMs = Infinity;
		this.round = { answers: 0, shortestMs: Infinity };
	}

	private grow(): void {
		if (this.exact >= CAREFUL_FROM) this.isCareful = true;
		this.exact = Math.min(MOST, this.exact + (this.isCareful ? 1 / this.exact : 1));
	}

	private halve(now: number, least: number): void {
		this.exact = Math.max(Math.min(this.exact, least), this.exact / 2);
		this.isCareful = true;
		this.halvedAt = now;
	}
}
