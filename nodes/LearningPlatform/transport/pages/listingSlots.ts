import { abortable, deferred } from '../promises';
import { stateOf, type CredentialState } from '../token';

/** n8n starts all input items together; more than this would only meet the service's rate limit. */
const LISTINGS_PER_CREDENTIAL = 8;

type Listings = CredentialState['listings'];

/**
 * Waits until fewer than eight listings run for a credential.
 *
 * @param fingerprint identifies the credential
 * @returns gives the slot back; call it once, when the listing has ended
 * @throws `signal.reason` when the signal fires while waiting
 */
export async function takeListingSlot(
	fingerprint: string,
	signal: AbortSignal,
): Promise<() => void> {
	const { listings } = stateOf(fingerprint);
	if (listings.running < LISTINGS_PER_CREDENTIAL) {
		listings.running += 1;
	} else {
		await waitInQueue(listings, signal);
	}
	return () => {
		releaseSlot(listings);
	};
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
		if (at === -1) releaseSlot(listings);
		else listings.queue.splice(at, 1);
		signal.throwIfAborted();
	}
}

/** A slot goes straight to the next in the queue, so that nobody who comes later can take it. */
function releaseSlot(listings: Listings): void {
	const next = listings.queue.shift();
	if (next) next();
	else listings.running -= 1;
}
