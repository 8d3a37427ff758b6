/** A token bucket that holds one second's worth of requests, but at least one request. */
export class RateLimit {
	private readonly capacity: number;

	private left: number;

	private refilledAtMs = 0;

	/** @param perSecond allowed requests per second; 0 means no limit */
	constructor(private readonly perSecond: number) {
		this.capacity = Math.max(1, perSecond);
		this.left = this.capacity;
	}

	/**
	 * Counts a request and returns false if it exceeds the limit.
	 *
	 * @param nowMs the time on any monotonic clock
	 */
	admits(nowMs: number): boolean {
		if (this.perSecond === 0) return true;
		const gained = ((nowMs - this.refilledAtMs) / 1000) * this.perSecond;
		this.left = Math.min(this.capacity, this.left + gained);
		this.refilledAtMs = nowMs;
		if (this.left < 1) return false;
		this.left--;
		return true;
	}
}
