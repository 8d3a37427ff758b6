import type { IDataObject } from 'n8n-workflow';

import { scopesOf } from '../catalog/knownLists';
import { listsOfLabels } from '../catalog/labels';
import { withFacts, type Purpose } from '../failures/failure';
import { readList } from '../list';
import type { ListingLog } from '../n8n/log';
import type { TriggerContext } from '../n8n/staticData';
import { requestObject, type Client, type ListedPage, type Mutation } from '../service';
import { readServiceTime } from '../values/dates';
import type { Filter } from '../values/filter';
import type { readInstantSettings } from './form';

/** A node that listens for an event. */
export interface Subscriber extends ReturnType<typeof readInstantSettings> {
	context: TriggerContext;
	/** Opens the client on first use: a forged delivery must not read the credential. */
	client: () => Promise<Client<ListingLog>>;
	/** The address that n8n assigned to the node. */
	url: string;
	log: ListingLog;
}

export const sentText = (value: unknown) => (typeof value === 'string' ? value : '');

export const createdMs = ({ createdAt }: IDataObject) => readServiceTime(createdAt);

/** Reads the list of subscriptions or a nested list. @param from in ms since the epoch @throws Failure */
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
		yield* readList(await subscriber.client(), listing, { readsAhead: false });
	} catch (error) {
		throw forSubscription(error, 'webhooks:read', subscriber);
	}
}

export async function readAll(...list: Parameters<typeof readPages>): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	for await (const page of readPages(...list)) records.push(...page.records);
	return records;
}

const SCOPES = ['webhooks:read', 'webhooks:write', 'webhookSecrets:read'];

/** Reads a secret or sends a mutation. @param below the path after `webhooks/subscriptions` @throws Failure */
export async function request(
	subscriber: Subscriber,
	below: string,
	mutation?: Mutation,
): Promise<IDataObject> {
	const client = await subscriber.client();
	try {
		return (await requestObject(client, `webhooks/subscriptions${below}`, mutation)).record;
	} catch (error) {
		throw forSubscription(error, mutation ? 'webhooks:write' : 'webhookSecrets:read', subscriber);
	}
}

/** Adds the purpose to a failure. The Instant Trigger's form has no Max Retries field. */
function forSubscription(
	error: unknown,
	scope: Extract<Purpose, { action: 'subscribe' }>['scope'],
	{ url, eventType, labels }: Subscriber,
) {
	const all = [...SCOPES, ...scopesOf(listsOfLabels(labels))];
	// The secret belongs to a subscription that exists, and an administrator may have created it manually.
	const scopes = scope === 'webhookSecrets:read' ? ['webhooks:read'] : all;
	return withFacts(error, {
		form: { scopes },
		purpose: { action: 'subscribe', scope, url, eventType },
	});
}
