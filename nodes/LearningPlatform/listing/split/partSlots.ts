import { tryTakeListingSlot, type ReleaseSlot } from '../../transport/pages';

/** The slots of a list that is read in parts: the one that every list has, and more as long as they are free. */
export class PartSlots {
	private readonly more: ReleaseSlot[] = [];

	/**
	 * @param fingerprint identifies the credential
	 * @param most how many parts may be read at once
	 */
	constructor(
		private readonly fingerprint: string,
		private readonly most: number,
	) {}

	/** How many parts may be read at once now. */
	get count(): number {
		return 1 + this.more.length;
	}

	/**
	 * Takes what is free and nobody waits for. Those that are not in use are given back before, because there may be
	 * fewer by now, or others may wait for them.
	 */
	renew(inUse: number): void {
		this.keep(inUse);
		while (this.count < this.most) {
			const release = tryTakeListingSlot(this.fingerprint);
			if (!release) return;
			this.more.push(release);
		}
	}

	/** Gives back all but as many as are in use; the first one is not ours to give. */
	keep(inUse: number): void {
		while (this.count > Math.max(1, inUse)) this.more.pop()?.();
	}

	/** Gives back all, when the list has ended. */
	release(): void {
		this.keep(0);
	}
}
