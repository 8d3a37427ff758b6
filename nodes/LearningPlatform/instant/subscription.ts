import type { IDataObject } from 'n8n-workflow';

import { serviceError, UserFacingError } from '../errors';
import { CREDENTIAL_TYPE, readCredentialFields } from '../token';
import { lruCache } from '../values/lruCache';
import { change, readAll, readSecret, sentText, SUBSCRIPTIONS, type Subscriber } from './requests';

/** How long to wait before the secret is read again: a forged delivery must not cost a request. */
const AGAIN_MS = 60_000;

/** The same as long as there is no subscription, which may just be made. */
const NONE_AGAIN_MS = 2_000;

const memories = lruCache(() => ({
	/** `undefined` where there is no subscription. In memory only: n8n keeps static data in the open. */
	secret: undefined as string | undefined,
	/** When the subscription and its secret were last read, by `performance.now()`, and with what result. */
	readAt: -Infinity,
	reading: undefined as ReturnType<typeof findSubscriptions> | undefined,
	/** n8n 2 publishes and polls at the same time, and two subscriptions would have two secrets. */
	subscribing: undefined as Promise<string> | undefined,
	/** A poll that is still under way must not subscribe again. */
	isUnpublished: false,
	/** When n8n had started, in ms since the epoch, until what it lost before is asked for; else 0. */
	startedAt: 0,
	/** The events that were asked for: each once, or one that fails would run for ever. */
	asked: new Set<string>(),
}));

/** What this process knows of a subscription. */
export const memoryOf = ({ eventType, url }: Subscriber) => memories(`${eventType} ${url}`);

/** Reads the secret again, unless that was done just now. @throws UserFacingError */
export async function readSecretAgain(subscriber: Subscriber): Promise<void> {
	const { secret, readAt, reading } = memoryOf(subscriber);
	const wait = secret === undefined ? NONE_AGAIN_MS : AGAIN_MS;
	await (performance.now() - readAt < wait ? reading : readSubscription(subscriber));
}

/** Finds the subscriptions of the node, and reads the secret. */
async function readSubscription(subscriber: Subscriber) {
	const memory = memoryOf(subscriber);
	memory.readAt = performance.now();
	memory.reading = findSubscriptions(subscriber).then(async (found) => {
		memory.secret = found.here && (await readSecret(subscriber, sentText(found.here._id)));
		return found;
	});
	return await memory.reading;
}

async function findSubscriptions(subscriber: Subscriber) {
	const { context, eventType, url } = subscriber;
	const all = await readAll(subscriber, SUBSCRIPTIONS);
	const toEvent = all.filter((each) => each.eventType === eventType);
	const made = toEvent.filter(({ name }) => sentText(name).startsWith(ownName(context)));
	const isHere = (each: IDataObject) => addressOf(sentText(each.url)) === addressOf(url);
	return {
		/** To its event and at its address; somebody may have made it by hand. */
		here: made.find(isHere) ?? toEvent.find(isHere),
		/** All to its event that it has made itself, also at addresses that n8n had before. */
		made,
	};
}

/** In one spelling. */
function addressOf(url: string): string {
	return URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url;
}

/** By this a node knows its own subscription again: static data would be lost with a crash. */
const ownName = (context: Subscriber['context']) =>
	`n8n workflow ${context.getWorkflow().id ?? ''}:`;

/** When n8n starts, or takes over from another one: the workflow was published before. */
const AT_START: readonly string[] = ['init', 'leadershipChange'];

/**
 * When a workflow is published, or n8n starts. Then trouble is left to the poll that follows: n8n would remove the
 * subscription for an error, and what was missed with it.
 */
export async function publish(subscriber: Subscriber, activation: string): Promise<boolean> {
	const { context, url } = subscriber;
	// A poll is not told the address.
	context.getWorkflowStaticData('node').url = url;
	const memory = memoryOf(subscriber);
	memory.isUnpublished = false;
	if (activation === 'init') memory.startedAt = Date.now();
	await subscribe(subscriber).catch((error: unknown) => {
		if (!AT_START.includes(activation)) throw error;
	});
	return true;
}

/**
 * Finds the subscription or makes it, and wakes it where the platform has put it to sleep after days without an answer.
 * Its secret is known then: without it no event could be believed.
 *
 * @returns its ID
 */
export async function subscribe(subscriber: Subscriber): Promise<string> {
	const memory = memoryOf(subscriber);
	const findOrMake = async () => {
		const { here } = await readSubscription(subscriber);
		const { _id, status } = here ?? (await makeSubscription(subscriber));
		const id = sentText(_id);
		if (status === 'inactive') {
			await change(subscriber, `/${id}`, { method: 'PATCH', body: { status: 'active' } });
			subscriber.log.info('subscription woken');
		}
		return id;
	};
	memory.subscribing ??= findOrMake().finally(() => {
		memory.subscribing = undefined;
	});
	return await memory.subscribing;
}

async function makeSubscription(subscriber: Subscriber): Promise<IDataObject> {
	const { context, eventType, log, url } = subscriber;
	const { baseUrl } = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE));
	const complaint = addressComplaint(url, baseUrl);
	if (complaint) throw complaint;
	const { name: workflow = '' } = context.getWorkflow();
	const body = { eventType, name: `${ownName(context)} ${workflow.slice(0, 80)}`.trim(), url };
	let refusal: unknown = serviceError(
		'The platform said that it has made the webhook, but does not list it',
		'Publish the workflow again. If it keeps happening, tell the administrators of the platform.',
	);
	await change(subscriber, '', { method: 'POST', body }).catch((error: unknown) => {
		refusal = error;
	});
	// Also after a refusal: the answer to an earlier attempt may have been lost.
	const { here, made } = await readSubscription(subscriber);
	if (!here) throw refusal;
	log.info('subscription made');
	const { origin, pathname } = new URL(url);
	for (const address of made.map((each) => sentText(each.url))) {
		if (!URL.canParse(address)) continue;
		const other = new URL(address);
		// It may as well be that of another n8n that is a copy of this one, so it stays.
		if (other.pathname !== pathname || other.origin === origin) continue;
		const facts = { origin: other.origin };
		log.warn(`another subscription of this node remains, at ${other.origin}`, facts);
	}
	return here;
}

/** Events have names and mail addresses in them. Only a platform without HTTPS may reach n8n without. */
export function addressComplaint(url: string, baseUrl: string): UserFacingError | undefined {
	if (!url.startsWith('http:') || baseUrl.startsWith('http:')) return undefined;
	return new UserFacingError(
		'n8n gives this node an address without HTTPS',
		`It is ${url}. Events have names and mail addresses in them, so the platform is to send them by HTTPS. Ask your n8n administrator to set WEBHOOK_URL to the address at which the internet reaches n8n, e.g. "https://n8n.example.com/", and to restart n8n.`,
	);
}

/** When a workflow is unpublished: removes the subscription if this node has made it. */
export async function unpublish(subscriber: Subscriber): Promise<boolean> {
	memoryOf(subscriber).isUnpublished = true;
	const { here, made } = await findSubscriptions(subscriber);
	if (!here || !made.includes(here)) return true;
	const removal = change(subscriber, `/${sentText(here._id)}`, { method: 'DELETE' });
	await removal.catch((error: unknown) => {
		if (!(error instanceof UserFacingError) || error.reason !== '404') throw error;
	});
	subscriber.log.info('subscription removed');
	return true;
}
