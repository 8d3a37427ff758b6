import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { ServiceError } from '../errors';
import { readCredentialFields } from './credentialFields';
import { stateOf } from './credentialState';
import { isUsable } from './obtain';
import { isSameOrigin, normalizeBaseUrl } from './serviceUrl';
import { fingerprintOf, parseToken } from './storedToken';

/**
 * Puts token and version header on a request, if it goes to the credential's own service: what n8n's
 * `authenticate` returns.
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
	const fingerprint = fingerprintOf(fields);
	const token = parseToken(credential.accessToken);
	if (!token || !isUsable(token, fingerprint, stateOf(fingerprint))) throw new StaleTokenError();
	return {
		...request,
		...NO_REDIRECTS,
		...(fields.allowUnauthorizedCerts && IGNORE_SSL_ISSUES),
		// n8n's credential test starts from the field as it was pasted.
		...(request.baseURL !== undefined &&
			request.baseURL === credential.baseUrl && { baseURL: normalizeBaseUrl(request.baseURL) }),
		headers: {
			...withoutRouting(request.headers ?? {}),
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

/** For n8n's request helper and its older one. */
const IGNORE_SSL_ISSUES = {
	skipSslCertificateValidation: true,
	rejectUnauthorized: false,
} as const;

/** A `Host` header could have a proxy pass the token on to another service. */
function withoutRouting(headers: IDataObject): IDataObject {
	const ours = new Set(['authorization', 'host']);
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => !ours.has(name.toLowerCase())),
	);
}

/** n8n answers any error whose response has status 401 by exchanging the token. */
class StaleTokenError extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The access token has to be renewed');
	}
}
