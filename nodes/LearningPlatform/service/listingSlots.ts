import { lruCache } from '../values/lruCache';
import { abortable, deferred, type Deferred } from '../values/promises';

/**
 * How many lists of a credential are read at once: n8n starts all input items together, and each list may hold four
 * pages of up to half a megabyte.
 */
const SLOTS = 16;

/** Of a credential, by its fingerprint: how many lists may begin, and which wait, in order. */
const slotsOf = lruCache(() => ({ free: SLOTS, queue: [] as Deferred<undefined>[] }));

/** Waits until a credential may read another list. @returns a function that frees the slot @throws `signal.reason` */
export async function takeListingSlot(
	fingerprint: string,
	signal: AbortSignal,
): Promise<() => void> {
	const slots = slotsOf(fingerprint);
	let isHeld = true;
	/** A slot goes straight to the next list in the queue, so that no later list can take it. */
	const release = () => {
		if (!isHeld) return;
		isHeld = false;
		const waiting = slots.queue.shift();
		if (waiting) waiting.resolve(undefined);
		else slots.free += 1;
	};
	if (slots.free > 0) {
		slots.free -= 1;
		return release;
	}
	const turn = deferred<undefined>();
	slots.queue.push(turn);
	await abortable(turn.promise, signal).catch(() => {
		const at = slots.queue.indexOf(turn);
		if (at === -1) release();
		else slots.queue.splice(at, 1);
		signal.throwIfAborted();
	});
	return release;
}
