import type { IDataObject } from 'n8n-workflow';

import { triggerKey } from '../n8n/scheduler';
import type { Subscriber } from './requests';

const create = () => ({
	/** `undefined` without a subscription. In memory only: n8n does not encrypt static data. */
	secret: undefined as string | undefined,
	/** When the subscription and its secret were last read, by `performance.now()`, and with what result. */
	readAt: -Infinity,
	reading: undefined as Promise<unknown> | undefined,
	/** n8n 2 publishes and polls at the same time, and two subscriptions would have two secrets. */
	subscribing: undefined as Promise<{ id: string; suspended: IDataObject[] }> | undefined,
	asking: undefined as Promise<void> | undefined,
	/** The events already requested again: each once, or a failing event would run forever. */
	asked: new Set<string>(),
	isRefusalLogged: false,
	/** Whether to still request the events that came while n8n started. */
	isStartMissed: undefined as boolean | undefined,
});

const memories = new Map<string, ReturnType<typeof create>>();

/** Returns this process's memory of a subscription. */
export function memoryOf({ eventType, url }: Pick<Subscriber, 'eventType' | 'url'>) {
	const key = `${eventType} ${url}`;
	const memory = memories.get(key) ?? create();
	memories.set(key, memory);
	return memory;
}

/**
 * The nodes that n8n has activated in this process. Only an activation has an address, and a stored address may belong
 * to another n8n, which has a copy of the workflow.
 */
export const published = new Map<string, Pick<Subscriber, 'eventType' | 'url'>>();

/** When n8n had started, by `performance.now()`. n8n may try later activations again and again. */
let startedAt: number | undefined;

/** Records that n8n activated a node. If it was inactive, requests all failed events once more. */
export function noteActivation(subscriber: Subscriber, activation: string): void {
	const { context, eventType, url } = subscriber;
	const key = triggerKey(context);
	// A poll that is still under way knows the events that it asked for before.
	if (!published.has(key))
		Object.assign(memoryOf(subscriber), { asked: new Set(), asking: undefined });
	published.set(key, { eventType, url });
	if (activation !== 'init') return;
	startedAt ??= performance.now();
	memoryOf(subscriber).isStartMissed ??= true;
}

/** Records that n8n deactivated a node. */
export const noteDeactivation = ({ context }: Subscriber) => published.delete(triggerKey(context));

/** Returns the address that n8n gave at the activation of a node; an empty text for a node that is not active. */
export const publishedUrl = (context: Subscriber['context']) =>
	published.get(triggerKey(context))?.url ?? '';

/** A start that took longer would ask for many events that have arrived. */
const MAX_START_MS = 600_000;

/**
 * Returns the range in which n8n started. The service's time is as old as its answer is slow, so the range is wide enough
 * for the slowest.
 *
 * @param now by the service's clock, in whole seconds, as ms since the epoch
 * @param askedAt a `performance.now()` before the service was asked for its time
 */
export function startOfProcess(now: number, askedAt: number) {
	const tookMs = startedAt ?? 0;
	const endIf = (clockAt: number) => now - (clockAt - tookMs);
	const from = endIf(performance.now()) - Math.min(tookMs, MAX_START_MS);
	return { from, to: endIf(askedAt) + 1_000 };
}
