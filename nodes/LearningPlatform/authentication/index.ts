/** Does what n8n asks of the credential: adds the token to a request, and obtains a new token. */
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { Failure, withFacts } from '../failures/failure';
import { neverQuote } from '../failures/quote';
import {
	accountOf,
	credentialForm,
	exchangeContexts,
	fingerprintOf,
	isSameOrigin,
	parseToken,
	readCredentialFields,
} from '../token';
import { exchangeToken } from './exchange';

/**
 * Credentials whose token `authenticateRequest` just rejected. n8n also calls `obtainAccessToken` in a credential test,
 * and for its HTTP Request node after a 401 from the service.
 */
const rejectedHere = new WeakSet<ICredentialDataDecryptedObject>();

/**
 * Adds the token and the version header to a request to the credential's service. Implements n8n's `authenticate`. If
 * the token is stale, was rejected, or belongs to different credentials, throws an error that looks like a 401 so that
 * n8n calls `obtainAccessToken` and tries again.
 *
 * @param request the options of n8n's request helper, or of its older helper, which uses `uri` instead of `url`
 * @throws Failure for a request to a different service or for an invalid field
 */
export function authenticateRequest(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const fields = readCredentialFields(credential);
	const { url, uri = '' } = request as { url?: string; uri?: string };
	// n8n's credential test uses Base URL exactly as the user entered it.
	const isPasted = Boolean(request.baseURL) && request.baseURL === credential.baseUrl;
	const baseURL = isPasted ? fields.baseUrl : request.baseURL;
	if (!isSameOrigin(url ?? uri, baseURL, fields.baseUrl)) {
		throw new Failure('otherService', { subject: fields.baseUrl });
	}
	const token = parseToken(credential.accessToken);
	const { obtained } = exchangeContexts.get(credential) ?? {};
	// Sends this token even if another request just got a 401 with it: the service may have issued it again.
	const isObtained = obtained !== undefined && token?.accessToken === obtained;
	if (!isObtained && !accountOf(fingerprintOf(fields)).isFresh(token)) {
		rejectedHere.add(credential);
		const response = { status: 401 };
		throw Object.assign(new Error('The access token must be renewed'), { response });
	}
	for (const secret of [fields.clientSecret, token.accessToken]) neverQuote(secret);
	// A `Host` header from the request could make a proxy forward the token to another service.
	const headers = Object.entries(request.headers ?? {}).filter(
		([name]) => !/^(authorization|host)$/i.test(name),
	);
	// n8n's older request helper has its own names for these options.
	const rejectUnauthorized = !fields.allowUnauthorizedCerts;
	const olderNames = { followRedirect: false, followAllRedirects: false, rejectUnauthorized };
	return {
		...request,
		...olderNames,
		// A redirect could return a response body from another host.
		disableFollowRedirect: true,
		// Also overrides the node's own settings: a proxy that it chose could otherwise decrypt the request.
		skipSslCertificateValidation: fields.allowUnauthorizedCerts,
		...(request.agentOptions && { agentOptions: { ...request.agentOptions, ca: undefined } }),
		...(isPasted && { baseURL: fields.baseUrl }),
		headers: {
			...Object.fromEntries(headers),
			[fields.versionHeader]: fields.apiVersion,
			authorization: `Bearer ${token.accessToken}`,
		},
	};
}

/**
 * Obtains a new access token if the stored token is missing, stale, or rejected. Implements n8n's `preAuthentication`.
 *
 * @returns the fields for n8n to store; empty if n8n must not store the token or has already stored it
 * @throws Failure for an invalid field, or if there is no token
 */
export async function obtainAccessToken(
	http: IHttpRequestHelper['helpers'],
	credential: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const context = exchangeContexts.get(credential);
	const { log, proxy } = context ?? {};
	const isRejectedHere = rejectedHere.delete(credential);
	try {
		const fields = readCredentialFields(credential);
		const account = accountOf(fingerprintOf(fields));
		const token = await account.obtain({
			replaced: parseToken(credential.accessToken),
			mayReuse: context !== undefined || isRejectedHere,
			settings: JSON.stringify([proxy, fields.allowUnauthorizedCerts]),
			exchange: async (isEarlyRenewal) => {
				const startedAt = performance.now();
				const exchanged = await exchangeToken(http, fields, proxy, isEarlyRenewal);
				log?.write('tokenObtained', { ms: Math.round(performance.now() - startedAt) });
				return exchanged;
			},
			log,
		});
		const accessToken = JSON.stringify(token);
		if (!context) return { accessToken };
		context.obtained = token.accessToken;
		if (await account.storeOnce(token, context.mayStore)) return { accessToken };
		credential.accessToken = accessToken;
		return {};
	} catch (cause) {
		const failure = withFacts(cause, { form: credentialForm(credential) });
		if (context && failure instanceof Failure) context.failure = failure;
		throw failure;
	}
}
