/** Reads lists, records, and objects, and sends changes. Retries failed requests and limits the pace of requests. */
import type { IDataObject } from 'n8n-workflow';

import { apiUrl } from '../token';
import { isObject } from '../values/json';
import { abortable, deferred } from '../values/promises';
import { requestWithRetries } from './retry';
import type { Client } from './client';
import { lastSegmentOf } from './nextPage';
import { readSingleRecord } from './records';
import type { Mutation } from './send';

export { parseJson } from './body';
export { openClient, type Client } from './client';
export { listPages, type ListedPage } from './pages';
export type { Mutation };

/** Requests a record. @param path the record's percent-encoded path @throws Failure, or the abort reason */
export async function readRecord(client: Client, path: string): Promise<IDataObject> {
	const requestedAt = Date.now();
	const url = apiUrl(client.fields.baseUrl, path);
	const { body } = await requestWithRetries(client, url, { expected: 'a single record' });
	const record = readSingleRecord(body, lastSegmentOf(url));
	client.log.write('recordRead', { ms: Date.now() - requestedAt });
	return record;
}

export interface ObjectResponse {
	/** Missing if a check showed that an earlier attempt had succeeded. */
	status?: number | undefined;
	/** Empty if the body is not an object. */
	record: IDataObject;
	/** The body if it is a list. */
	records?: IDataObject[];
}

/**
 * Requests an object that is not a record in a list, or sends a mutation.
 *
 * @param path the percent-encoded path under `/api/v2/`
 * @param lookAgain called before a retry of a mutation that may have succeeded; returns the result if it did
 * @throws Failure, or `client.signal.reason`
 */
export async function requestObject(
	client: Client,
	path: string,
	mutation?: Mutation,
	lookAgain?: () => Promise<ObjectResponse | undefined>,
): Promise<ObjectResponse> {
	const url = apiUrl(client.fields.baseUrl, path);
	const options = { expected: 'an object', mutation, lookAgain };
	const { body, status } = await requestWithRetries(client, url, options);
	const records = Array.isArray(body) && { records: body as IDataObject[] };
	return { status, record: isObject(body) ? (body as IDataObject) : {}, ...records };
}

/** Many input items and executions may read lists at the same time. Each list may keep four pages of up to 0.5 MB. */
const SLOTS = 20;

/** An account's open lists, oldest first; only the first `SLOTS` lists are read. A user's list may wait for internal lists. */
const openLists = () => {
	const none = (): ReturnType<typeof deferred<undefined>>[] => [];
	return { ordinary: none(), internal: none() };
};

/** Waits until an account may read another list. @returns a function that frees the slot @throws `signal.reason` */
export async function takeListingSlot({
	account,
	isInternal,
	log,
	signal,
}: Pick<Client, 'account' | 'isInternal' | 'log' | 'signal'>): Promise<() => void> {
	const lists = account.memory(openLists)[isInternal ? 'internal' : 'ordinary'];
	const turn = deferred<undefined>();
	const grant = () => lists.slice(0, SLOTS).at(-1)?.resolve(undefined);
	const release = () => {
		const at = lists.indexOf(turn);
		if (at !== -1) lists.splice(at, 1);
		grant();
	};
	const waitingSince = performance.now();
	lists.push(turn);
	const mustWait = lists.length > SLOTS;
	grant();
	await abortable(turn.promise, signal).catch(() => {
		release();
		signal.throwIfAborted();
	});
	if (mustWait) log.write('slotAwaited', { ms: Math.round(performance.now() - waitingSince) });
	return release;
}
