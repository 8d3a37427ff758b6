import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import { serviceMessage } from '../failures/quote';
import { readRetryAfter, responseFailure, systemFailure } from '../failures/classify';
import { exchangeContexts } from '../token';
import { abortable } from '../values/promises';
import { CREDENTIAL_TYPE, type Client } from './client';
import { readErrorBody, type StreamedResponse } from './body';

export interface Mutation {
	method: 'DELETE' | 'PATCH' | 'POST' | 'PUT';
	body?: IDataObject;
	/** Returns the body for a retry, if the change replaces an object that somebody may have edited during the wait. */
	bodyForRetry?: () => Promise<IDataObject>;
}

/**
 * Sends a request and returns when the response headers arrive. If the token was revoked early, renews it once.
 *
 * @param url the URL, which is sent unchanged
 * @param isRetry true after a new token was rejected: another process may have replaced it, but only once
 * @throws Failure for any status except 200 (2xx for a mutation), for a network error, or if there is no token
 */
export async function requestStreamed(
	client: Client,
	url: string,
	mutation?: Mutation,
	isRetry = false,
): Promise<StreamedResponse & { status: number }> {
	let sent = mutation;
	for (let isLast = isRetry; ; isLast = true) {
		const response = await sendOnce(client, url, sent);
		const { status, headers, sentToken } = response;
		if (status === 200 || (mutation && status > 200 && status < 300)) return response;
		const text = await readErrorBody(response);
		if (!isTokenRejected(response, text)) {
			throw responseFailure(status, text, readRetryAfter(headers));
		}
		client.account.reject(sentToken);
		const { facts } = responseFailure(status, text);
		if (isLast) throw new Failure('tokenRejected', { ...facts, isTransient: !isRetry });
		const body = await mutation?.bodyForRetry?.();
		if (mutation && body) sent = { ...mutation, body };
	}
}

/** Some services reject a token with 400 or 403 instead of 401 (RFC 6750, section 3.1). */
function isTokenRejected(
	{ status, headers }: Awaited<ReturnType<typeof sendOnce>>,
	text: string,
): boolean {
	if (status !== 400 && status !== 403) return status === 401;
	const challenge = String(headers['www-authenticate']);
	return (
		serviceMessage(text).code === 'invalid_token' || /\berror="?invalid_token\b/.test(challenge)
	);
}

async function sendOnce(client: Client, url: string, mutation?: Mutation) {
	const { context, log, network, signal } = client;
	const stop = new AbortController();
	const stopped = AbortSignal.any([signal, stop.signal]);
	// n8n would replace any other signal on the request with its own.
	const stoppable = Object.create(context, {
		getExecutionCancelSignal: { value: () => stopped },
	}) as Client['context'];
	// A copy for this request. Afterward, it contains the token that was sent.
	const credential = { ...client.credential };
	exchangeContexts.set(credential, {
		proxy: network.proxy,
		mayStore: async () => await mayStoreToken(client),
		log,
	});
	const sent = context.helpers.httpRequestWithAuthentication.call(
		stoppable,
		CREDENTIAL_TYPE,
		{
			...network,
			method: mutation?.method ?? 'GET',
			url,
			...(mutation?.body && { body: JSON.stringify(mutation.body) }),
			headers: {
				accept: 'application/json',
				// A cached response may be outdated (RFC 9111, section 5.2.1.4).
				'cache-control': 'no-cache',
				...(mutation?.body && { 'content-type': 'application/json' }),
			},
			encoding: 'stream',
			returnFullResponse: true,
			// n8n 1 cannot store an error whose body is a stream.
			ignoreHttpStatusErrors: true,
		},
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credential } },
	) as Promise<Pick<StreamedResponse, 'headers' | 'body'> & { statusCode: number }>;
	try {
		const { statusCode: status, headers, body } = await abortable(sent, signal);
		const sentToken = credential.accessToken ?? '';
		client.credential.accessToken = sentToken;
		const close = () => {
			stop.abort(new Error('The response is no longer needed'));
		};
		return { status, headers, body, close, timeoutMs: network.timeout, signal, sentToken };
	} catch (error) {
		signal.throwIfAborted();
		// n8n wraps the original error and keeps only its code.
		const { httpCode } = error as { httpCode?: string | null };
		const { failure } = exchangeContexts.get(credential) ?? {};
		throw failure ?? systemFailure(httpCode ?? 'no response', network.proxy !== undefined);
	}
}

/**
 * Resolves to true if n8n may store a token. n8n 1 also stores all other fields as they were read, which would undo
 * later edits and replace an expression with its value for one item.
 */
async function mayStoreToken({ context, credential, itemIndex }: Client): Promise<boolean> {
	// Without items, an expression that reads an item returns a different value or fails.
	const withoutItems = Object.create(context, {
		connectionInputData: { value: undefined },
	}) as Client['context'];
	const fieldsOf = (data: object) => JSON.stringify({ ...data, accessToken: undefined });
	try {
		const stored = await withoutItems.getCredentials(CREDENTIAL_TYPE, itemIndex);
		return fieldsOf(stored) === fieldsOf(credential);
	} catch {
		return false;
	}
}
