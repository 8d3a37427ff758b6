import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { inWordsOf, serviceError, UserFacingError } from '../errors';
import { readList, type Filter, type ListClient, type ListedPage } from '../list';
import type { ListingLog } from '../n8n/log';
import { requestObject, type Mutation } from '../service';
import type { readInstantSettings } from './form';

/** A node that listens for an event. */
export interface Subscriber extends ReturnType<typeof readInstantSettings> {
	context: IHookFunctions | IPollFunctions | IWebhookFunctions;
	/** Opens the client on first use: a forged delivery must not read the credential. */
	client: () => Promise<ListClient>;
	/** The address that n8n assigned to the node. */
	url: string;
	log: ListingLog;
}

export const sentText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Reads the list of subscriptions or a nested list. @param from in ms since the epoch @throws UserFacingError */
export async function* readPages(
	subscriber: Subscriber,
	below = '',
	{ status, from }: { status?: string; from?: number } = {},
): AsyncGenerator<ListedPage, void> {
	const filters: Filter[] = [];
	if (from !== undefined) {
		filters.push({ field: 'createdAt', operator: 'gte', values: [new Date(from).toISOString()] });
	}
	if (status !== undefined) filters.push({ field: 'status', operator: 'eq', values: [status] });
	const listing = { path: `webhooks/subscriptions${below}`, filters };
	try {
		yield* readList(await subscriber.client(), listing, { overlap: false });
	} catch (error) {
		throw explainWebhookRefusal(error, 'webhooks:read', subscriber);
	}
}

export async function readAll(...list: Parameters<typeof readPages>): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	for await (const page of readPages(...list)) records.push(...page.records);
	return records;
}

/** Sends a subscription request. @param below the path after `webhooks/subscriptions` @throws UserFacingError */
export async function request(
	subscriber: Subscriber,
	scope: keyof typeof WITHOUT,
	below: string,
	mutation?: Mutation,
): Promise<IDataObject> {
	const client = await subscriber.client();
	try {
		return (await requestObject(client, `webhooks/subscriptions${below}`, mutation)).record;
	} catch (error) {
		throw explainWebhookRefusal(error, scope, subscriber);
	}
}

/** The actions that the platform rejects if a scope is missing. */
const WITHOUT = {
	'webhooks:read': "see the platform's webhooks, so this node cannot find its own",
	'webhooks:write': 'create, suspend, or remove a webhook, or request events again',
	'webhookSecrets:read': "read a webhook's secret, which proves that events are genuine",
} as const;

const REFUSALS = [
	{
		code: 'urlUnreachable',
		title: 'The platform cannot reach n8n',
		advice: (url: string) =>
			`Ask your n8n administrator to make the /webhook/ path reachable from the internet over HTTPS, or to set WEBHOOK_URL if the address is wrong. The platform tried ${url}; n8n must respond at this address.`,
	},
	{
		code: 'subscriptionsLimitReached',
		title: 'The platform does not allow any more webhooks',
		advice: () =>
			'Ask a platform administrator to remove unused webhooks. Each published Instant Trigger needs one.',
	},
];

/** Explains why a request was rejected and what to do. @param scope the scope that the request needs */
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
				? `Alternatively, an administrator can add the webhook manually: event ${eventType}, address ${url}. Then webhooks:read and webhookSecrets:read are enough.`
				: '';
		return error.forScope(scope, WITHOUT[scope], byHand);
	}
	const refusal = REFUSALS.find(({ code }) => answer.includes(code));
	if (refusal) {
		const facts = { reason, answer, schedulerCause: 'configuration-invalid' } as const;
		return serviceError(refusal.title, [refusal.advice(url), answer], facts);
	}
	// The Instant Trigger's form has no Max Retries field.
	return inWordsOf(error, {});
}
