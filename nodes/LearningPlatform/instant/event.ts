import { createHmac, timingSafeEqual } from 'node:crypto';

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { openLabels, withLabels } from '../labels';
import { wordedForNode } from '../nodeErrors';
import { parseJson } from '../service';
import { readServiceTime } from '../values/dates';
import { isObject } from '../values/json';
import { abortable } from '../values/promises';
import { memoryOf } from './memory';
import { createdMs, readAll, sentText, type Subscriber } from './requests';
import { checkSecret } from './subscription';

const MAX_BYTES = 1024 * 1024;

/** The maximum difference between a delivery's timestamp and the current time, in either direction. */
const TOLERANCE_S = 300;

/** The time limits for reading the secret and names: the platform waits 15 seconds for a response. */
const SECRET_MS = 5_000;
const NAMES_MS = 8_000;

/** Time ranges to search for a test event, shortest first: a busy platform has thousands of events a day. */
const SPANS_MS = [3_600_000, 86_400_000, 90 * 86_400_000];

/** The headers of a delivery, as specified by Standard Webhooks. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Starts the workflow with an event signed by the platform and rejects everything else. */
export async function receive(
	subscriber: Subscriber,
	context: IWebhookFunctions,
): Promise<IWebhookResponseData> {
	// The part of an Express request used here: n8n does not ship Express types.
	const request = context.getRequestObject() as unknown as {
		method: string;
		headers: Headers;
		rawBody?: Buffer;
		readRawBody: () => Promise<void>;
	};
	await request.readRawBody();
	const { method, headers, rawBody = Buffer.alloc(0) } = request;
	const result = method === 'POST' ? await read(subscriber, headers, rawBody) : REACHABLE;
	if ('item' in result)
		return { workflowData: [[{ json: await labeled(subscriber, result.item) }]] };
	const { status, text } = result;
	if (status >= 400) subscriber.log.write('requestRejected', { status, reason: text });
	const response = context.getResponseObject() as unknown as {
		writeHead: (status: number, headers: object) => { end: (text: string) => void };
	};
	response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
	return { noWebhookResponse: true };
}

/** The platform tests an address before creating a subscription. This test is undocumented. */
const REACHABLE = { status: 200, text: 'n8n is here' };

/** Returns the item from a signed request, or the response to send. */
async function read(
	subscriber: Subscriber,
	headers: Headers,
	body: Buffer,
): Promise<{ item: IDataObject } | { status: number; text: string }> {
	const memory = memoryOf(subscriber);
	const isDelivery = headers['webhook-id'] !== undefined;
	const isGenuine = () => isDelivery && isSigned(headers, body, memory.secret ?? '');
	if (body.length > MAX_BYTES) return { status: 413, text: 'The body is larger than 1 MB' };
	const ageS = Math.abs(Date.now() / 1_000 - Number(valueOf(headers, 'timestamp')));
	if (isDelivery && !(ageS <= TOLERANCE_S)) {
		return { status: 401, text: 'The timestamp is more than five minutes off' };
	}
	const stopSignal = AbortSignal.timeout(SECRET_MS);
	try {
		// The secret may have changed, or the subscription may be gone.
		await abortable(checkSecret(subscriber, isGenuine()), stopSignal);
	} catch (error) {
		const why = stopSignal.aborted ? 'reading it took too long' : wordedForNode(error).message;
		subscriber.log.write('secretUnread', { error: why });
		return { status: 503, text: 'The signature cannot be checked right now' };
	}
	if (memory.secret === undefined) {
		return isDelivery ? { status: 503, text: 'There is no subscription yet' } : REACHABLE;
	}
	if (!isGenuine()) return { status: 401, text: 'The signature is missing or invalid' };
	try {
		const event = parseJson(body, 'an event');
		if (!isObject(event)) throw new TypeError();
		return { item: itemOf(event, valueOf(headers, 'id'), subscriber.eventType) };
	} catch {
		return { status: 400, text: 'The body is not an event' };
	}
}

const valueOf = (headers: Headers, name: 'id' | 'signature' | 'timestamp') =>
	String(headers[`webhook-${name}`] ?? '');

/** Returns true if any of the space-separated `v1,<base64>` signatures matches the body. */
export function isSigned(headers: Headers, body: Buffer, secret: string): boolean {
	const signatures = valueOf(headers, 'signature')
		.split(' ')
		.filter((signature) => signature.startsWith('v1,'))
		.map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'));
	const signedHeaders = `${valueOf(headers, 'id')}.${valueOf(headers, 'timestamp')}.`;
	// The documentation does not say whether the key is the secret itself or the decoded base64 after `whsec_`.
	const [, encoded = ''] = /^whsec_([\w+/-]+=*)$/.exec(secret) ?? [];
	return [Buffer.from(secret), Buffer.from(encoded, 'base64')]
		.filter((key) => key.length > 0)
		.map((key) => createHmac('sha256', key).update(signedHeaders).update(body).digest())
		.some((digest) => signatures.some((signature) => isEqual(signature, digest)));
}

const isEqual = (one: Buffer, other: Buffer) =>
	one.length === other.length && timingSafeEqual(one, other);

/** Creates an item from the fields of `data` or, if there is no `data`, of the body. @param id the delivery's ID */
export function itemOf(body: object, id: string, eventType: string): IDataObject {
	const { type, timestamp, data } = body as Partial<Record<string, unknown>>;
	return {
		...(isObject(data) ? data : body),
		eventType: typeof type === 'string' ? type : eventType,
		eventId: id,
		eventTime: new Date(readServiceTime(timestamp) ?? Date.now()).toISOString(),
	};
}

/** Adds a name next to each ID in an event. The names are empty if they cannot be read in time. */
async function labeled(
	{ client, log, labels }: Subscriber,
	item: IDataObject,
): Promise<IDataObject> {
	if (labels.size === 0) return item;
	const stopSignal = AbortSignal.timeout(NAMES_MS);
	try {
		const changes = { maxRetries: 2, stopSignal };
		const { addTo, close } = openLabels((await client()).with(changes), labels);
		const [named = item] = await addTo([item]).finally(close);
		return named;
	} catch (error) {
		const why = stopSignal.aborted ? 'reading them took too long' : wordedForNode(error).message;
		log.write('eventUnlabeled', { error: why });
		return withLabels(item, labels);
	}
}

/** Returns the newest stored event of the node's type so that the user can test a workflow. @throws UserFacingError */
export async function testEvent(subscriber: Subscriber): Promise<IDataObject> {
	const { eventType } = subscriber;
	const subscriptions = await readAll(subscriber);
	const ofType = subscriptions.filter((each) => each.eventType === eventType);
	for (const span of SPANS_MS) {
		const from = Date.now() - span;
		const paths = ofType.map(({ _id }) => `/${sentText(_id)}/events`);
		const eventLists = await Promise.all(paths.map((path) => readAll(subscriber, path, { from })));
		const [newest] = eventLists
			.flat()
			.filter(({ payload }) => isObject(payload) && Object.keys(payload).length > 0)
			.sort((a, b) => (createdMs(b) ?? 0) - (createdMs(a) ?? 0));
		if (newest) {
			const item = itemOf(newest.payload as object, sentText(newest._id), eventType);
			return await labeled(subscriber, item);
		}
	}
	throw new UserFacingError(
		`The platform has not stored any ${eventType} events yet`,
		'It stores events only after a workflow has subscribed to them. Publish this workflow, trigger the event on the platform, and fetch the test event again.',
	);
}
