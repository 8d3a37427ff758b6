import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestHelper } from 'n8n-workflow';

import { ServiceError } from '../errors';
import { readCredentialFields } from './credentialFields';
import { isUsable, stateOf } from './credentialState';
import { exchangeToken } from './exchange';
import { exchangeContextOf, type ExchangeContext } from './exchangeContext';
import { shareExchange } from './sharedExchange';
import {
	fingerprintOf,
	parseToken,
	serializeToken,
	staleAtOf,
	type StoredToken,
} from './storedToken';

/**
 * Gets an access token for a credential: what n8n's `preAuthentication` returns.
 *
 * @param credential as n8n decrypted it; its `accessToken` is the one that is missing, stale or refused
 * @returns the fields for n8n to store; without a token n8n stores nothing, and the credential has it already
 * @throws ServiceError when a field cannot be used or the service issues no token
 */
export async function obtainAccessToken(
	http: IHttpRequestHelper['helpers'],
	credential: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const context = exchangeContextOf(credential);
	const noteError = (error: unknown): never => {
		if (context && error instanceof ServiceError) context.error = error;
		throw error;
	};
	const token = await usableToken(http, credential, context).catch(noteError);
	const accessToken = serializeToken(token);
	if (!context) return { accessToken };
	context.obtained = token.accessToken;
	if (await isToBeStored(token, context).catch(noteError)) return { accessToken };
	credential.accessToken = accessToken;
	return {};
}

/** One of those that ask together is enough to store a token: each time n8n decrypts and writes a credential. */
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

/**
 * The token to send for a credential that may have been read a while ago: its own, or the one that n8n was given
 * to store since.
 *
 * @returns as n8n stores it
 */
export function currentToken(
	{ accessToken = '' }: ICredentialDataDecryptedObject,
	fingerprint: string,
) {
	const { latestToken, storedToken } = stateOf(fingerprint);
	const isReplaced =
		!isUsable(parseToken(accessToken), fingerprint) &&
		latestToken?.accessToken === storedToken &&
		isUsable(latestToken, fingerprint);
	return isReplaced ? serializeToken(latestToken) : accessToken;
}

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

	const proxy = context?.proxy;
	const exchange = async (): Promise<StoredToken> => {
		const sentAt = Date.now();
		const { accessToken, expiresIn } = await exchangeToken(http, fields, proxy);
		context?.onExchange(Date.now() - sentAt);
		// A service may issue the same token until it expires: then it does not stand by its refusal.
		if (state.refusedToken === accessToken) state.refusedToken = undefined;
		state.latestToken = { accessToken, staleAt: staleAtOf(sentAt, expiresIn), fingerprint };
		return state.latestToken;
	};
	const way = JSON.stringify([proxy, fields.allowUnauthorizedCerts]);
	return await shareExchange(state.exchanges, way, { exchange, accepts });
}
