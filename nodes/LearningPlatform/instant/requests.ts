import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { inWordsOf, neverQuote, serviceError, UserFacingError } from '../errors';
import { readList, type Filter } from '../list';
import type { ListingLog } from '../n8n/log';
import { openConnection, requestObject, type Mutation } from '../service';
import type { readInstantSettings } from './form';

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
export async function change(
	subscriber: Subscriber,
	below: string,
	mutation: Mutation,
): Promise<void> {
	await request(subscriber, 'webhooks:write', below, mutation);
}

async function request(
	subscriber: Subscriber,
	scope: keyof typeof WITHOUT,
	below: string,
	mutation?: Mutation,
) {
	const path = `${SUBSCRIPTIONS}${below}`;
	const connection = await openConnection(subscriber.context, inquiryOf(subscriber, path));
	try {
		return await requestObject(connection, path, mutation);
	} catch (error) {
		throw explainWebhookRefusal(error, scope, subscriber);
	}
}

const inquiryOf = ({ log }: Subscriber, path: string) => {
	return { path, log, maxRetries: 4, isWaitedFor: true };
};

/** What cannot be done without a scope. */
const WITHOUT = {
	'webhooks:read': 'see the webhooks of the platform, so this node cannot find its own',
	'webhooks:write': 'make, wake or remove a webhook, or have events sent again',
	'webhookSecrets:read':
		'read the secret of a webhook, by which this node tells events from forged ones',
} as const;

/** Says what a refused request was for, and what to do. @param scope that it needs */
export function explainWebhookRefusal(
	error: unknown,
	scope: keyof typeof WITHOUT,
	{ url, eventType }: { url: string; eventType: string },
): unknown {
	if (!(error instanceof UserFacingError)) return error;
	const { answer, reason, lacks } = error;
	if (lacks === 'scope') {
		const byHand =
			scope === 'webhooks:write' && url !== ''
				? `Without it, an administrator can add the webhook by hand: event ${eventType}, address ${url}. Then webhooks:read and webhookSecrets:read are enough.`
				: '';
		return new UserFacingError(`The API credentials may not ${WITHOUT[scope]}`, [byHand, answer], {
			...{ reason, answer, lacks, schedulerCause: 'credential-invalid' },
			step: `Ask an administrator of the platform to add the scope "${scope}".`,
		});
	}
	const facts = { reason, answer, schedulerCause: 'configuration-invalid' } as const;
	if (answer.includes('urlUnreachable')) {
		return serviceError(
			'The platform cannot reach n8n',
			[
				`Ask your n8n administrator to let the internet reach the path /webhook/ by HTTPS, or to set WEBHOOK_URL if the address is wrong. The platform tried ${url}, where n8n has to answer.`,
				answer,
			],
			facts,
		);
	}
	if (answer.includes('subscriptionsLimitReached')) {
		return serviceError(
			'The platform has as many webhooks as it allows',
			[
				'Ask an administrator of the platform to remove webhooks that nobody uses. Each published Instant Trigger needs one.',
				answer,
			],
			facts,
		);
	}
	// The form has no Max Retries.
	return inWordsOf(error, {});
}
