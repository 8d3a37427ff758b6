import { createHmac, randomBytes } from 'node:crypto';
import { EVENTS } from '../contract';
import { complaints } from '../contract/check';

/** An event on its way to a subscriber. Each attempt to deliver it is the same request. */
export interface Delivery {
	headers: Record<string, string>;
	body: string;
}

/** The secret of a new subscription: 24 bytes in base64. */
export function webhookSecret(): string {
	return `whsec_${randomBytes(24).toString('base64')}`;
}

/**
 * An event as the service sends it, signed as Standard Webhooks says: `{id}.{timestamp}.{body}`, with the bytes of the secret.
 *
 * @param secrets of the subscription; two while one replaces the other
 * @throws {Error} for an event that the contract does not have in this form
 */
export function signedEvent(type: string, data: object, ...secrets: string[]): Delivery {
	const now = Date.now();
	const event = { type, timestamp: now, data };
	const { body: form, headers: names = [] } = EVENTS[type] ?? {};
	const wrong = form ? complaints(form, event) : [`${type} is no event`];
	if (wrong.length > 0) throw new Error(wrong.join('\n'));
	const body = JSON.stringify(event);
	const id = `msg_${randomBytes(20).toString('base64url')}`;
	const seconds = `${Math.floor(now / 1000)}`;
	const signature = secrets
		.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
		.map((key) => createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64'))
		.map((digest) => `v1,${digest}`)
		.join(' ');
	const values: Record<string, string> = {
		'webhook-id': id,
		'webhook-timestamp': seconds,
		'webhook-signature': signature,
	};
	const signed = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
	return { headers: { 'content-type': 'application/json', ...signed }, body };
}

/** Posts an event to its subscriber; answers the status, of which only 2xx means that it has arrived. */
export async function deliver(url: string, { headers, body }: Delivery): Promise<number> {
	const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
	await answer.arrayBuffer();
	return answer.status;
}
