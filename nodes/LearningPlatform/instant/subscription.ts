import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import { neverQuote } from '../failures/quote';
import { UserFacingError } from '../failures/userFacingError';
import type { Mutation } from '../service';
import { memoryOf, published } from './memory';
import { readAll, readPages, request, sentText, type Subscriber } from './requests';

/** The age of a secret that is read again before a delivery starts a workflow: someone may have rotated it. */
const MAX_AGE_MS = 120_000;

/**
 * Reads the secret again if it is old or does not fit a delivery. Simultaneous deliveries share a read, and forged ones
 * cause at most one a minute.
 *
 * @throws Failure, or UserFacingError
 */
export async function checkSecret(subscriber: Subscriber, isGenuine: boolean): Promise<void> {
	const { secret, secretAt, readAt, reading } = memoryOf(subscriber);
	const now = performance.now();
	if (isGenuine && now - secretAt < MAX_AGE_MS) return;
	// The subscription may be created at any moment, and a genuine delivery may not wait for a minute.
	const againMs = isGenuine || secret === undefined ? 2_000 : 60_000;
	await (now - readAt < againMs ? reading : readSubscription(subscriber));
}

async function readSubscription(subscriber: Subscriber) {
	const memory = memoryOf(subscriber);
	memory.readAt = Infinity;
	const reading = findSubscriptions(subscriber)
		.then(async (subscriptions) => {
			const { current } = subscriptions;
			memory.secret = current && (await readSecret(subscriber, current));
			memory.secretAt = performance.now();
			return subscriptions;
		})
		.finally(() => {
			memory.readAt = performance.now();
		});
	memory.reading = reading;
	return await reading;
}

async function readSecret(subscriber: Subscriber, { _id }: IDataObject): Promise<string> {
	const { secret } = await request(subscriber, `/${sentText(_id)}/secrets`);
	if (typeof secret !== 'string' || secret === '') {
		throw new UserFacingError(
			'The platform returned no secret for its webhook',
			"Without the secret, this node cannot recognize forged events. Report this to the platform's administrators.",
			{},
		);
	}
	neverQuote(secret);
	return secret;
}

export async function findSubscriptions(subscriber: Subscriber) {
	const all = await readAll(subscriber);
	const prefix = namePrefix(subscriber.context);
	const ofWorkflow = all.filter(({ name }) => sentText(name).startsWith(prefix));
	return {
		/** The subscription for the node's event and address. An administrator may have created it manually. */
		current: [...ofWorkflow, ...all].find((each) => isFor(each, subscriber)),
		/** All of the workflow's subscriptions, including those at n8n's former addresses. */
		ofWorkflow,
	};
}

const isFor = (subscription: IDataObject, { eventType, url }: { eventType: string; url: string }) =>
	subscription.eventType === eventType && addressOf(sentText(subscription.url)) === addressOf(url);

/** Normalizes an address for comparison. */
const addressOf = (url: string) => (URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url);

/** A workflow's subscriptions are identified by name because static data can be lost in a crash. */
const namePrefix = (context: Subscriber['context']) =>
	`n8n workflow ${context.getWorkflow().id ?? ''}:`;

/** Finds, creates, or reactivates the subscription. @returns its ID and the workflow's suspended subscriptions */
export async function subscribe(subscriber: Subscriber) {
	const memory = memoryOf(subscriber);
	memory.subscribing ??= findOrCreate(subscriber).finally(() => {
		memory.subscribing = undefined;
	});
	return await memory.subscribing;
}

async function findOrCreate(subscriber: Subscriber) {
	const { current, ofWorkflow } = await readSubscription(subscriber);
	const suspended = ofWorkflow.filter((each) => each !== current && each.status === 'inactive');
	const isInactive = current?.status === 'inactive';
	const activation: Mutation = { method: 'PATCH', body: { status: 'active' } };
	if (current && (!isInactive || (await changeSubscription(subscriber, current, activation)))) {
		if (isInactive) subscriber.log.write('subscriptionReactivated');
		return { id: sentText(current._id), suspended };
	}
	// The platform may test the address with a POST that has no signature.
	memoryOf(subscriber).secret = undefined;
	return { id: sentText((await createSubscription(subscriber))._id), suspended };
}

async function createSubscription(subscriber: Subscriber): Promise<IDataObject> {
	const { context, eventType, log, url } = subscriber;
	checkAddress(url, (await subscriber.client()).fields.baseUrl);
	const { name: workflow = '' } = context.getWorkflow();
	const body = { eventType, name: `${namePrefix(context)} ${workflow.slice(0, 80)}`.trim(), url };
	const creation = request(subscriber, '', { method: 'POST', body });
	const rejection = await creation.then(unlisted, (error: unknown) => error);
	// Even after a rejection, the subscription may exist: the response to an earlier attempt may have been lost.
	const { current, ofWorkflow } = await readSubscription(subscriber);
	if (!current) throw rejection;
	log.write('subscriptionCreated');
	const { origin, pathname } = new URL(url);
	for (const address of ofWorkflow.map((each) => addressOf(sentText(each.url)))) {
		// Keep that subscription: it may belong to a copy of this n8n instance.
		if (!address.endsWith(pathname) || address.startsWith(`${origin}/`)) continue;
		log.write('otherSubscription', { origin: address.slice(0, -pathname.length) });
	}
	return current;
}

const unlisted = () =>
	new UserFacingError(
		'The platform reported that it created the webhook but does not list it',
		"Publish the workflow again. If this keeps happening, report it to the platform's administrators.",
		{},
	);

/** Events contain names and email addresses. Only a platform without HTTPS may reach n8n over HTTP. */
export function checkAddress(url: string, baseUrl: string): void {
	if (!url.startsWith('http:') || baseUrl.startsWith('http:')) return;
	throw new UserFacingError(
		'The address that n8n assigned to this node does not use HTTPS',
		`The address is ${url}. Events contain names and email addresses, so the platform must send them over HTTPS. Ask your n8n administrator to set WEBHOOK_URL to n8n's public address, e.g. "https://n8n.example.com/", and restart n8n.`,
	);
}

/**
 * Removes unused subscriptions but only suspends those with undelivered events: removal would delete the events, and
 * n8n 1 unpublishes a workflow every time the user saves it.
 */
export async function removeOrSuspend(
	subscriber: Subscriber,
	subscriptions: IDataObject[],
): Promise<void> {
	for (const subscription of subscriptions) {
		// If the events cannot be read, assume there are some.
		const isOpen = await hasOpenEvents(subscriber, subscription).catch(() => true);
		// Another node in the workflow may have been published in the meantime.
		if ([...published.values()].some((node) => isFor(subscription, node))) continue;
		if (isOpen && subscription.status === 'inactive') continue;
		const mutation: Mutation = isOpen
			? { method: 'PATCH', body: { status: 'inactive' } }
			: { method: 'DELETE' };
		await changeSubscription(subscriber, subscription, mutation);
		subscriber.log.write(isOpen ? 'subscriptionSuspended' : 'subscriptionRemoved');
	}
}

async function hasOpenEvents(subscriber: Subscriber, { _id }: IDataObject): Promise<boolean> {
	// An event's status may change once between two requests, but not twice: attempts are seconds apart.
	for (const status of ['failed', 'pending', 'sending', 'pending', 'failed']) {
		const pages = readPages(subscriber, `/${sentText(_id)}/events`, { status });
		for await (const { records } of pages) if (records.length > 0) return true;
	}
	return false;
}

/** Returns true if the subscription still existed. */
async function changeSubscription(
	subscriber: Subscriber,
	{ _id }: IDataObject,
	mutation: Mutation,
): Promise<boolean> {
	return await request(subscriber, `/${sentText(_id)}`, mutation).then(
		() => true,
		(error: unknown) => {
			if (!(error instanceof Failure) || error.status !== 404) throw error;
			return false;
		},
	);
}
