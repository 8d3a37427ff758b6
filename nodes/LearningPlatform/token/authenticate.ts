import type {
	IDataObject,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { serviceError } from '../errors';
import { fingerprintOf, isSameOrigin, readCredentialFields } from './credential';
import { exchangeContexts, isUsable, parseToken } from './tokens';

/**
 * Puts token and version header on a request to the credential's own service: what n8n's `authenticate` returns.
 *
 * A token that is stale, was refused, or belongs to other credentials does not leave: the error looks like a 401 to
 * n8n, which then exchanges the token and comes back.
 *
 * @param request n8n's own options, or those of its older request helper, which has `uri` for `url`
 * @throws UserFacingError when the request would go elsewhere or a field cannot be used
 */
export function authenticateRequest(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const fields = readCredentialFields(credential);
	const { url, uri = '' } = request as { url?: string; uri?: string };
	// n8n's credential test starts from the field as it was pasted.
	const isPasted = Boolean(request.baseURL) && request.baseURL === credential.baseUrl;
	const baseURL = isPasted ? fields.baseUrl : request.baseURL;
	if (!isSameOrigin(url ?? uri, baseURL, fields.baseUrl)) {
		throw serviceError(
			'The request does not go to the service of this credential',
			`It was not sent, so that the access token stays with its service. Use an address that starts with "${fields.baseUrl}".`,
		);
	}
	const token = parseToken(credential.accessToken);
	// What was obtained for this very request is sent, even if another request has just met a 401 with it.
	const isObtained = token && token.accessToken === exchangeContexts.get(credential)?.obtained;
	if (!isObtained && !isUsable(token, fingerprintOf(fields))) throw staleToken();
	return {
		...request,
		// For n8n's request helper and its older one: a redirect would answer with another host's body.
		...{ disableFollowRedirect: true, followRedirect: false, followAllRedirects: false },
		...(fields.allowUnauthorizedCerts && {
			skipSslCertificateValidation: true,
			rejectUnauthorized: false,
		}),
		...(isPasted && { baseURL: fields.baseUrl }),
		headers: {
			...withoutIdentity(request.headers ?? {}),
			[fields.versionHeader]: fields.apiVersion,
			authorization: `Bearer ${token.accessToken}`,
		},
	};
}

/** A `Host` header of its own could have a proxy pass the token on to another service. */
function withoutIdentity(headers: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => !/^(authorization|host)$/i.test(name)),
	);
}

/** n8n answers any error whose response has status 401 by exchanging the token. */
function staleToken(): Error {
	return Object.assign(new Error('The access token has to be renewed'), {
		response: { status: 401 },
	});
}
