import { abortable, deferred } from '../promises';
import { stateOf, type CredentialState } from '../token';

type Listings = CredentialState['listings'];

/** Gives a slot back; call it once. */
export type ReleaseSlot = () => void;

/**
 * Waits until a list may be read for a credential: `ListingLimit` says how many may be at once.
 *
 * @param fingerprint identifies the credential
 * @returns gives the slot back; call it once, when the listing has ended
 * @throws `signal.reason` when the signal fires while waiting
 */
export async function takeListingSlot(
	fingerprint: string,
	signal: AbortSignal,
): Promise<ReleaseSlot> {
	const slot = tryTakeListingSlot(fingerprint);
	if (slot) return slot;
	const { listings } = stateOf(fingerprint);
	await waitInQueue(listings, signal);
	return releaserOf(listings);
}

/**
 * Takes a slot if one is free now and nobody waits for it: for a list that already has one, and can be read faster
 * with more. It must not wait for them, because those it waits for may be doing the same.
 *
 * @param fingerprint identifies the credential
 * @returns gives the slot back, call it once; `undefined` when there is none
 */
export function tryTakeListingSlot(fingerprint: string): ReleaseSlot | undefined {
	const { listings } = stateOf(fingerprint);
	if (!hasRoom(listings) || listings.queue.length > 0) return undefined;
	listings.running += 1;
	return releaserOf(listings);
}

/**
 * The service has answered a request of a list, which may let more of them in.
 *
 * @param sentAt as `performance.now()` counts
 */
export function noteAnswer(fingerprint: string, sentAt: number): void {
	const { listings, pace } = stateOf(fingerprint);
	const now = performance.now();
	pace.answered(now);
	listings.limit.answered(sentAt, now, !hasRoom(listings));
	admit(listings);
}

/**
 * The service has refused a request of a list because there were too many. Lists that are being read go on.
 *
 * @param sentAt as `performance.now()` counts
 */
export function noteTooManyRequests(fingerprint: string, sentAt: number): void {
	const { listings, pace } = stateOf(fingerprint);
	const now = performance.now();
	pace.refused(sentAt, now);
	listings.limit.refused(sentAt, now);
}

async function waitInQueue(listings: Listings, signal: AbortSignal): Promise<void> {
	const { promise: turn, resolve: enter } = deferred<undefined>();
	const place = () => {
		enter(undefined);
	};
	listings.queue.push(place);
	try {
		await abortable(turn, signal);
	} catch {
		const at = listings.queue.indexOf(place);
		if (at === -1) release(listings);
		else listings.queue.splice(at, 1);
		signal.throwIfAborted();
	}
}

function hasRoom({ running, limit }: Listings): boolean {
	return running < limit.lists;
}

function releaserOf(listings: Listings): ReleaseSlot {
	return () => {
		release(listings);
	};
}

function release(listings: Listings): void {
	listings.running -= 1;
	admit(listings);
	if (listings.running === 0) listings.limit.rested();
}

/** A slot goes straight to the next in the queue, so that nobody who comes later can take it. */
function admit(listings: Listings): void {
	while (hasRoom(listings)) {
		const next = listings.queue.shift();
		if (!next) return;
		listings.running += 1;
		next();
	}
}
