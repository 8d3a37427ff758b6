import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { rememberedBy } from '../token';
import { isObject } from '../values/fieldPath';
import { itemOf, named } from './event';
import type { InstantSettings } from './form';
import { isRecent, isSignedWith, signedHeaders } from './signature';
import { findSubscription, readSecret, type Subscriber } from './subscription';

const MAX_BYTES = 1024 * 1024;

/** How long the platform may take to give the secret, of the 15 s that it waits for an answer. */
const SECRET_MS = 5_000;

/** How long to wait before the secret is read again: a forged delivery must not cost a request. */
const AGAIN_MS = 60_000;

/** The same as long as there is no subscription, which may just be made. */
const NONE_AGAIN_MS = 2_000;

/** The secret of a subscription, by event and address. It is in memory only: n8n keeps static data in the open. */
const stateOf = rememberedBy(() => ({
	secret: undefined as string | undefined,
	readAt: -Infinity,
	reading: undefined as Promise<void> | undefined,
}));

/** Reads the secret again, unless that was done just now. @throws UserFacingError */
async function readAgain(subscriber: Subscriber): Promise<void> {
	const state = stateOf(`${subscriber.eventType} ${subscriber.url}`);
	const wait = state.secret === undefined ? NONE_AGAIN_MS : AGAIN_MS;
	if (!state.reading && performance.now() - state.readAt < wait) return;
	state.reading ??= (async () => {
		try {
			const found = await findSubscription(subscriber);
			state.secret = found && (await readSecret(subscriber, found));
		} finally {
			state.readAt = performance.now();
			state.reading = undefined;
		}
	})();
	await state.reading;
}

/** Forgets what is known of a subscription that has been made or removed. */
export function forgetSecret({ eventType, url }: Subscriber): void {
	Object.assign(stateOf(`${eventType} ${url}`), { secret: undefined, readAt: -Infinity });
}

/** What is used here of Express, whose types n8n does not bring along. */
interface Request {
	headers: Record<string, string | string[] | undefined>;
	rawBody?: Buffer;
	readRawBody: () => Promise<void>;
}
interface Response {
	writeHead: (status: number, headers: object) => { end: (text: string) => void };
}

/** What is answered to a request that starts nothing. */
interface Refusal {
	status: number;
	text: string;
}

const FORGED: Refusal = { status: 401, text: 'The signature is missing or not valid' };

/** Starts the workflow with an event that the platform has signed, and refuses everything else. */
export async function receive(
	context: IWebhookFunctions,
	subscriber: Subscriber,
	settings: InstantSettings,
): Promise<IWebhookResponseData> {
	const read = await readDelivery(context, subscriber);
	if ('item' in read)
		return { workflowData: [[{ json: await named(subscriber, read.item, settings) }]] };
	if (read.status >= 400) subscriber.log.refused(read.status, read.text);
	const response = context.getResponseObject() as unknown as Response;
	response.writeHead(read.status, { 'content-type': 'text/plain' }).end(`${read.text}\n`);
	return { noWebhookResponse: true };
}

async function readDelivery(
	context: IWebhookFunctions,
	subscriber: Subscriber,
): Promise<{ item: IDataObject } | Refusal> {
	const request = context.getRequestObject() as unknown as Request;
	if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return TOO_LONG;
	await request.readRawBody();
	const body = request.rawBody;
	if (body && body.length > MAX_BYTES) return TOO_LONG;
	const headers = signedHeaders(request.headers);
	if (headers && !isRecent(headers, Date.now())) {
		return { status: 401, text: 'The timestamp is more than five minutes off' };
	}
	if (headers && !body?.length) return { status: 400, text: 'The body is empty' };
	const state = stateOf(`${subscriber.eventType} ${subscriber.url}`);
	const isSigned = () =>
		headers !== undefined &&
		body !== undefined &&
		state.secret !== undefined &&
		isSignedWith(state.secret, headers, body);
	// The secret may be another one by now, or the subscription gone.
	if (!isSigned()) {
		try {
			await readAgain({ ...subscriber, stopSignal: AbortSignal.timeout(SECRET_MS) });
		} catch (error) {
			const { message } = error as Error;
			subscriber.log.secretUnknown(message);
			return { status: 503, text: 'The signature cannot be checked right now' };
		}
	}
	if (state.secret === undefined) {
		// The platform tries an address before it makes a subscription. Nothing is started.
		return headers
			? { status: 503, text: 'There is no subscription yet' }
			: { status: 200, text: 'n8n is here, and waits for a subscription' };
	}
	if (!headers || !body || !isSigned()) return FORGED;
	try {
		const event: unknown = JSON.parse(body.toString('utf8'));
		if (isObject(event)) return { item: itemOf(event, headers.id, subscriber.eventType) };
	} catch {
		// The same as JSON that is no object.
	}
	return { status: 400, text: 'The body is no event' };
}

const TOO_LONG: Refusal = { status: 413, text: 'The body is longer than 1 MB' };
