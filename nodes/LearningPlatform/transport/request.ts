import { exchangeErrorFor, refuseAccessToken } from './accessToken';
import type { Connection } from './connection';
import { CREDENTIAL_TYPE } from './credentialFields';
import { errorFromResponse, errorFromSystem } from './errors';
import { LinkedAbort } from './linkedAbort';
import { abortable } from './promises';
import { readErrorBody, type StreamedResponse } from './responseBody';
import { parseRetryAfter } from './retry';
import { parseToken } from './storedToken';

/**
 * Sends one GET request with token and version header and returns as soon as the headers are here. A
 * token that was revoked before its time is exchanged once.
 *
 * @param url absolute, already encoded: it goes on the wire as it is
 * @throws ServiceError for every status but 2xx, for network trouble, and when no token can be had
 */
export async function getStreamed(connection: Connection, url: string): Promise<StreamedResponse> {
	let response = await send(connection, url);
	if (response.statusCode === 401) {
		response.close();
		refuseAccessToken(connection.credential);
		response = await send(connection, url);
	}
	const { statusCode, headers } = response;
	if (statusCode >= 200 && statusCode <= 299) return response;
	const { signal, requestOptions } = connection;
	const text = await readErrorBody(response, { idleTimeoutMs: requestOptions.timeout, signal });
	const retryAfterMs = parseRetryAfter(headers['retry-after'] as string | undefined, Date.now());
	throw errorFromResponse(statusCode, withoutSecrets(text, connection), retryAfterMs);
}

async function send(
	connection: Connection,
	url: string,
): Promise<StreamedResponse & { statusCode: number }> {
	const { context, credential, requestOptions, signal } = connection;
	const stop = new LinkedAbort(signal);
	// n8n puts its own signal on the request, so ours has to take its place.
	const stoppable = Object.create(context, {
		getExecutionCancelSignal: { value: () => stop.signal },
	}) as Connection['context'];
	const response = context.helpers.httpRequestWithAuthentication.call(
		stoppable,
		CREDENTIAL_TYPE,
		{
			...requestOptions,
			method: 'GET',
			url,
			headers: { accept: 'application/json' },
			encoding: 'stream',
			returnFullResponse: true,
			// Statuses are explained here: n8n 1.x cannot store an error whose body is a stream.
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		},
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credential } },
	) as Promise<Omit<StreamedResponse, 'close'> & { statusCode: number }>;
	try {
		const { statusCode, headers, body } = await abortable(response, signal);
		const close = () => {
			stop.abort(new Error('The response is not needed any more'));
		};
		return { statusCode, headers, body, close };
	} catch (error) {
		stop.release();
		signal.throwIfAborted();
		throw exchangeErrorFor(credential) ?? errorFromN8n(error);
	}
}

/** n8n wraps what happened in an error of its own that keeps only the code, as `httpCode`. */
function errorFromN8n(error: unknown) {
	const { httpCode } = error as { httpCode?: string | null };
	return httpCode === '401'
		? errorFromResponse(401, '')
		: errorFromSystem(httpCode ?? 'no response');
}

function withoutSecrets(text: string, { credential, fields }: Connection): string {
	const token = parseToken(credential.accessToken)?.accessToken;
	return [fields.clientSecret, token]
		.filter((secret) => secret !== undefined)
		.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text);
}
