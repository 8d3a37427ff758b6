import { sleep } from 'n8n-workflow';

import { Failure, withFacts } from '../failures/failure';
import type { ListClient } from '../list';
import { requestObject, type Mutation, type ObjectAnswer } from '../service';
import { abortable } from '../values/promises';

export interface Input<Entry = { options: { dryRun: boolean } }> {
	client: ListClient;
	itemIndex: number;
	/** The results of earlier lookups in this run, by credential and subject. */
	known: Map<string, Promise<unknown>>;
	entry: Entry;
}

/** Reads a subject once for all items with the same credential. After a failure, the next item triggers another attempt. */
export async function onceARun<T>(
	{ client, known }: Pick<Input, 'client' | 'known'>,
	subject: string,
	read: () => Promise<T>,
): Promise<T> {
	const key = `${client.account.fingerprint} ${subject}`;
	const found = (known.get(key) ?? read()) as Promise<T>;
	known.set(key, found);
	found.catch(() => known.delete(key));
	return await found;
}

/** The service accepts ten writes per second from each company. */
const BETWEEN_WRITES_MS = 105;

/** The earliest time for an account's next write, as a `performance.now()` value. */
const nextWrite = () => ({ at: 0 });

/**
 * Sends a change.
 *
 * @param path percent-encoded, relative to `/api/v2/`
 * @param lookAgain checks whether an attempt without a response made the change; omitted if repeating it is safe
 * @throws Failure
 */
export async function send(
	client: ListClient,
	path: string,
	mutation: Mutation,
	lookAgain?: () => Promise<ObjectAnswer | undefined>,
): Promise<ObjectAnswer> {
	const turn = client.account.memory(nextWrite);
	const waitMs = Math.max(0, turn.at - performance.now());
	turn.at = performance.now() + waitMs + BETWEEN_WRITES_MS;
	await abortable(sleep(waitMs), client.signal);
	try {
		return await requestObject(client, path, mutation, lookAgain);
	} catch (error) {
		const list = path.startsWith('users') ? 'users' : 'groups';
		const form = { ...client.form, fields: ['Options', 'Request Options'] as const };
		throw withFacts(error, { form, purpose: { action: 'write', list } });
	}
}

/** Returns the failure of a write that the service would reject with one of its error codes, or did for a reason of ours. */
export function refusal(serviceCode: string, cause?: Failure): Failure {
	const purpose = { action: 'write', list: 'users' } as const;
	return new Failure('rejected', { status: 400, ...cause?.facts, serviceCode, purpose });
}
