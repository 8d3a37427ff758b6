import type { IDataObject } from 'n8n-workflow';

import { triggerKey } from '../n8n/staticData';
import type { Subscriber } from './requests';

const create = () => ({
	/** `undefined` if there is no subscription. Kept in memory only: n8n does not encrypt static data. */
	secret: undefined as string | undefined,
	/** The time when the secret was read, from `performance.now()`. */
	secretAt: -Infinity,
	/** The end of the last read of the subscription and its secret, even if it failed; Infinity during a read. */
	readAt: -Infinity,
	reading: undefined as Promise<unknown> | undefined,
	/** Prevents a second subscription with a different secret: n8n 2 publishes and polls at the same time. */
	subscribing: undefined as Promise<{ id: string; suspended: IDataObject[] }> | undefined,
	requesting: undefined as Promise<void> | undefined,
	/** Events that were requested again. Each is requested only once so that a failing event is not retried forever. */
	requested: new Set<string>(),
	isRejectionLogged: false,
	/** True until the events that arrived while n8n was starting have been requested again. */
	isStartMissed: undefined as boolean | undefined,
});

const memories = new Map<string, ReturnType<typeof create>>();

/** Returns this process's in-memory state for a subscription. */
export function memoryOf({ eventType, url }: Pick<Subscriber, 'eventType' | 'url'>) {
	const key = `${eventType} ${url}`;
	const memory = memories.get(key) ?? create();
	memories.set(key, memory);
	return memory;
}

/** The nodes activated in this process. A stored address may belong to another n8n with a copy of the workflow. */
export const published = new Map<string, Pick<Subscriber, 'eventType' | 'url'>>();

/** The end of n8n's startup: the time of the first activation, from `performance.now()`. */
let startedAt: number | undefined;

/** Records that n8n has activated a node. If the node was inactive, failed events may be requested one extra time. */
export function noteActivation(subscriber: Subscriber, activation: string): void {
	const { context, eventType, url } = subscriber;
	const key = triggerKey(context);
	const memory = memoryOf(subscriber);
	if (!published.has(key)) {
		// A poll that is still running keeps the old set.
		memory.requested = new Set();
		memory.requesting = undefined;
	}
	published.set(key, { eventType, url });
	if (activation !== 'init') return;
	startedAt ??= performance.now();
	memory.isStartMissed ??= true;
}

/** Returns the address that n8n assigned to a node on activation, or '' if the node is inactive. */
export const publishedUrl = (context: Subscriber['context']) =>
	published.get(triggerKey(context))?.url ?? '';

/** The longest startup time to assume: a longer range would include many events that did arrive. */
const MAX_START_MS = 600_000;

/**
 * Returns the time range of n8n's startup, in ms since the epoch. Allows for a slow response: `requestedAt` is a
 * `performance.now()` value; `now` is the time on the service's clock at any later moment.
 */
export function startOfProcess(now: number, requestedAt: number) {
	const tookMs = startedAt ?? 0;
	const from = now - performance.now() + Math.max(0, tookMs - MAX_START_MS);
	return { from, to: now - requestedAt + tookMs + 1_000 };
}
