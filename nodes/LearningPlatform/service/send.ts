import type { IDataObject } from 'n8n-workflow';

import {
	credentialError,
	errorFromRefusedToken,
	errorFromResponse,
	errorFromSystem,
	neverQuote,
	readServiceError,
	type UserFacingError,
	waitAskedFor,
} from '../errors';
import {
	CREDENTIAL_TYPE,
	exchangeContexts,
	parseToken,
	tokensOf,
	type ExchangeContext,
} from '../token';
import { abortable } from '../values/promises';
import type { Connection } from './connection';
import { readErrorBody, type StreamedResponse } from './body';

export interface Mutation {
	method: 'DELETE' | 'PATCH' | 'POST';
	body?: IDataObject;
}

/**
 * Sends a request and returns as soon as its headers are here. A token that was revoked before its time is exchanged once.
 *
 * @param url goes on the wire as it is
 * @throws UserFacingError for every status but 200 (of a mutation: 2xx), for network trouble, and when no token can be had
 */
export async function requestStreamed(
	connection: Connection,
	url: string,
	mutation?: Mutation,
): Promise<StreamedResponse & { status: number }> {
	for (let isLast = false; ; isLast = true) {
		const response = await send(connection, url, mutation);
		const refusal = await refusalOf(response, mutation);
		if (!refusal) return response;
		if (refusal.isOfToken) tokensOf(connection.fingerprint).refuse(response.sentToken);
		if (isLast || !refusal.isOfToken) throw refusal.error;
	}
}

/** @returns `undefined` for an answer whose body can be read */
async function refusalOf(response: Awaited<ReturnType<typeof send>>, mutation?: Mutation) {
	const { status, headers } = response;
	if (status === 200 || (mutation && status > 200 && status < 300)) return undefined;
	const text = await readErrorBody(response);
	const isOfToken =
		status === 401 ||
		((status === 400 || status === 403) &&
			(readServiceError(text).code === 'invalid_token' ||
				/\berror="?invalid_token\b/.test(String(headers['www-authenticate']))));
	const error = isOfToken
		? errorFromRefusedToken(status, text)
		: errorFromResponse(status, text, waitAskedFor(headers));
	return { isOfToken, error };
}

async function send(connection: Connection, url: string, mutation?: Mutation) {
	const { context, fingerprint, log, network, signal } = connection;
	const stop = new AbortController();
	const stopped = AbortSignal.any([signal, stop.signal]);
	// n8n puts its own signal on the request, so ours has to take its place.
	const stoppable = Object.create(context, {
		getExecutionCancelSignal: { value: () => stopped },
	}) as Connection['context'];
	const exchange: ExchangeContext = {
		proxy: network.proxy,
		mayStore: async () => await mayStoreToken(connection),
		log,
	};
	const { accessToken: stored = '' } = connection.credential;
	connection.credential.accessToken = tokensOf(fingerprint).current(stored);
	// A copy for this request: afterwards it holds the token that was sent.
	const credential = { ...connection.credential };
	exchangeContexts.set(credential, exchange);
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
				// A cache on the way may be out of date (RFC 9111, section 5.2.1.4).
				'cache-control': 'no-cache',
				...(mutation?.body && { 'content-type': 'application/json' }),
			},
			encoding: 'stream',
			returnFullResponse: true,
			// Statuses are explained here: n8n 1.x cannot store an error whose body is a stream.
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		},
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credential } },
	) as Promise<Pick<StreamedResponse, 'headers' | 'body'> & { statusCode: number }>;
	try {
		const { statusCode: status, headers, body } = await abortable(sent, signal);
		if (exchange.obtained) connection.credential.accessToken = credential.accessToken ?? '';
		const close = () => {
			stop.abort(new Error('The response is not needed any more'));
		};
		const sentToken = parseToken(credential.accessToken)?.accessToken ?? '';
		for (const secret of [connection.fields.clientSecret, sentToken]) neverQuote(secret);
		return { status, headers, body, close, timeoutMs: network.timeout, signal, sentToken };
	} catch (error) {
		signal.throwIfAborted();
		throw exchange.error ?? errorFromN8n(error, network.proxy !== undefined);
	}
}

/**
 * Returns whether n8n may store a token. n8n 1 stores it with all other fields as the listing has them, which would undo
 * what somebody has saved since, and replace an expression by its value for one item.
 */
async function mayStoreToken({ context, credential, request }: Connection): Promise<boolean> {
	// Without items, an expression that needs one has another value, or fails.
	const withoutItems = Object.create(context, {
		connectionInputData: { value: undefined },
	}) as Connection['context'];
	const fieldsOf = (data: object) => JSON.stringify({ ...data, accessToken: undefined });
	try {
		const stored = await withoutItems.getCredentials(CREDENTIAL_TYPE, request.itemIndex);
		return fieldsOf(stored) === fieldsOf(credential);
	} catch {
		return false;
	}
}

/** n8n wraps errors in its own error, which keeps only the code, as `httpCode`. */
function errorFromN8n(error: unknown, hasProxy: boolean): UserFacingError {
	const { httpCode } = error as { httpCode?: string | null };
	// Statuses of the service are no errors to n8n, so this one is ours: the token was stale once more.
	if (httpCode !== '401') return errorFromSystem(httpCode ?? 'no response', hasProxy);
	return credentialError(
		'n8n did not use the new access token',
		'Test the credential in n8n, and save it again.',
		'No request was sent.',
	);
}
