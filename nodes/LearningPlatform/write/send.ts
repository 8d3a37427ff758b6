import { sleep } from 'n8n-workflow';

import { withFacts } from '../failures/failure';
import { requestObject, type Client, type Mutation, type ObjectAnswer } from '../service';
import { abortable } from '../values/promises';
import { codeOf, isLost, unclearChange } from './rejections';

/** The service accepts ten writes per second from each company. */
const BETWEEN_WRITES_MS = 105;

/** The waits before each look after an unclear response: a list may lag behind. */
const LOOKS_AFTER_MS = [1_000, 2_000, 4_000];

/** The earliest time for an account's next write, as a `performance.now()` value. */
const nextWrite = () => ({ at: 0 });

interface CheckedMutation extends Mutation {
	/** Percent-encoded, relative to `/api/v2/`. */
	path: string;
	/** Checks for the response that the API documents. All other responses count as lost. */
	isConfirmed: (answer: ObjectAnswer) => boolean;
	/** Looks whether an attempt without a usable response made the change. */
	look: () => Promise<ObjectAnswer['record'] | undefined>;
	/** The error codes that suggest that an attempt without a usable response, or another program, made the change. */
	repeated?: readonly string[];
	/** True if such a code alone proves it. */
	isProof?: boolean;
}

/**
 * Sends a change and makes sure that it was made.
 *
 * @returns the response, without a status if only a look showed the change; `isMadeByOther` if another program, such as a
 *   second run, has made it since the lookup
 * @throws Failure, or UserFacingError if nobody knows
 */
export async function send(
	client: Client,
	change: CheckedMutation,
): Promise<ObjectAnswer & { isMadeByOther?: boolean }> {
	const { path, method, body, isConfirmed, look, repeated = [], isProof } = change;
	const { account, signal } = client;
	const turn = account.memory(nextWrite);
	const waitMs = Math.max(0, turn.at - performance.now());
	turn.at = performance.now() + waitMs + BETWEEN_WRITES_MS;
	await abortable(sleep(waitMs), signal);
	const attempt = { wasLost: false };
	// A failed look proves nothing, and repeating the change is safe.
	const lookAgain = async () => {
		attempt.wasLost = true;
		const record = await look().catch(() => undefined);
		signal.throwIfAborted();
		return record && { record };
	};
	let status: number | undefined;
	let cause: unknown;
	try {
		const answer = await requestObject(client, path, { method, ...(body && { body }) }, lookAgain);
		if (answer.status === undefined || isConfirmed(answer)) return answer;
		({ status } = answer);
	} catch (error) {
		const isRepeated = repeated.includes(codeOf(error) ?? '');
		const isMadeByOther = !attempt.wasLost;
		if (isRepeated && isProof) return { record: {}, isMadeByOther };
		if (isRepeated && isMadeByOther) {
			const record = await look();
			if (record) return { record, isMadeByOther };
		}
		if (!(isRepeated && attempt.wasLost) && !isLost(error)) {
			const form = { ...client.form, fields: ['Options', 'Request Options'] as const };
			const [list] = path.split(/[/?]/) as ['external-ids' | 'groups' | 'paths' | 'users'];
			throw withFacts(error, { form, purpose: { action: 'write', list } });
		}
		cause = error;
	}
	const answer = await lookRepeatedly(client, lookAgain);
	if (answer) return answer;
	throw unclearChange(status, cause);
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
