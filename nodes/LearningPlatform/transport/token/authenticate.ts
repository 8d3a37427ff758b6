import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { ServiceError } from '../errors';
import { readCredentialFields } from './credentialFields';
import { isUsable } from './credentialState';
import { exchangeContextOf } from './exchangeContext';
import { isSameOrigin } from './serviceUrl';
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
			`It was not sent, so that the access token stays with its service. Use an address that starts with "${fields.baseUrl}".`,
		);
	}
	const token = parseToken(credential.accessToken);
	// What was obtained for this very request is sent, even if another request has just met a 401 with it.
	const isObtained = token && token.accessToken === exchangeContextOf(credential)?.obtained;
	if (!isObtained && !isUsable(token, fingerprintOf(fields))) throw new StaleTokenError();
	return {
		...request,
		...NO_REDIRECTS,
		...(fields.allowUnauthorizedCerts && IGNORE_SSL_ISSUES),
		// n8n's credential test starts from the field as it was pasted.
		...(request.baseURL && request.baseURL === credential.baseUrl && { baseURL: fields.baseUrl }),
		headers: {
			...withoutIdentity(request.headers ?? {}),
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

/** A `Host` header of its own could have a proxy pass the token on to another service. */
function withoutIdentity(headers: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => !/^(authorization|host)$/i.test(name)),
	);
}

/** n8n answers any error whose response has status 401 by exchanging the token. */
class StaleTokenError extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The access token has to be renewed');
	}
}
