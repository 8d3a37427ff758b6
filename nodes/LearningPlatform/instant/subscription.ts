import type { IDataObject } from 'n8n-workflow';

import { serviceError, UserFacingError } from '../errors';
import { CREDENTIAL_TYPE, readCredentialFields, rememberedBy } from '../token';
import { addressComplaint } from './refusals';
import { change, readAll, readSecret, sentText, SUBSCRIPTIONS, type Subscriber } from './requests';

/** How long to wait before the secret is read again: a forged delivery must not cost a request. */
const AGAIN_MS = 60_000;

/** The same as long as there is no subscription, which may just be made. */
const NONE_AGAIN_MS = 2_000;

const memories = rememberedBy(() => ({
	/** `undefined` where there is no subscription. In memory only: n8n keeps static data in the open. */
	secret: undefined as string | undefined,
	readAt: -Infinity,
	reading: Promise.resolve<IDataObject | undefined>(undefined),
	/** n8n 2 publishes and polls at the same time, and two subscriptions would have two secrets. */
	subscribing: undefined as Promise<string> | undefined,
	/** A poll that is still under way must not subscribe again. */
	isUnpublished: false,
	/** The events that were asked for: each once, or one that fails would run for ever. */
	asked: new Set<string>(),
}));

/** What this process knows of a subscription. */
export const memoryOf = ({ eventType, url }: Subscriber) => memories(`${eventType} ${url}`);

/** Reads the secret again, unless that was done just now. @throws UserFacingError */
export async function readSecretAgain(subscriber: Subscriber): Promise<void> {
	const { secret, readAt, reading } = memoryOf(subscriber);
	const wait = secret === undefined ? NONE_AGAIN_MS : AGAIN_MS;
	await (performance.now() - readAt < wait ? reading : look(subscriber));
}

/** Finds the subscription of the node, and reads its secret. */
async function look(subscriber: Subscriber): Promise<IDataObject | undefined> {
	const memory = memoryOf(subscriber);
	memory.readAt = performance.now();
	memory.reading = find(subscriber).then(async (found) => {
		memory.secret = found && (await readSecret(subscriber, sentText(found._id)));
		return found;
	});
	return await memory.reading;
}

/** By event and address: somebody may have made it by hand. */
async function find(subscriber: Subscriber): Promise<IDataObject | undefined> {
	const address = addressOf(subscriber.url);
	const all = await subscriptionsTo(subscriber);
	const mine = all.filter(({ url }) => addressOf(sentText(url)) === address);
	return mine.find((one) => isOwn(subscriber, one)) ?? mine[0];
}

async function subscriptionsTo(subscriber: Subscriber): Promise<IDataObject[]> {
	const all = await readAll(subscriber, SUBSCRIPTIONS);
	return all.filter(({ eventType }) => eventType === subscriber.eventType);
}

/** In one spelling. */
function addressOf(url: string): string {
	return URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url;
}

function isOwn(subscriber: Subscriber, { name }: IDataObject): boolean {
	return sentText(name).startsWith(ownName(subscriber));
}

/** By this a node knows its own subscription again: static data would be lost with a crash. */
const ownName = ({ context }: Subscriber) => `n8n workflow ${context.getWorkflow().id ?? ''}:`;

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
	memoryOf(subscriber).isUnpublished = false;
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
	memory.subscribing ??= findOrMake(subscriber).finally(() => {
		memory.subscribing = undefined;
	});
	return await memory.subscribing;
}

async function findOrMake(subscriber: Subscriber): Promise<string> {
	const found = (await look(subscriber)) ?? (await make(subscriber));
	const id = sentText(found._id);
	if (found.status === 'inactive') {
		await change(subscriber, `/${id}`, { method: 'PATCH', body: { status: 'active' } });
		subscriber.log.info('subscription woken');
	}
	return id;
}

async function make(subscriber: Subscriber): Promise<IDataObject> {
	const { context, eventType, url } = subscriber;
	const { baseUrl } = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE));
	const complaint = addressComplaint(url, baseUrl);
	if (complaint) throw complaint;
	const { name: workflow = '' } = context.getWorkflow();
	const body = { eventType, name: `${ownName(subscriber)} ${workflow.slice(0, 80)}`.trim(), url };
	await change(subscriber, '', { method: 'POST', body }).catch(async (error: unknown) => {
		// The answer to an earlier attempt may have been lost.
		if (!(await find(subscriber))) throw error;
	});
	const made = await look(subscriber);
	if (!made) {
		throw serviceError(
			'The platform said that it has made the webhook, but does not list it',
			'Publish the workflow again. If it keeps happening, tell the administrators of the platform.',
		);
	}
	subscriber.log.info('subscription made');
	// It may as well be that of another n8n that is a copy of this one, so it stays.
	for (const origin of await otherOrigins(subscriber)) {
		subscriber.log.warn(`another subscription of this node remains, at ${origin}`, { origin });
	}
	return made;
}

/** Where else the node listens by the same path: at the addresses that n8n had before WEBHOOK_URL was changed. */
async function otherOrigins(subscriber: Subscriber): Promise<string[]> {
	const here = new URL(subscriber.url);
	const own = (await subscriptionsTo(subscriber)).filter((one) => isOwn(subscriber, one));
	return own
		.map(({ url }) => new URL(sentText(url)))
		.filter(({ origin, pathname }) => origin !== here.origin && pathname === here.pathname)
		.map(({ origin }) => origin);
}

/** When a workflow is unpublished: removes the subscription if this node has made it. */
export async function leave(subscriber: Subscriber): Promise<boolean> {
	memoryOf(subscriber).isUnpublished = true;
	const found = await find(subscriber);
	if (!found || !isOwn(subscriber, found)) return true;
	const removal = change(subscriber, `/${sentText(found._id)}`, { method: 'DELETE' });
	await removal.catch((error: unknown) => {
		if (!(error instanceof UserFacingError) || error.reason !== '404') throw error;
	});
	subscriber.log.info('subscription removed');
	return true;
}
