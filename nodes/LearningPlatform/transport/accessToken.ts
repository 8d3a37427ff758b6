import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { readCredentialFields, type CredentialFields } from './credentialFields';
import { ServiceError } from './errors';
import { isSameOrigin, normalizeBaseUrl } from './serviceUrl';
import {
	fingerprintOf,
	parseToken,
	serializeToken,
	staleAtOf,
	type StoredToken,
} from './storedToken';
import { shareExchange } from './sharedExchange';
import { exchangeToken, type NetworkOptions } from './tokenExchange';

/** The token that the service refused last, by fingerprint. */
const refusedTokens = new Map<string, string>();

/** What belongs to one use of a credential; n8n hands the same object to all steps of a request. */
const networkOptionsOf = new WeakMap<ICredentialDataDecryptedObject, NetworkOptions>();
const exchangeErrorOf = new WeakMap<ICredentialDataDecryptedObject, ServiceError>();

/**
 * Gets an access token for a credential, in the form in which n8n stores it.
 *
 * @param credential as n8n decrypted it; its `accessToken` is the one that is missing, stale or refused
 * @throws ServiceError when a field cannot be used or the service issues no token
 */
export async function obtainAccessToken(
	http: IHttpRequestHelper['helpers'],
	credential: ICredentialDataDecryptedObject,
): Promise<string> {
	const [outcome] = await Promise.allSettled([usableToken(http, credential)]);
	if (outcome.status === 'fulfilled') {
		exchangeErrorOf.delete(credential);
		return serializeToken(outcome.value);
	}
	// n8n 1.x drops the error when it wraps it; a listing asks for it with `exchangeErrorFor`.
	if (outcome.reason instanceof ServiceError) exchangeErrorOf.set(credential, outcome.reason);
	throw outcome.reason;
}

async function usableToken(
	http: IHttpRequestHelper['helpers'],
	credential: ICredentialDataDecryptedObject,
): Promise<StoredToken> {
	const fields = readCredentialFields(credential);
	const network = networkOptionsOf.get(credential) ?? {};
	const fingerprint = fingerprintOf(fields);
	const current = parseToken(credential.accessToken);
	return await shareExchange(JSON.stringify([fingerprint, network]), {
		exchange: async () => await exchangeOnce(http, fields, network, fingerprint),
		accepts: (latest) =>
			latest.accessToken !== current?.accessToken && isUsable(latest, fingerprint, Date.now()),
	});
}

async function exchangeOnce(
	http: IHttpRequestHelper['helpers'],
	fields: CredentialFields,
	network: NetworkOptions,
	fingerprint: string,
): Promise<StoredToken> {
	const sentAt = Date.now();
	const { accessToken, expiresIn } = await exchangeToken(http, fields, network);
	return { accessToken, staleAt: staleAtOf(sentAt, expiresIn), fingerprint };
}

function isUsable(token: StoredToken, fingerprint: string, now: number): boolean {
	return (
		token.fingerprint === fingerprint &&
		now < token.staleAt &&
		refusedTokens.get(fingerprint) !== token.accessToken
	);
}

/**
 * Puts token and version header on a request, if it goes to the credential's own service.
 *
 * A token that is stale, was refused, or belongs to other credentials is refused here, before the request
 * leaves, with an error that looks like a 401 to n8n, which then exchanges the token and comes back.
 *
 * @param request n8n's own options, or those of its older request helper, which has `uri` for `url`
 * @throws ServiceError when the request would go elsewhere
 */
export function authenticateRequest(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const fields = readCredentialFields(credential);
	const { url, uri = '' } = request as { url?: string; uri?: string };
	if (!isSameOrigin(url ?? uri, request.baseURL, fields.baseUrl)) {
		throw new ServiceError(
			'The request does not go to the service of this credential',
			'It was not sent, so that the access token stays with its service. Use an address that starts with the Base URL of the credential.',
		);
	}
	const token = parseToken(credential.accessToken);
	if (!token || !isUsable(token, fingerprintOf(fields), Date.now())) throw new StaleTokenError();
	return {
		...request,
		...NO_REDIRECTS,
		// n8n's credential test starts from the field as it was pasted.
		...(request.baseURL && { baseURL: normalizeBaseUrl(request.baseURL) }),
		headers: {
			...withoutAuthorization(request.headers ?? {}),
			[fields.versionHeader]: fields.apiVersion,
			authorization: `Bearer ${token.accessToken}`,
		},
	};
}

/** For n8n's request helper and its older one: a redirect would answer with another host's body. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
} as const;

function withoutAuthorization(headers: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
	);
}

/** n8n answers any error whose response has status 401 by exchanging the token. */
class StaleTokenError extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The access token has to be renewed');
	}
}

/** n8n exchanges at once while the field is empty; with this in it, it asks `authenticateRequest` first. */
const NOT_EXCHANGED = 'not exchanged yet';

/**
 * A copy of the credential for one listing, with which n8n leaves the first exchange to the moment when
 * the network options are known: they hold for the token request as well.
 */
export function credentialForListing(
	credential: ICredentialDataDecryptedObject,
	network: NetworkOptions,
): ICredentialDataDecryptedObject {
	const accessToken = credential.accessToken === '' ? NOT_EXCHANGED : credential.accessToken;
	const copy = { ...credential, accessToken: accessToken ?? NOT_EXCHANGED };
	networkOptionsOf.set(copy, network);
	return copy;
}

/** Why the last exchange for this credential object failed, if it did. */
export function exchangeErrorFor(
	credential: ICredentialDataDecryptedObject,
): ServiceError | undefined {
	return exchangeErrorOf.get(credential);
}

/** Remembers that the service refused the credential's token, so that it is never sent again. */
export function refuseAccessToken(credential: ICredentialDataDecryptedObject): void {
	const token = parseToken(credential.accessToken);
	if (token) refusedTokens.set(token.fingerprint, token.accessToken);
}
