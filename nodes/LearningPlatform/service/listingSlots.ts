import { lruCache } from '../values/lruCache';
import { abortable, deferred, type Deferred } from '../values/promises';

/**
 * How many lists of a credential are read at once: n8n starts all input items together, and each list may hold four
 * pages of up to half a megabyte.
 */
const SLOTS = 16;

type Slots = ReturnType<typeof slotsOf>;

/** Of a credential, by its fingerprint: how many lists it reads, and which wait, in order. */
const slotsOf = lruCache(() => ({ running: 0, queue: [] as Deferred<undefined>[] }));

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
	const slots = slotsOf(fingerprint);
	if (!takeFreeSlot(slots)) await waitForSlot(slots, signal);
	let isHeld = true;
	return () => {
		if (isHeld) giveBack(slots);
		isHeld = false;
	};
}

/** @returns whether a slot was free; none is while other lists wait */
function takeFreeSlot(slots: Slots): boolean {
	if (slots.running >= SLOTS) return false;
	slots.running += 1;
	return true;
}

async function waitForSlot(slots: Slots, signal: AbortSignal): Promise<void> {
	const slot = deferred<undefined>();
	slots.queue.push(slot);
	try {
		await abortable(slot.promise, signal);
	} catch {
		const at = slots.queue.indexOf(slot);
		if (at === -1) giveBack(slots);
		else slots.queue.splice(at, 1);
		signal.throwIfAborted();
	}
}

/** A slot goes straight to the next list in the queue, so that none that comes later can take it. */
function giveBack(slots: Slots): void {
	const waiting = slots.queue.shift();
	if (waiting) waiting.resolve(undefined);
	else slots.running -= 1;
}
