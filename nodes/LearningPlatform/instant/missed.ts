import { UserFacingError } from '../errors';
import { forgetSecret } from './delivery';
import {
	askAgain,
	findSubscription,
	readSecret,
	readAll,
	subscribe,
	sentText,
	type Subscriber,
	type Subscription,
	unsubscribe,
	wake,
} from './subscription';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long the platform keeps events, but for an hour in which the request is on its way. */
const KEPT_MS = 90 * DAY_MS - HOUR_MS;

/** The platform itself tries for 27 hours and 35 minutes. */
const TRIED_MS = 36 * HOUR_MS;

/** What was sent this recently may still arrive. */
const UNDER_WAY_MS = 60_000;

/** The longest time that one request can ask for, without the seconds by which it is rounded. */
const WINDOW_MS = 3 * DAY_MS - 2_000;

/** The events that this process has asked for, by subscription: each once, or one that fails would run for ever. */
const askedHere = new Map<string, Set<string>>();

/** The addresses that were unpublished in this process: a poll that is still under way must not subscribe again. */
const unpublished = new Set<string>();

/** When n8n starts, or takes over from another one: the workflow was published before. */
const AT_START: readonly string[] = ['init', 'leadershipChange'];

/**
 * Whether the node has a subscription, which is woken if it sleeps. When n8n starts, trouble counts as yes: n8n would
 * remove the subscription for an error, and what was missed with it. The poll that follows says what is wrong.
 */
export async function isSubscribed(subscriber: Subscriber, activation: string): Promise<boolean> {
	unpublished.delete(subscriber.url);
	const look = async () => {
		const found = await findSubscription(subscriber);
		if (!found) return false;
		if (!found.isActive) await wake(subscriber, found);
		await readSecret(subscriber, found);
		return true;
	};
	return await look().catch((error: unknown) => {
		if (AT_START.includes(activation)) return true;
		throw error;
	});
}

/** Removes the subscription of a workflow that is unpublished, for good. */
export async function leave(subscriber: Subscriber): Promise<void> {
	unpublished.add(subscriber.url);
	await unsubscribe(subscriber);
}

/** Finds the subscription or makes it again, wakes it, and asks for what n8n has missed. */
export async function lookAfter(subscriber: Subscriber): Promise<void> {
	if (unpublished.has(subscriber.url)) return;
	const found = await findSubscription(subscriber);
	if (!found) {
		// The platform tries the address first, and is to be answered as long as nothing is signed.
		forgetSecret(subscriber);
		await subscribe(subscriber);
		if (unpublished.has(subscriber.url)) await unsubscribe(subscriber);
		return;
	}
	if (!found.isActive) await wake(subscriber, found);
	await askForMissed(subscriber, found);
}

/** The first time in a process it looks at all events that are kept: n8n may have been away for weeks. */
async function askForMissed(subscriber: Subscriber, subscription: Subscription): Promise<void> {
	const { id } = subscription;
	const asked = askedHere.get(id);
	const now = Date.now();
	const since = now - (asked ? TRIED_MS : KEPT_MS);
	const missed: { id: string; at: number }[] = [];
	for (const status of ['failed', 'pending']) {
		const events = await readAll(subscriber, `webhooks/subscriptions/${id}/events`, [
			{ field: 'createdAt', operator: 'gte', values: [new Date(since).toISOString()] },
			{ field: 'status', operator: 'eq', values: [status] },
		]);
		for (const { _id, createdAt } of events) {
			const at = Date.parse(sentText(createdAt));
			const isDue = status === 'failed' || at < now - UNDER_WAY_MS;
			if (isDue && at >= since && !asked?.has(sentText(_id)))
				missed.push({ id: sentText(_id), at });
		}
	}
	const windows = retryWindows(missed.map((event) => event.at));
	const ask = async () => {
		for (const window of windows) await askAgain(subscriber, subscription, window);
		if (missed.length > 0) subscriber.log.askedAgain(missed.length);
	};
	await ask().catch((error: unknown) => {
		// Who has subscribed by hand, with two scopes for reading, still hears of what comes.
		if (!(error instanceof UserFacingError) || error.lacks !== 'scope') throw error;
		subscriber.log.notAskedAgain(missed.length, error.step);
	});
	askedHere.set(id, new Set([...(asked ?? []), ...missed.map((event) => event.id)]));
}

/** As few times of at most three days as hold all moments, in whole seconds. @param moments in ms since the epoch */
export function retryWindows(moments: number[]): { startDate: string; endDate: string }[] {
	const windows: { from: number; to: number }[] = [];
	for (const at of [...moments].sort((a, b) => a - b)) {
		const last = windows.at(-1);
		if (last && at - last.from <= WINDOW_MS) last.to = at;
		else windows.push({ from: at, to: at });
	}
	const text = (ms: number) => new Date(ms).toISOString();
	return windows.map(({ from, to }) => ({
		startDate: text(Math.floor(from / 1_000) * 1_000),
		endDate: text((Math.floor(to / 1_000) + 1) * 1_000),
	}));
}
