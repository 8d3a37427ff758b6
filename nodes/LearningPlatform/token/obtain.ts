import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestHelper } from 'n8n-workflow';

import { inWordsOf, proseOf, UserFacingError } from '../errors';
import { lruCache } from '../values/lruCache';
import { fingerprintOf, isOther, readCredentialFields } from './credential';
import { exchangeToken } from './exchange';
import {
	exchangeContexts,
	isUsable,
	parseToken,
	stateOf,
	type ExchangeContext,
	type StoredToken,
} from './tokens';

/**
 * Gets an access token for a credential: what n8n's `preAuthentication` returns.
 *
 * @param credential as n8n decrypted it; its `accessToken` is the one that is missing, stale or refused
 * @returns the fields for n8n to store; without a token n8n stores nothing, and the credential has it already
 * @throws UserFacingError when a field cannot be used or the service issues no token; for requests of other nodes, and
 * in a credential test, with the advice in its message
 */
export async function obtainAccessToken(
	http: IHttpRequestHelper['helpers'],
	credential: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const context = exchangeContexts.get(credential);
	const noteError = (cause: unknown): never => {
		const form = { isOther: isOther(credential), isTest: !context };
		const error = inWordsOf(cause, form);
		if (!(error instanceof UserFacingError)) throw error;
		if (!context) throw withAdvice(error);
		context.error = error;
		throw error;
	};
	const token = await usableToken(http, credential, context).catch(noteError);
	const accessToken = JSON.stringify(token);
	if (!context) return { accessToken };
	context.obtained = token.accessToken;
	if (await isToBeStored(token, context).catch(noteError)) return { accessToken };
	credential.accessToken = accessToken;
	return {};
}

/** A credential test shows nothing but the message of an error, so the message says what to do. */
function withAdvice({ message, step, description }: UserFacingError): UserFacingError {
	return new UserFacingError(`${message}. ${proseOf([step, description])}`, '');
}

/** When several ask together, one is enough to store the token: each time n8n decrypts and writes a credential. */
async function isToBeStored(
	{ accessToken, fingerprint }: StoredToken,
	{ mayStore }: ExchangeContext,
): Promise<boolean> {
	const state = stateOf(fingerprint);
	if (state.storedToken === accessToken) return false;
	state.storedToken = accessToken;
	const isAllowed = await mayStore();
	if (!isAllowed) state.storedToken = undefined;
	return isAllowed;
}

/** Long enough for items that n8n started together, short enough for a credential test to be a real one. */
const SHARED_FOR_MS = 5_000;

/**
 * The exchange that runs or was the last to end, and when (`performance.now()`: with Date.now, a clock that is set back
 * by an hour would make a refusal count for an hour).
 */
const exchangesBy = lruCache(() => ({
	latest: undefined as { token: Promise<StoredToken>; endedAt: number } | undefined,
}));

/**
 * Exchanges a token, or takes the result of an exchange that still runs or has just ended: n8n starts all input items
 * together, and each asks for a token. A refusal is shared as well, so that a wrong secret is not sent for every item.
 */
async function usableToken(
	http: IHttpRequestHelper['helpers'],
	credential: ICredentialDataDecryptedObject,
	context: ExchangeContext | undefined,
): Promise<StoredToken> {
	const fields = readCredentialFields(credential);
	const fingerprint = fingerprintOf(fields);
	const state = stateOf(fingerprint);
	const current = parseToken(credential.accessToken);
	const accepts = (token: StoredToken | undefined): token is StoredToken =>
		token?.accessToken !== current?.accessToken && isUsable(token, fingerprint);
	// Not in a credential test, which is to show that an exchange works.
	if (context && accepts(state.latestToken)) return state.latestToken;

	// Nobody shares an exchange by a proxy or without a certificate check that they did not ask for.
	const way = JSON.stringify([fingerprint, context?.proxy, fields.allowUnauthorizedCerts]);
	const exchanges = exchangesBy(way);
	const { latest } = exchanges;
	if (latest && performance.now() - latest.endedAt < SHARED_FOR_MS) {
		const token = await latest.token;
		if (accepts(token)) return token;
		// Another item that waited for the same token may have started the next exchange.
		if (exchanges.latest && exchanges.latest !== latest) return await exchanges.latest.token;
	}
	const exchange = async (): Promise<StoredToken> => {
		const startedAt = performance.now();
		const token = await exchangeToken(http, fields, context?.proxy);
		context?.onExchange(Math.round(performance.now() - startedAt));
		// A service that issues a token again no longer refuses it.
		state.refusals = state.refusals.filter(({ accessToken }) => accessToken !== token.accessToken);
		state.latestToken = token;
		return token;
	};
	const running = { token: exchange(), endedAt: Infinity };
	exchanges.latest = running;
	const forgetIfPassing = (error: unknown): never => {
		// The cause may be gone when the next item asks.
		if (!(error instanceof UserFacingError) || error.isTransient) exchanges.latest = undefined;
		throw error;
	};
	const end = () => {
		running.endedAt = performance.now();
	};
	return await running.token.catch(forgetIfPassing).finally(end);
}
