import { abortable, deferred } from '../values/promises';

/**
 * How many lists of a credential are read at once; n8n starts all input items together. A list may hold four pages
 * before they are read, each of up to half a megabyte.
 */
const SLOTS = 16;

/** By credential, as long as any of its lists is read: how many are, and the others that wait, in order. */
const listings = new Map<string, { running: number; queue: (() => void)[] }>();

/**
 * Waits until a list may be read for a credential.
 *
 * @param fingerprint identifies the credential
 * @returns gives the slot back; call it once, when the listing has ended
 * @throws `signal.reason` when the signal fires while waiting
 */
export async function takeListingSlot(
	fingerprint: string,
	signal: AbortSignal,
): Promise<() => void> {
	const free = tryTakeListingSlot(fingerprint);
	if (free) return free;
	const { queue = [] } = listings.get(fingerprint) ?? {};
	const { promise: turn, resolve } = deferred<undefined>();
	const enter = () => {
		resolve(undefined);
	};
	queue.push(enter);
	try {
		await abortable(turn, signal);
	} catch {
		const at = queue.indexOf(enter);
		if (at === -1) release(fingerprint);
		else queue.splice(at, 1);
		signal.throwIfAborted();
	}
	return () => {
		release(fingerprint);
	};
}

/** The slots of a list that is read in parts: the one that every list has, and more as long as they are free. */
export function slotsForParts(fingerprint: string, most: number) {
	const more: (() => void)[] = [];
	/** Gives back all but as many as are in use; the first one is not ours to give. */
	const keep = (inUse: number) => {
		while (more.length > Math.max(0, inUse - 1)) more.pop()?.();
	};
	/** Takes what is free. Those that are not in use are given back before, because others may wait for them. */
	const renew = (inUse: number) => {
		keep(inUse);
		while (1 + more.length < most) {
			const release = tryTakeListingSlot(fingerprint);
			if (!release) return;
			more.push(release);
		}
	};
	/** How many parts may be read at once now. */
	const count = () => 1 + more.length;
	return { count, keep, renew };
}

/** While others wait, no slot is free. */
function tryTakeListingSlot(fingerprint: string): (() => void) | undefined {
	const state = listings.get(fingerprint) ?? { running: 0, queue: [] };
	if (state.running >= SLOTS) return undefined;
	listings.set(fingerprint, state);
	state.running += 1;
	return () => {
		release(fingerprint);
	};
}

/** A slot goes straight to the next in the queue, so that nobody who comes later can take it. */
function release(fingerprint: string): void {
	const state = listings.get(fingerprint);
	const next = state?.queue.shift();
	if (next) next();
	else if (state && (state.running -= 1) === 0) listings.delete(fingerprint);
}
