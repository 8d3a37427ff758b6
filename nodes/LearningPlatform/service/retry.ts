import { jsonParse, sleep } from 'n8n-workflow';

import { planRetry } from '../failures/classify';
import { Failure } from '../failures/failure';
import { excerpt } from '../failures/quote';
import { abortable } from '../values/promises';
import { parseJson, readBody, type StreamedResponse } from './body';
import type { Client } from './client';
import { newPace } from './pace';
import { requestStreamed, type Mutation } from './send';

/**
 * Requests a URL and retries temporary failures.
 *
 * @returns the parsed JSON in `body`; an empty object if the response to a mutation is unreadable
 * @throws Failure, or `client.signal.reason`
 */
export async function requestWithRetries(
	client: Client,
	url: string,
	options: {
		/** The expected body, as worded in messages, e.g. `a list`. */
		expected: string;
		/** The page number to show in log lines. */
		number?: number;
		/** Receives each response's headers before the body arrives. An error thrown here may cause a retry. */
		onHeaders?: (headers: StreamedResponse['headers']) => void;
		mutation?: Mutation | undefined;
		/** See `requestObject`. */
		lookAgain?: (() => Promise<{ record: object } | undefined>) | undefined;
	},
): Promise<{
	body: unknown;
	headers: StreamedResponse['headers'];
	status?: number;
	retries: number;
}> {
	const { account, maxRetries, log, signal } = client;
	const { expected, number, onHeaders, lookAgain } = options;
	let { mutation } = options;
	const pace = account.memory(newPace);
	async function waitToRetry(error: unknown, retry: number): Promise<void> {
		signal.throwIfAborted();
		const { failure, delayMs } = planRetry(error, retry, maxRetries);
		const waitMs = Math.round(delayMs);
		log.write('retrying', { page: number, reason: failure.reason, waitMs });
		if (failure.isRateLimit) {
			log.write('rateLimited', { pauseMs: waitMs });
			pace.pause(performance.now() + delayMs);
		}
		await abortable(sleep(delayMs), signal);
	}
	let isTokenRejected = false;
	for (let retries = 0; ; retries += 1) {
		signal.throwIfAborted();
		const sentAt = await pace.waitToSend(signal);
		let response: Awaited<ReturnType<typeof requestStreamed>> | undefined;
		try {
			response = await requestStreamed(client, url, mutation, isTokenRejected);
			pace.answered(performance.now());
			const { headers, status } = response;
			if (mutation) {
				// The status proves that the change was made: an unreadable body must not cause a retry.
				const text = await readBody(response).then(String, () => '');
				const body = jsonParse<unknown>(text, { fallbackValue: {} });
				return { body, headers, status, retries };
			}
			rejectFile(String(headers['content-type']));
			onHeaders?.(headers);
			return { body: parseJson(await readBody(response), expected), headers, status, retries };
		} catch (error) {
			response?.close();
			const isTooMany = error instanceof Failure && error.isRateLimit;
			if (isTooMany) pace.rejected(sentAt, performance.now());
			isTokenRejected = error instanceof Failure && error.kind === 'tokenRejected';
			await waitToRetry(error, retries);
			const done = isTooMany ? undefined : await lookAgain?.();
			if (done) return { body: done.record, headers: {}, retries };
			const body = await mutation?.bodyForRetry?.();
			if (mutation && body) mutation = { ...mutation, body };
		}
	}
}

/** @throws Failure for a content type that is never JSON */
function rejectFile(type: string): void {
	if (!/^(application\/(octet-stream|pdf|zip)|(audio|image|video)\/)/i.test(type)) return;
	throw new Failure('fileInstead', { found: excerpt(type.split(';')[0] ?? '') });
}
