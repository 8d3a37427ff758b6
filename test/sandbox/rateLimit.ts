/** A token bucket that holds one second's worth of requests. */
export class RateLimit {
	private left: number;

	private refilledAtMs = performance.now();

	/** @param perSecond requests let through a second; 0 lets all of them through. */
	constructor(private readonly perSecond: number) {
		this.left = perSecond;
	}

	/** Counts a request; false when it is one too many. */
	admits(): boolean {
		if (this.perSecond === 0) return true;
		const now = performance.now();
		const gained = ((now - this.refilledAtMs) / 1000) * this.perSecond;
		this.left = Math.min(this.perSecond, this.left + gained);
		this.refilledAtMs = now;
		if (this.left < 1) return false;
		this.left--;
		return true;
	}
}
