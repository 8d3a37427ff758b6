import { abortable, deferred, type Deferred } from '../values/promises';

/**
 * How many lists of a credential are read at once: n8n starts all input items together, and each list may hold four
 * pages of up to half a megabyte.
 */
const SLOTS = 16;

/** For each credential that reads a list: how many lists it reads, and which wait, in order. */
const listings = new Map<string, { running: number; queue: Deferred<undefined>[] }>();

/**
 * Waits until a list may be read for a credential.
 *
 * @returns gives the slot back; a second call does nothing
 * @throws `signal.reason` when the signal fires while waiting
 */
export async function takeListingSlot(
	fingerprint: string,
	signal: AbortSignal,
): Promise<() => void> {
	if (!takeFreeSlot(fingerprint)) await waitForSlot(fingerprint, signal);
	let isHeld = true;
	return () => {
		if (isHeld) giveBack(fingerprint);
		isHeld = false;
	};
}

/** The slots of a list that is read in parts: the one that every list has, and more as long as they are free. */
export function slotsForParts(fingerprint: string, most: number) {
	/** How many beside the one that the list has anyway. */
	let more = 0;
	/** Gives back what is not in use. */
	const keep = (inUse: number) => {
		for (; more > Math.max(0, inUse - 1); more -= 1) giveBack(fingerprint);
	};
	/** Takes what is free. Slots that are not in use are given back first, because other lists may wait for them. */
	const renew = (inUse: number) => {
		keep(inUse);
		while (1 + more < most && takeFreeSlot(fingerprint)) more += 1;
	};
	/** How many parts may be read at once now. */
	const count = () => 1 + more;
	return { count, keep, renew };
}

/** @returns whether a slot was free; none is while other lists wait */
function takeFreeSlot(fingerprint: string): boolean {
	const state = listings.get(fingerprint) ?? { running: 0, queue: [] };
	if (state.running >= SLOTS) return false;
	listings.set(fingerprint, state);
	state.running += 1;
	return true;
}

async function waitForSlot(fingerprint: string, signal: AbortSignal): Promise<void> {
	const { queue = [] } = listings.get(fingerprint) ?? {};
	const slot = deferred<undefined>();
	queue.push(slot);
	try {
		await abortable(slot.promise, signal);
	} catch {
		const at = queue.indexOf(slot);
		if (at === -1) giveBack(fingerprint);
		else queue.splice(at, 1);
		signal.throwIfAborted();
	}
}

/** A slot goes straight to the next list in the queue, so that none that comes later can take it. */
function giveBack(fingerprint: string): void {
	const state = listings.get(fingerprint);
	const waiting = state?.queue.shift();
	if (waiting) waiting.resolve(undefined);
	else if (state && (state.running -= 1) === 0) listings.delete(fingerprint);
}
