import { abortable, deferred } from './promises';

/** n8n starts all input items together; more than this would only meet the service's rate limit. */
const LISTINGS_PER_CREDENTIAL = 8;

interface Slots {
	taken: number;
	/** Those who wait for a slot, first come, first served. */
	queue: (() => void)[];
}

const slotsOf = new Map<string, Slots>();

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
	const slots = slotsOf.get(fingerprint) ?? { taken: 0, queue: [] };
	slotsOf.set(fingerprint, slots);
	if (slots.taken < LISTINGS_PER_CREDENTIAL) {
		slots.taken += 1;
	} else {
		await waitInQueue(fingerprint, slots, signal);
	}
	return () => {
		releaseSlot(fingerprint, slots);
	};
}

async function waitInQueue(fingerprint: string, slots: Slots, signal: AbortSignal): Promise<void> {
	const { promise: turn, resolve: enter } = deferred<undefined>();
	const place = () => {
		enter(undefined);
	};
	slots.queue.push(place);
	await abortable(turn, signal).catch((reason: unknown) => {
		const at = slots.queue.indexOf(place);
		if (at === -1) releaseSlot(fingerprint, slots);
		else slots.queue.splice(at, 1);
		throw reason;
	});
}

/** A slot goes straight to the next in the queue, so that nobody who comes later can take it. */
function releaseSlot(fingerprint: string, slots: Slots): void {
	const next = slots.queue.shift();
	if (next) {
		next();
		return;
	}
	slots.taken -= 1;
	if (slots.taken === 0) slotsOf.delete(fingerprint);
}
