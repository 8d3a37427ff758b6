/** Requests that may have been in vain, beside a share of those that were not. */
const ALLOWED = { requests: 12, share: 0.5 };

/** The share when a request in vain saves several: a dense part shows only after many pages how dense it is. */
const SHARE_IF_PROMISING = 1;
const PROMISING = { requests: 5, times: 4 };

/** Requests in vain: pages that were forgotten, and parts without records. */
export class Waste {
	private requests = 0;

	/** @param pages that were read, in vain or not */
	constructor(private readonly pages: () => number) {}

	add(requests: number): void {
		this.requests += requests;
	}

	/**
	 * Whether more may be wasted.
	 *
	 * @param gain how many pages could be read at once for it
	 */
	allows(requests: number, gain = 0): boolean {
		const isPromising = requests >= PROMISING.requests && gain >= PROMISING.times * requests;
		const share = isPromising ? SHARE_IF_PROMISING : ALLOWED.share;
		const useful = this.pages() - this.requests;
		return this.requests + requests <= ALLOWED.requests + share * useful;
	}
}
