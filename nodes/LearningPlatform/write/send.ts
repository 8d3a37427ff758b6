import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import type { Listing } from '../list';
import type { ListingLog } from '../n8n/log';
import { shareAmongItems } from '../n8n/sharedByItems';
import {
	openConnection,
	requestObject,
	type ObjectAnswer,
	type NetworkOptions,
	type Mutation,
} from '../service';
import { credentialForm } from '../token';
import { lruCache } from '../values/lruCache';
import { abortable } from '../values/promises';
import { explainWriteRefusal } from './refusals';

/** An input item of an operation that writes. */
export interface Input<Entry = { options: { maxRetries: number } }> {
	context: IExecuteFunctions;
	itemIndex: number;
	network: NetworkOptions;
	log: ListingLog;
	/** The fingerprint of its credential. */
	account: string;
	/** The values of its form. */
	entry: Entry;
}

/** The values to read for an item, and how. */
export function listingFor(input: Input, path: string, filters: Listing['filters'] = []): Listing {
	const { entry, network, itemIndex, log } = input;
	const { maxRetries } = entry.options;
	return { path, filters, maxRetries, network, itemIndex, log, isWaitedFor: true };
}

/** Reads something once for all items of a credential. @param what names it */
export async function onceARun<T>(input: Input, what: string, read: () => Promise<T>): Promise<T> {
	const { value, release } = shareAmongItems(input.context, [input.account, what], read);
	try {
		return await value;
	} finally {
		release();
	}
}

/** The service takes ten writes a second from a company. */
const BETWEEN_WRITES_MS = 105;

/** When the next write of a credential is due, by `performance.now()`. */
const turnOf = lruCache(() => ({ at: 0 }));

/**
 * Sends a change that is needed.
 *
 * @param path below `/api/v2/`, percent-encoded
 * @param lookAgain returns the change if an attempt without an answer has made it; left out if sending twice is safe
 * @throws UserFacingError that names the scope or the field
 */
export async function send(
	input: Input,
	path: string,
	mutation: Mutation,
	lookAgain?: () => Promise<ObjectAnswer | undefined>,
): Promise<ObjectAnswer> {
	const connection = await openConnection(input.context, listingFor(input, path));
	const turn = turnOf(connection.fingerprint);
	const waitMs = Math.max(0, turn.at - performance.now());
	turn.at = performance.now() + waitMs + BETWEEN_WRITES_MS;
	await abortable(sleep(waitMs), connection.signal);
	const list = path.startsWith('users') ? 'users' : 'groups';
	return await requestObject(connection, path, mutation, lookAgain).catch((error: unknown) => {
		throw explainWriteRefusal(error, list, credentialForm(connection.credential));
	});
}
