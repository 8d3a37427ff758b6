import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestHelper } from 'n8n-workflow';

import { ServiceError } from '../errors';
import { readCredentialFields } from './credentialFields';
import { stateOf, type CredentialState } from './credentialState';
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
 * @returns the fields for n8n to store. Without a token it stores nothing, and the credential has it already.
 * @throws ServiceError when a field cannot be used or the service issues no token
 */
export async function obtainAccessToken(
	http: IHttpRequestHelper['helpers'],
	credential: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const context = exchangeContextOf(credential);
	try {
		const accessToken = serializeToken(await usableToken(http, credential, context));
		if (!context || (await context.mayStore())) return { accessToken };
		credential.accessToken = accessToken;
		return {};
	} catch (error) {
		if (context && error instanceof ServiceError) context.error = error;
		throw error;
	}
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
	const proxy = context?.proxy;
	return await shareExchange(
		state.exchanges,
		JSON.stringify([proxy, fields.allowUnauthorizedCerts]),
		{
			exchange: async () => {
				const sentAt = Date.now();
				const { accessToken, expiresIn } = await exchangeToken(http, fields, proxy);
				context?.onExchange(Date.now() - sentAt);
				// A service may issue the same token until it expires: then the refusal was no lasting one.
				if (state.refusedToken === accessToken) state.refusedToken = undefined;
				return { accessToken, staleAt: staleAtOf(sentAt, expiresIn), fingerprint };
			},
			accepts: (latest) =>
				latest.accessToken !== current?.accessToken && isUsable(latest, fingerprint, state),
		},
	);
}

/** Whether a token belongs to the credential, is not about to expire and was not refused. */
export function isUsable(
	token: StoredToken,
	fingerprint: string,
	{ refusedToken }: Pick<CredentialState, 'refusedToken'>,
): boolean {
	return (
		token.fingerprint === fingerprint &&
		Date.now() < token.staleAt &&
		token.accessToken !== refusedToken
	);
}
