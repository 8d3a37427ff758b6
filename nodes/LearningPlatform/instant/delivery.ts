import { createHmac, timingSafeEqual } from 'node:crypto';

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { parseJson } from '../service';
import { isObject } from '../values/fieldPath';
import { itemOf, named } from './event';
import { memoryOf } from './memory';
import type { Subscriber } from './requests';
import { readSecretAgain } from './subscription';

const MAX_BYTES = 1024 * 1024;

/** How far a delivery's time may differ from now, in s, in both directions. */
const TOLERANCE_S = 300;

/** Of a request. Deliveries carry the headers of Standard Webhooks. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Starts the workflow with an event that the platform has signed, and refuses everything else. */
export async function receive(
	context: IWebhookFunctions,
	subscriber: Subscriber,
): Promise<IWebhookResponseData> {
	// The part of Express used here; n8n does not ship its types.
	const request = context.getRequestObject() as unknown as {
		method: string;
		headers: Headers;
		rawBody?: Buffer;
		readRawBody: () => Promise<void>;
	};
	await request.readRawBody();
	const { method, headers, rawBody = Buffer.alloc(0) } = request;
	const told = method === 'POST' ? await read(subscriber, headers, rawBody) : HERE;
	if ('event' in told) return { workflowData: [[{ json: await named(subscriber, told.event) }]] };
	const { status, text } = told;
	if (status >= 400) subscriber.log.warn(`refused a request with ${status}: ${text}`, { status });
	const response = context.getResponseObject() as unknown as {
		writeHead: (status: number, headers: object) => { end: (text: string) => void };
	};
	response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
	return { noWebhookResponse: true };
}

/** The platform tests an address before it makes a subscription. The test is undocumented. */
const HERE = { status: 200, text: 'n8n is here' };

/** @returns the event of a request, or else the response to send */
async function read(
	subscriber: Subscriber,
	headers: Headers,
	body: Buffer,
): Promise<{ event: IDataObject } | { status: number; text: string }> {
	const memory = memoryOf(subscriber);
	const isDelivery = headers['webhook-id'] !== undefined;
	const isBelieved = () => isDelivery && isSigned(headers, body, memory.secret ?? '');
	if (body.length > MAX_BYTES) return { status: 413, text: 'The body is longer than 1 MB' };
	if (isDelivery && !isRecent(headers, Date.now())) {
		return { status: 401, text: 'The timestamp is more than five minutes off' };
	}
	// The secret may have changed, or the subscription may be gone.
	if (!isBelieved()) {
		try {
			await readSecretAgain(subscriber);
		} catch (error) {
			subscriber.log.warn(`the secret cannot be read: ${(error as Error).message}`);
			return { status: 503, text: 'The signature cannot be checked right now' };
		}
	}
	if (memory.secret === undefined) {
		return isDelivery ? { status: 503, text: 'There is no subscription yet' } : HERE;
	}
	if (!isBelieved()) return { status: 401, text: 'The signature is missing or not valid' };
	try {
		const event = parseJson(body, 'an event');
		if (!isObject(event)) throw new TypeError();
		return { event: itemOf(event, valueOf(headers, 'id'), subscriber.eventType) };
	} catch {
		return { status: 400, text: 'The body is no event' };
	}
}

const valueOf = (headers: Headers, name: 'id' | 'signature' | 'timestamp') =>
	String(headers[`webhook-${name}`] ?? '');

/** @param now in ms since the epoch */
export function isRecent(headers: Headers, now: number): boolean {
	const timestamp = valueOf(headers, 'timestamp');
	return /^\d+$/.test(timestamp) && Math.abs(Number(timestamp) - now / 1_000) <= TOLERANCE_S;
}

/** Whether one of the signatures, `v1,<base64>` with spaces between them, is that of these bytes. */
export function isSigned(headers: Headers, body: Buffer, secret: string): boolean {
	const given = valueOf(headers, 'signature')
		.split(' ')
		.filter((signature) => signature.startsWith('v1,'))
		.map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'));
	const signedHeaders = `${valueOf(headers, 'id')}.${valueOf(headers, 'timestamp')}.`;
	return keysOf(secret)
		.map((key) => createHmac('sha256', key).update(signedHeaders).update(body).digest())
		.some((own) => given.some((each) => each.length === own.length && timingSafeEqual(each, own)));
}

/** The service's reading of a secret is undocumented: as it is, or as base64 after `whsec_`. */
function keysOf(secret: string): Buffer[] {
	const [, encoded = ''] = /^whsec_([\w+/-]+=*)$/.exec(secret) ?? [];
	const readings = [Buffer.from(secret), Buffer.from(encoded, 'base64')];
	return readings.filter(({ length }) => length > 0);
}
