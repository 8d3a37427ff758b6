import { sleep } from 'n8n-workflow';

import { Failure, withFacts, type Purpose } from '../failures/failure';
import { UserFacingError } from '../failures/userFacingError';
import { wordedForNode } from '../nodeErrors';
import { factsOf, type Directory } from '../people';
import { requestObject, type Client, type Mutation, type ObjectResponse } from '../service';
import { abortable } from '../values/promises';

/** The service accepts ten writes per second from each company. */
const BETWEEN_WRITES_MS = 105;

/** The waits before each look after an unclear response: a list may lag behind. */
const LOOKS_AFTER_MS = [1_000, 2_000, 4_000];

type WritableList = Extract<Purpose, { action: 'write' }>['list'];

/** The last change of each of an account's sessions and users in this process. */
const lastChanges = () => new Map<string, Promise<unknown>>();

/** The earliest time for an account's next write, as a `performance.now()` value. */
const nextWrite = () => ({ at: 0 });

/**
 * Sends a change and makes sure that it was made.
 *
 * @returns the response, without a status if only a look showed the change; `isMadeElsewhere` if another program, such as a
 *   second run, has made it since the lookup
 * @throws Failure, or UnclearChange if neither a response nor a look shows the change
 */
export async function sendConfirmed(
	client: Client,
	change: Mutation & {
		/** Percent-encoded, relative to `/api/v2/`. */
		path: `${WritableList}${string}`;
		/** Checks for the response that the API documents. All other responses count as lost. */
		isConfirmed: (answer: ObjectResponse) => boolean;
		/** Looks whether an attempt without a usable response made the change. */
		look: () => Promise<ObjectResponse['record'] | undefined>;
		/** The error codes that suggest that an attempt without a usable response, or another program, made the change. */
		repeated?: readonly string[];
		/** The codes of `repeated` that mean another program if no attempt was lost: `look` may show its change with a delay. */
		raced?: { codes: readonly string[]; run: Directory };
		/** True if such a code alone proves it. */
		isProof?: boolean;
	},
): Promise<ObjectResponse & { isMadeElsewhere?: boolean }> {
	const { path, isConfirmed, look, repeated = [], raced, isProof } = change;
	const { account, signal } = client;
	const turn = account.memory(nextWrite);
	const waitMs = Math.max(0, turn.at - performance.now());
	turn.at = performance.now() + waitMs + BETWEEN_WRITES_MS;
	await abortable(sleep(waitMs), signal);
	const attempt = { wasLost: false };
	// A failed look proves nothing, and repeating the change is safe.
	const lookSafely = async () => {
		const record = await look().catch(() => undefined);
		signal.throwIfAborted();
		return record;
	};
	const lookAgain = async () => {
		attempt.wasLost = true;
		const record = await lookSafely();
		return record && { record };
	};
	let status: number | undefined;
	let cause: unknown;
	try {
		const answer = await requestObject(client, path, change, lookAgain);
		if (answer.status === undefined || isConfirmed(answer)) return answer;
		({ status } = answer);
	} catch (error) {
		const code = codeOf(error) ?? '';
		const isRepeated = repeated.includes(code);
		const isMadeElsewhere = !attempt.wasLost;
		if (isRepeated && isProof) return { record: {}, isMadeElsewhere };
		if (isRepeated && isMadeElsewhere) {
			const record =
				(await lookSafely()) ??
				(raced?.codes.includes(code) && (await lookUnlessFutile(client, raced.run, lookSafely)));
			if (record) return { record, isMadeElsewhere };
		}
		if (!(isRepeated && attempt.wasLost) && !isLost(error)) {
			const form = { ...client.form, fields: ['Options', 'Request Options'] as const };
			const [list] = path.split(/[/?]/) as [WritableList];
			throw withFacts(error, { form, purpose: { action: 'write', list } });
		}
		cause = error;
	}
	const answer = await lookRepeatedly(client, lookAgain);
	if (answer) return answer;
	throw new UnclearChange(status, cause);
}

/** Reads and replaces something when no other run of this process is doing so. @param key the same for the same thing */
export async function serialized<T>(
	{ account, signal }: Pick<Client, 'account' | 'signal'>,
	key: string,
	change: () => Promise<T>,
): Promise<T> {
	const turns = account.memory(lastChanges);
	const earlier = turns.get(key) ?? Promise.resolve();
	const turn = abortable(earlier, signal).then(change);
	// If a waiting run is canceled, the next run must still wait for the earlier change.
	const ended = Promise.allSettled([earlier, turn]).then(() => {
		if (turns.get(key) === ended) turns.delete(key);
	});
	turns.set(key, ended);
	return await turn;
}

/** Looks for something that a list may show with a delay. */
export async function lookRepeatedly<T>(
	{ signal }: Client,
	look: () => Promise<T | undefined>,
): Promise<T | undefined> {
	for (const ms of LOOKS_AFTER_MS) {
		await abortable(sleep(ms), signal);
		const result = await look();
		if (result) return result;
	}
	return undefined;
}

/** Looks repeatedly until a row has waited in vain; later rows look once, because the platform may reject all of them for the same reason. */
export async function lookUnlessFutile<T>(
	client: Client,
	run: Directory,
	look: () => Promise<T | undefined>,
): Promise<T | undefined> {
	if (run.isWaitFutile) return await look();
	const result = await lookRepeatedly(client, look);
	run.isWaitFutile = result === undefined;
	return result;
}

/** Returns the service's own code for an error, e.g. `mailAlreadyUsed`. */
export const codeOf = (error: unknown) => factsOf(error).serviceCode;

/** Returns the failure of a write that the service would reject with one of its error codes, or did for another reason. */
export function rejection(list: WritableList, serviceCode: string, cause?: unknown): Failure {
	const purpose = { action: 'write', list } as const;
	return new Failure('rejected', { status: 400, ...factsOf(cause), serviceCode, purpose });
}

/** Returns true if the request may have been processed even though there was no usable response. */
const isLost = (error: unknown) =>
	error instanceof Failure && error.isTransient && !error.isRateLimit && error.facts.status !== 501;

/** Explains that nobody knows whether a change was made. */
export class UnclearChange extends UserFacingError {
	/** @param cause the last failure; omitted for an odd response */
	constructor(status: number | undefined, cause: unknown) {
		const explanation = wordedForNode(cause) as UserFacingError | undefined;
		const reason = explanation
			? `${explanation.message}. ${explanation.description}`
			: `The service returned ${status}, but not the confirmation that its API documents.`;
		super(
			'The service did not confirm the change, and the change is not visible',
			`Check the record on the platform, or run the workflow again: the node looks first and does not repeat a change that was made. ${reason}`,
			{ schedulerCause: 'temporarily-unavailable' },
		);
	}
}
