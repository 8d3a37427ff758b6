import { jsonParse, sleep } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import { excerpt } from '../failures/quote';
import { waitToRetry } from '../failures/request';
import { abortable } from '../values/promises';
import { parseJson, readBody, readMutationBody, type StreamedResponse } from './body';
import type { Client } from './client';
import { requestStreamed, type Mutation } from './send';

/**
 * Requests a URL and retries temporary failures.
 *
 * @returns the parsed JSON in `body`; an empty object if the response to a mutation is unreadable
 * @throws Failure, or `client.signal.reason`
 */
export async function requestAnswer(
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
	const { expected, number, onHeaders, mutation, lookAgain } = options;
	const pace = account.memory(newPace);
	const onRetry = (failure: Failure, delayMs: number) => {
		const { reason } = failure;
		const waitMs = Math.round(delayMs);
		log.write('retrying', { page: number, reason, waitMs });
		if (!failure.isRateLimit) return;
		log.write('rateLimited', { pauseMs: waitMs });
		pace.pause(performance.now() + delayMs);
	};
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
				const body = jsonParse<unknown>(await readMutationBody(response), { fallbackValue: {} });
				return { body, headers, status, retries };
			}
			refuseFile(String(headers['content-type']));
			onHeaders?.(headers);
			return { body: parseJson(await readBody(response), expected), headers, status, retries };
		} catch (error) {
			response?.close();
			const isTooMany = error instanceof Failure && error.isRateLimit;
			if (isTooMany) pace.refused(sentAt, performance.now());
			isTokenRejected = error instanceof Failure && error.kind === 'tokenRejected';
			await waitToRetry(error, retries, { maxRetries, signal, onRetry });
			const done = isTooMany ? undefined : await lookAgain?.();
			if (done) return { body: done.record, headers: {}, retries };
		}
	}
}

/** @throws Failure for a content type that is never JSON */
function refuseFile(type: string): void {
	if (!/^(application\/(octet-stream|pdf|zip)|(audio|image|video)\/)/i.test(type)) return;
	throw new Failure('fileInstead', { found: excerpt(type.split(';')[0] ?? '') });
}

/** The new pace, as a fraction of the requests accepted in the second before a rejection. */
const SHARE = 0.9;

/** The lowest pace, in requests per second. The pause after a 429 makes a further reduction unnecessary. */
const SLOWEST = 10;

/** Requests can make up for at most this much idle time. */
const CREDIT_MS = 200;

/**
 * Limits an account's request pace after a rejected request (429). Reading fewer lists at once does not help if
 * responses are fast. Times are in ms from `performance.now()` because setting the clock back would prolong a pause.
 */
export function newPace() {
	let pausedUntil = 0;
	let perSecond = Infinity;
	let slowedAt = -Infinity;
	/** The time for the next request; after idle time, this is in the past. */
	let nextAt = 0;
	/** The times of the responses in the last second. */
	let answers: number[] = [];

	/** Each second, raises the rate by one request per second, so the rate reaches the limit after about five seconds. */
	const rateAt = (now: number) => perSecond + (now - slowedAt) / 1_000;

	/** Reserves and returns the next available time for a request. */
	function book(now: number): number {
		const soonest = Math.max(now, pausedUntil);
		const dueAt = Math.max(nextAt, soonest - CREDIT_MS);
		nextAt = dueAt + 1_000 / rateAt(soonest);
		return Math.max(dueAt, soonest);
	}

	return {
		book,
		answered: (now: number): void => {
			answers = [...answers, now].filter((at) => at > now - 1_000);
		},
		refused: (sentAt: number, now: number): void => {
			// This request was sent before the pace was last reduced.
			if (sentAt < slowedAt) return;
			const accepted = answers.filter((at) => at > now - 1_000).length;
			perSecond = Math.max(SLOWEST, SHARE * Math.min(accepted, rateAt(now)));
			slowedAt = now;
		},
		/** Delays all requests: otherwise, lists read in parallel would use up the limit until one ran out of retries. */
		pause: (until: number): void => {
			pausedUntil = Math.max(pausedUntil, until);
		},
		/** Waits until a request may be sent. @returns the current time @throws `signal.reason` */
		waitToSend: async (signal: AbortSignal): Promise<number> => {
			for (;;) {
				const now = performance.now();
				const dueAt = book(now);
				if (dueAt > now) await abortable(sleep(dueAt - now), signal);
				// The service may have rejected another request in the meantime.
				if (dueAt >= pausedUntil) return performance.now();
			}
		},
	};
}
