import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ContractType, EVENTS } from '../contract';
import { complaints } from '../contract/check';
import type { Catalogue } from './catalogue';
import type { Settings } from './options';
import { makerOf } from './records/make';
import { momentOf } from './records/source';
import type { ListRecord } from './records/world';

/** The request that delivers an event. */
interface Delivery {
	headers: Record<string, string>;
	body: string;
}

/** The secret of a new subscription: 24 bytes in base64. */
export function webhookSecret(): string {
	return `whsec_${randomBytes(24).toString('base64')}`;
}

/** An event to sign and post. */
interface SignedEvent {
	id: string;
	body: string;
	/** The secrets of the subscription: two during a rotation. */
	secrets: readonly string[];
	/** When the event is signed, in ms since the epoch; now by default. */
	at?: number;
}

/** Signs as Standard Webhooks says: `{id}.{timestamp}.{body}`, with the bytes of the secret. */
export function signed({ id, body, secrets, at = Date.now() }: SignedEvent): Delivery {
	const seconds = `${Math.floor(at / 1000)}`;
	const signature = secrets
		.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
		.map((key) => createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64'))
		.map((digest) => `v1,${digest}`)
		.join(' ');
	const headers = {
		'content-type': 'application/json',
		'webhook-id': id,
		'webhook-timestamp': seconds,
		'webhook-signature': signature,
	};
	return { headers, body };
}

/** Posts an event to its subscriber and returns the status; 2xx means that the event has arrived. */
export async function deliver(url: string, { headers, body }: Delivery): Promise<number> {
	const signal = AbortSignal.timeout(DELIVERY_MS);
	const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
	await answer.arrayBuffer();
	return answer.status;
}

const DELIVERY_MS = 15_000;
const SUBSCRIPTIONS = 'webhooks/subscriptions';
const eventsOf = (subscription: string) => `${SUBSCRIPTIONS}/${subscription}/events`;

/** A request to a subscriber. */
interface Attempt {
	event: string;
	subscription: string;
	/** 0 without an answer. */
	status: number;
}

/** Sends events to subscribers and retries failed deliveries. */
export class Webhooks {
	/** All requests to subscribers, in the order in which they ended. */
	readonly attempts: Attempt[] = [];

	private readonly secrets = new Map<string, string[]>();

	private readonly underWay = new Set<Promise<void>>();

	private readonly stopped = new AbortController();

	constructor(
		private readonly settings: Settings,
		private readonly catalogue: Catalogue,
	) {}

	/** The secrets of a subscription, the newest first: two after a rotation. */
	secretsOf(subscription: string): string[] {
		const known = this.secrets.get(subscription) ?? [webhookSecret()];
		this.secrets.set(subscription, known);
		return known;
	}

	/** Events are signed with both secrets until the old one ends. */
	rotate(subscription: string): void {
		this.secrets.set(subscription, [webhookSecret(), ...this.secretsOf(subscription)].slice(0, 2));
	}

	/** Ends the 24 hours in which the old secret also signs events. */
	endRotation(subscription: string): void {
		this.secrets.set(subscription, this.secretsOf(subscription).slice(0, 1));
	}

	/** Subscribes an address without testing it, as the platform's own website does. */
	subscribe(eventType: string, url: string, name = 'By hand'): ListRecord {
		const fields = { eventType, name, url, status: 'active' };
		const subscription = this.catalogue.add(SUBSCRIPTIONS, fields);
		this.catalogue.clear(eventsOf(subscription._id));
		return subscription;
	}

	/**
	 * Stores and sends an event for each active subscription to its type.
	 *
	 * @param data made up by default
	 * @returns the IDs of the events
	 * @throws {Error} for data that violates the contract; unknown types can have any data
	 */
	emit(type: string, data: object = this.madeUp(type)): string[] {
		const timestamp = this.settings.clock();
		const isStatement = type.startsWith('xapi');
		const payload = isStatement ? data : { type, timestamp, data };
		const { body: form } = EVENTS[type] ?? {};
		const wrong = form ? complaints(form, payload) : [];
		if (wrong.length > 0) throw new Error(wrong.join('\n'));
		const active = this.live().filter(({ eventType, status }) => {
			return eventType === type && status === 'active';
		});
		return active.map(({ _id: subscription }) => {
			const _id = `msg_${randomBytes(20).toString('base64url')}`;
			const createdAt = new Date(timestamp).toISOString();
			this.catalogue.add(eventsOf(subscription), { _id, createdAt, status: 'sending', payload });
			for (let left = this.settings.deliveries; left > 0; left -= 1) this.start(subscription, _id);
			return _id;
		});
	}

	/** Resends the failed or the delivered events from a period. */
	retry(
		ended: 'delivered' | 'failed',
		subscription: string,
		{ startDate = '', endDate = '' }: Record<string, string>,
	): void {
		for (const { _id, status, createdAt } of this.catalogue.list(eventsOf(subscription))) {
			const isIn = String(createdAt) >= startDate && String(createdAt) < endDate;
			if (isIn && status === ended) this.start(subscription, _id);
		}
	}

	/** Resolves when no delivery is running or waiting. */
	async idle(): Promise<void> {
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	stop(): void {
		this.stopped.abort();
	}

	/** The subscriptions that have a real address; generated subscriptions do not. */
	private live(): ListRecord[] {
		return this.catalogue
			.list(SUBSCRIPTIONS)
			.filter(({ url }) => !String(url).startsWith('https://learning.example/'));
	}

	private start(subscription: string, event: string): void {
		const work = this.deliverPatiently(subscription, event).finally(() => {
			this.underWay.delete(work);
		});
		this.underWay.add(work);
	}

	private async deliverPatiently(subscription: string, event: string): Promise<void> {
		const { deliveryWaitsMs } = this.settings;
		const write = (status: string) => {
			this.catalogue.update(eventsOf(subscription), event, { status });
		};
		const signal = this.stopped.signal;
		for (const waitMs of [0, ...deliveryWaitsMs]) {
			if (waitMs > 0) await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
			const position = this.catalogue.records(SUBSCRIPTIONS).positionOf(subscription);
			if (signal.aborted || position === -1) return;
			write('sending');
			if (await this.attempt(subscription, event)) {
				write('delivered');
				return;
			}
			write('pending');
		}
		write('failed');
	}

	private async attempt(subscription: string, event: string): Promise<boolean> {
		const { url } = this.catalogue.get(SUBSCRIPTIONS, subscription);
		const { payload } = this.catalogue.get(eventsOf(subscription), event);
		const secrets = this.secretsOf(subscription);
		const delivery = signed({ id: event, body: JSON.stringify(payload), secrets });
		const status = await deliver(String(url), delivery).catch(() => 0);
		this.attempts.push({ event, subscription, status });
		return status >= 200 && status < 300;
	}

	private madeUp(type: string): object {
		const { body = {} } = EVENTS[type] ?? {};
		const form: ContractType = type.startsWith('xapi') ? body : (body.fields?.data ?? {});
		const kind = 'webhooks/subscriptions/{subscriptionId}/events';
		const path = `${SUBSCRIPTIONS}/${type}/events`;
		const place = { kind, path, parameters: {}, world: this.catalogue.world } as const;
		const index = this.attempts.length;
		return makerOf(kind, form, 'data')(momentOf(place, index)) as object;
	}
}
