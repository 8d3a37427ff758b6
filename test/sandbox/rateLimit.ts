/** A token bucket that holds one second's worth of requests, and at least one. */
export class RateLimit {
	private readonly capacity: number;

	private left: number;

	private refilledAtMs = 0;

	/** @param perSecond requests let through a second; 0 lets all of them through. */
	constructor(private readonly perSecond: number) {
		this.capacity = Math.max(1, perSecond);
		this.left = this.capacity;
	}

	/**
	 * Counts a request; false when it is one too many.
	 *
	 * @param nowMs reading of any clock that never goes back.
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
