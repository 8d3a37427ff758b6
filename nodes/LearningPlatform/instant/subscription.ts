import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { neverQuote, serviceError, UserFacingError } from '../errors';
import { readList } from '../list';
import type { ListingLog } from '../n8n/log';
import { openConnection, requestObject, type Write } from '../service';
import { CREDENTIAL_TYPE, readCredentialFields } from '../token';
import { addressComplaint, explainWebhookRefusal } from './refusals';

const SUBSCRIPTIONS = 'webhooks/subscriptions';

/** A node that listens to an event. */
export interface Subscriber {
	context: IHookFunctions | IPollFunctions | IWebhookFunctions;
	eventType: string;
	/** The address that n8n has given to the node. */
	url: string;
	log: ListingLog;
	/** Where somebody waits for an answer: ends the requests, which are then not repeated either. */
	stopSignal?: AbortSignal;
}

/** What the service has of it. */
export interface Subscription {
	id: string;
	isActive: boolean;
	/** Whether this node has made it; somebody may have made one by hand. */
	isOwn: boolean;
}

/** Finds the subscription of a node by event and address. @throws UserFacingError */
export async function findSubscription(subscriber: Subscriber): Promise<Subscription | undefined> {
	const { context, eventType, url } = subscriber;
	const all = await readAll(subscriber, SUBSCRIPTIONS);
	const mine = all.filter((one) => one.eventType === eventType && sameAddress(one.url, url));
	const [found] = mine.sort((a, b) => Number(isOwn(context, b)) - Number(isOwn(context, a)));
	return (
		found && {
			id: sentText(found._id),
			isActive: found.status !== 'inactive',
			isOwn: isOwn(context, found),
		}
	);
}

/** Reads a list of the webhooks to its end. */
export async function readAll(
	subscriber: Subscriber,
	path: string,
	filters: Inquired = [],
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const inquiry = { ...inquiryOf(subscriber), path, filters };
	try {
		for await (const page of readList(subscriber.context, inquiry, { overlap: false })) {
			records.push(...page.records);
		}
		return records;
	} catch (error) {
		throw explainWebhookRefusal(error, 'webhooks:read', subscriber);
	}
}

type Inquired = { field: string; operator: string; values: string[] }[];

/**
 * Makes the subscription, and reads its secret once: without it no event could be believed. Nothing is left behind where
 * one of the two fails.
 */
export async function subscribe(subscriber: Subscriber): Promise<void> {
	const { context, eventType, url } = subscriber;
	const { baseUrl } = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE));
	const complaint = addressComplaint(url, baseUrl);
	if (complaint) throw complaint;
	const body = { eventType, name: nameOf(context), url };
	const make = async () => {
		await change(subscriber, '', { method: 'POST', body }).catch(async (error: unknown) => {
			// The answer to an earlier attempt may have been lost.
			const isThere = error instanceof UserFacingError && error.answer.includes('AlreadyExists');
			if (!isThere || !(await findSubscription(subscriber))) throw error;
		});
		const made = await findSubscription(subscriber);
		if (!made) throw notKept();
		await readSecret(subscriber, made);
	};
	await make().catch(async (error: unknown) => {
		await unsubscribe(subscriber).catch(() => undefined);
		throw error;
	});
	subscriber.log.subscribed('made');
}

/** Wakes a subscription that the platform has put to sleep after days without an answer. */
export async function wake(subscriber: Subscriber, { id }: Subscription): Promise<void> {
	await change(subscriber, `/${id}`, { method: 'PATCH', body: { status: 'active' } });
	subscriber.log.subscribed('woken');
}

/** Removes the subscription if this node has made it. */
export async function unsubscribe(subscriber: Subscriber): Promise<void> {
	const found = await findSubscription(subscriber);
	if (!found?.isOwn) return;
	await change(subscriber, `/${found.id}`, { method: 'DELETE' }).catch((error: unknown) => {
		if (!(error instanceof UserFacingError) || error.reason !== '404') throw error;
	});
	subscriber.log.subscribed('removed');
}

/** Asks the platform to send again what has failed in a time of at most three days. */
export async function askAgain(
	subscriber: Subscriber,
	{ id }: Subscription,
	time: { startDate: string; endDate: string },
): Promise<void> {
	await change(subscriber, `/${id}/events/retry-failure`, { method: 'POST', body: time });
}

/** The secret by which the platform signs. */
export async function readSecret(subscriber: Subscriber, { id }: Subscription): Promise<string> {
	const { secret } = await request(subscriber, `/${id}/secrets`, 'webhookSecrets:read');
	if (typeof secret !== 'string' || secret === '') {
		throw serviceError(
			'The platform gave no secret for its webhook',
			'Without it nobody can tell its events from forged ones. Tell the administrators of the platform.',
		);
	}
	neverQuote(secret);
	return secret;
}

async function change(subscriber: Subscriber, below: string, write: Write): Promise<IDataObject> {
	return await request(subscriber, below, 'webhooks:write', write);
}

async function request(subscriber: Subscriber, below: string, scope: string, write?: Write) {
	const path = `${SUBSCRIPTIONS}${below}`;
	const connection = await openConnection(subscriber.context, { ...inquiryOf(subscriber), path });
	try {
		return await requestObject(connection, path, write);
	} catch (error) {
		throw explainWebhookRefusal(error, scope, subscriber);
	}
}

/** A credential may lack each of the scopes, so that a token which is refused twice is no bad one. */
function inquiryOf({ log, stopSignal }: Subscriber) {
	return { log, stopSignal, maxRetries: stopSignal ? 0 : 4, isProven: false, isForNames: true };
}

function nameOf(context: Subscriber['context']): string {
	const { id, name = '' } = context.getWorkflow();
	return `${ownNameOf(id)} ${name.slice(0, 80)}`.trim();
}

/** By this the node knows its own subscription again; static data would be lost with a crash. */
const ownNameOf = (workflowId = '') => `n8n workflow ${workflowId}:`;

function isOwn(context: Subscriber['context'], { name }: IDataObject): boolean {
	return sentText(name).startsWith(ownNameOf(context.getWorkflow().id));
}

/** A text of the service. */
export function sentText(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function sameAddress(theirs: unknown, url: string): boolean {
	const normal = (text: string) =>
		URL.canParse(text) ? new URL(text).href.replace(/\/$/, '') : text;
	return typeof theirs === 'string' && normal(theirs) === normal(url);
}

function notKept(): UserFacingError {
	return serviceError(
		'The platform said that it has made the webhook, but does not list it',
		'Publish the workflow again. If it keeps happening, tell the administrators of the platform.',
	);
}
