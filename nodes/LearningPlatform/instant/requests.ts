import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { neverQuote, serviceError } from '../errors';
import { readList, type Filter } from '../list';
import type { ListingLog } from '../n8n/log';
import { openConnection, requestObject, type Write } from '../service';
import type { readInstantSettings } from './form';
import { explainWebhookRefusal } from './refusals';

export const SUBSCRIPTIONS = 'webhooks/subscriptions';

/** A node that listens to an event. */
export interface Subscriber extends ReturnType<typeof readInstantSettings> {
	context: IHookFunctions | IPollFunctions | IWebhookFunctions;
	/** The address that n8n has given to the node. */
	url: string;
	log: ListingLog;
}

/** A text of the service. */
export const sentText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Reads a list of the webhooks to its end. */
export async function readAll(
	subscriber: Subscriber,
	path: string,
	filters: Filter[] = [],
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const inquiry = { ...inquiryOf(subscriber, path), filters };
	try {
		for await (const page of readList(subscriber.context, inquiry, { overlap: false })) {
			records.push(...page.records);
		}
		return records;
	} catch (error) {
		throw explainWebhookRefusal(error, 'webhooks:read', subscriber);
	}
}

/** The secret by which the platform signs what it sends for a subscription. */
export async function readSecret(subscriber: Subscriber, id: string): Promise<string> {
	const { secret } = await request(subscriber, 'webhookSecrets:read', `/${id}/secrets`);
	if (typeof secret !== 'string' || secret === '') {
		throw serviceError(
			'The platform gave no secret for its webhook',
			'Without it nobody can tell its events from forged ones. Tell the administrators of the platform.',
		);
	}
	neverQuote(secret);
	return secret;
}

/** The only requests of the package that write. @param below the list of subscriptions */
export async function change(subscriber: Subscriber, below: string, write: Write): Promise<void> {
	await request(subscriber, 'webhooks:write', below, write);
}

async function request(subscriber: Subscriber, scope: string, below: string, write?: Write) {
	const path = `${SUBSCRIPTIONS}${below}`;
	const connection = await openConnection(subscriber.context, inquiryOf(subscriber, path));
	try {
		return await requestObject(connection, path, write);
	} catch (error) {
		throw explainWebhookRefusal(error, scope, subscriber);
	}
}

const inquiryOf = ({ log }: Subscriber, path: string) => ({
	path,
	log,
	maxRetries: 4,
	isForNames: true,
});
