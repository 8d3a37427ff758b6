import { jsonParse, type IDataObject } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import { excerpt } from '../failures/quote';
import { waitToRetry } from '../failures/request';
import { apiUrl } from '../token';
import { isObject } from '../values/json';
import { parseJson, readBody, readMutationBody, type StreamedResponse } from './body';
import type { Client } from './client';
import { lastSegmentOf } from './nextPage';
import { readSingleRecord } from './records';
import { newPace } from './requestPace';
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
		lookAgain?: (() => Promise<ObjectAnswer | undefined>) | undefined;
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

/** Requests a record. @param path the record's percent-encoded path @throws Failure, or the abort reason */
export async function readRecord(client: Client, path: string): Promise<IDataObject> {
	const requestedAt = Date.now();
	const url = apiUrl(client.fields.baseUrl, path);
	const { body } = await requestAnswer(client, url, { expected: 'a single record' });
	const record = readSingleRecord(body, lastSegmentOf(url));
	client.log.write('recordRead', { ms: Date.now() - requestedAt });
	return record;
}

export interface ObjectAnswer {
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
	lookAgain?: () => Promise<ObjectAnswer | undefined>,
): Promise<ObjectAnswer> {
	const url = apiUrl(client.fields.baseUrl, path);
	const options = { expected: 'an object', mutation, lookAgain };
	const { body, status } = await requestAnswer(client, url, options);
	const records = Array.isArray(body) && { records: body as IDataObject[] };
	return { status, record: isObject(body) ? (body as IDataObject) : {}, ...records };
}

/** @throws Failure for a content type that is never JSON */
function refuseFile(type: string): void {
	if (!/^(application\/(octet-stream|pdf|zip)|(audio|image|video)\/)/i.test(type)) return;
	throw new Failure('fileInstead', { found: excerpt(type.split(';')[0] ?? '') });
}
