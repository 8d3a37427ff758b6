import {
	LoggerProxy,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { inWordsOf, renderAdvice, serviceError, UserFacingError } from '../errors';
import { credentialForm, fingerprintOf, isSameOrigin, readCredentialFields } from './credential';
import { parseToken, tokensOf, type Log } from './credentialTokens';
import { exchangeToken } from './exchange';

/** Goes from a request to the token exchange that n8n makes for it, and back. */
export interface ExchangeContext {
	/** Of the request; n8n does not hand it to the exchange. */
	proxy: IHttpRequestOptions['proxy'];
	/** Whether n8n may store the token; see docs/engineers/n8n.md. */
	mayStore: () => Promise<boolean>;
	log: Log;
	/** The access token of the exchange. */
	obtained?: string;
	/** Why no token could be obtained: n8n 1 drops the error when it wraps it. */
	error?: UserFacingError;
}

/** By the credential object, which all steps of a request share. Credential tests and n8n's own nodes have none. */
export const exchangeContexts = new WeakMap<ICredentialDataDecryptedObject, ExchangeContext>();

/**
 * Credentials whose token `authenticateRequest` has just refused. n8n also calls `obtainAccessToken` in a credential
 * test, and for its HTTP Request node after a 401 of the service.
 */
const refusedHere = new WeakSet<ICredentialDataDecryptedObject>();

/**
 * Puts token and version header on a request to the credential's own service: what n8n's `authenticate` returns.
 *
 * A token that is stale, was refused, or belongs to other credentials is not sent: the error looks like a 401 to n8n,
 * which then calls `obtainAccessToken` and comes back.
 *
 * @param request options of n8n's request helper, or of its older one with `uri` for `url`
 * @throws UserFacingError when the request would go elsewhere, or for an unusable field
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
	// Sent even if another request has just met a 401 with it: the service may have issued it again.
	const isObtained = token && token.accessToken === exchangeContexts.get(credential)?.obtained;
	if (!isObtained && !tokensOf(fingerprintOf(fields)).isFresh(token)) {
		refusedHere.add(credential);
		const response = { status: 401 };
		throw Object.assign(new Error('The access token has to be renewed'), { response });
	}
	// A `Host` header of its own could have a proxy pass the token on to another service.
	const headers = Object.entries(request.headers ?? {}).filter(
		([name]) => !/^(authorization|host)$/i.test(name),
	);
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
			...Object.fromEntries(headers),
			[fields.versionHeader]: fields.apiVersion,
			authorization: `Bearer ${token.accessToken}`,
		},
	};
}

/**
 * Obtains an access token for a credential whose token is missing, stale or refused: n8n's `preAuthentication`.
 *
 * @returns the fields for n8n to store, none if the credential has the token already
 * @throws UserFacingError for an unusable field, or without a token. Other nodes and credential tests show nothing but
 * the message, so it includes the advice.
 */
export async function obtainAccessToken(
	http: IHttpRequestHelper['helpers'],
	credential: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const context = exchangeContexts.get(credential);
	try {
		return await obtainedFields(http, credential, context);
	} catch (cause) {
		const form = { ...credentialForm(credential), isTest: !context };
		const error = inWordsOf(cause, form);
		if (!(error instanceof UserFacingError)) throw error;
		if (context) {
			context.error = error;
			throw error;
		}
		throw withAdvice(error);
	}
}

async function obtainedFields(
	http: IHttpRequestHelper['helpers'],
	credential: ICredentialDataDecryptedObject,
	context: ExchangeContext | undefined,
): Promise<IDataObject> {
	const isRefusedHere = refusedHere.delete(credential);
	const fields = readCredentialFields(credential);
	const { log = LOG, mayStore, proxy } = context ?? {};
	const tokens = tokensOf(fingerprintOf(fields));
	const token = await tokens.obtain({
		replaced: parseToken(credential.accessToken),
		mayReuse: context !== undefined || isRefusedHere,
		settings: JSON.stringify([proxy, fields.allowUnauthorizedCerts]),
		exchange: async (isBrief) => {
			const startedAt = performance.now();
			const exchanged = await exchangeToken(http, fields, proxy, isBrief);
			const ms = Math.round(performance.now() - startedAt);
			log.info(`new access token in ${ms} ms`, { ms });
			return exchanged;
		},
		log,
	});
	const accessToken = JSON.stringify(token);
	if (!context || !mayStore) return { accessToken };
	context.obtained = token.accessToken;
	if (await tokens.storeOnce(token, mayStore)) return { accessToken };
	credential.accessToken = accessToken;
	return {};
}

/** The log of a credential test, and of nodes of n8n's own. */
const LOG: Log = {
	info: (line, facts) => {
		LoggerProxy.info(`[Learning Platform] credential: ${line}`, facts);
	},
	warn: (line, facts) => {
		LoggerProxy.warn(`[Learning Platform] credential: ${line}`, facts);
	},
};

function withAdvice({ message, step, description }: UserFacingError): UserFacingError {
	return new UserFacingError(`${message}. ${renderAdvice([step, description])}`, '');
}
