import {
	UserError,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';

import {
	ADDRESS_EXAMPLE,
	CHECK_FIELD,
	credentialError,
	errorFromBrokenBody,
	errorFromResponse,
	errorFromSystem,
	isPassing,
	serviceMessage,
	serviceError,
	type UserFacingError,
	waitAskedFor,
	waitToRetry,
} from '../errors';
import { isObject } from '../values/fieldPath';
import { apiUrl, fingerprintOf, type readCredentialFields } from './credential';

/** `timeoutMs` covers a whole attempt. There are few retries: someone may be waiting for a credential test. */
const LIMITS = { timeoutMs: 30_000, maxRetries: 2 };

/** The limits for renewing a token that is still usable. */
const BRIEF = { timeoutMs: 10_000, maxRetries: 0 };

/**
 * Exchanges the client ID and secret for an access token (RFC 6749, section 4.4, but with a JSON body;
 * docs/engineers/service.md, Authentication). Disregards the node's Timeout and Ignore SSL Issues options: users of a
 * shared credential must not be able to send its secret to a server with an invalid certificate.
 *
 * @param isBrief true to make a single, short attempt
 * @throws UserFacingError that names the field to check, but contains neither the secret nor the response
 */
export async function exchangeToken(
	http: IHttpRequestHelper['helpers'],
	fields: ReturnType<typeof readCredentialFields>,
	proxy: IHttpRequestOptions['proxy'],
	isBrief = false,
) {
	const { timeoutMs, maxRetries } = isBrief ? BRIEF : LIMITS;
	const request: IHttpRequestOptions = {
		...(proxy && { proxy }),
		...(fields.allowUnauthorizedCerts && { skipSslCertificateValidation: true }),
		method: 'POST',
		url: apiUrl(fields.baseUrl, 'oauth2/token'),
		headers: { accept: 'application/json' },
		body: {
			grant_type: 'client_credentials',
			client_id: fields.clientId,
			client_secret: fields.clientSecret,
		},
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	for (let retry = 0; ; retry += 1) {
		const sentAt = Date.now();
		try {
			// n8n's HTTP client restarts its timeout whenever it receives a byte.
			const abortSignal = AbortSignal.timeout(timeoutMs);
			const sent = http.httpRequest({ ...request, abortSignal }).catch((error: unknown): never => {
				throw errorOfExchange(error, proxy !== undefined);
			});
			const { accessToken, expiresIn } = readGrant((await sent) as IN8nHttpFullResponse);
			const times = timesOf(sentAt, 1_000 * Number(expiresIn));
			return { accessToken, ...times, fingerprint: fingerprintOf(fields) };
		} catch (error) {
			await waitToRetry(error, retry, { maxRetries });
		}
	}
}

/** Used if the response does not specify a lifetime: the service's tokens last an hour. */
const DEFAULT_LIFETIME_MS = 3_600_000;

/** A token is renewed when a tenth of its lifetime is left, but at most this long before it expires. */
const AHEAD_MS = 300_000;

/** Returns when to renew a token and when to stop sending it: the last request must arrive before the token expires. */
function timesOf(issuedAt: number, expiresInMs: number) {
	// JSON cannot represent Infinity.
	const isLifetime = expiresInMs > 0 && Number.isFinite(expiresInMs);
	const lifetimeMs = isLifetime ? expiresInMs : DEFAULT_LIFETIME_MS;
	const aheadMs = Math.min(AHEAD_MS, lifetimeMs / 10);
	const expiresAt = issuedAt + lifetimeMs;
	return { staleAt: expiresAt - aheadMs, usableUntil: expiresAt - aheadMs / 30 };
}

const AGAIN = 'Try again in a minute.';

/** n8n throws axios errors, which have a code, and its own `UserError`, e.g. for a host that is not allowed. */
function errorOfExchange(error: unknown, hasProxy: boolean): UserFacingError {
	if (error instanceof UserError) {
		return credentialError(
			'n8n does not allow this credential to reach the service',
			'Check Allowed HTTP Request Domains in the credential.',
			`n8n says: ${error.message}`,
		);
	}
	const { code = 'no response' } = error as { code?: string };
	// Timeouts from our signal, axios, and the operating system.
	const isTimeout = ['ERR_CANCELED', 'ECONNABORTED', 'ETIMEDOUT'].includes(code);
	if (!isTimeout) return errorFromSystem(code, hasProxy);
	return serviceError(
		'The service did not issue an access token in time',
		[
			`Token requests time out after ${LIMITS.timeoutMs / 1_000} seconds.`,
			'If this keeps happening, check {address} in the credential, and check the network between n8n and the service.',
		],
		{ step: AGAIN, reason: 'ETIMEDOUT', isTransient: true },
	);
}

function readGrant(response: IN8nHttpFullResponse) {
	const { statusCode, body } = response;
	const { access_token: accessToken, expires_in: expiresIn } = isObject(body) ? body : {};
	const { code } = serviceMessage(body);
	// Some services report an error with a success status.
	if (statusCode < 200 || statusCode > 299 || (code !== undefined && !accessToken)) {
		throw errorFromRefusal(response, code);
	}
	// A token may contain only visible ASCII (RFC 6750, section 2.1).
	if (typeof accessToken === 'string' && /^[\x21-\x7e]+$/.test(accessToken)) {
		return { accessToken, expiresIn };
	}
	if (typeof body === 'string') throw errorFromText(body);
	throw serviceError(
		"The platform's address did not return an access token; the address may belong to a different site",
		`It returned status ${statusCode} and unexpected data.`,
		{ step: CHECK_FIELD },
	);
}

/** n8n returns the body as a string if it is not JSON. */
function errorFromText(body: string): UserFacingError {
	const reason = 'ERR_BODY_INCOMPLETE';
	if (!body.trimStart().startsWith('<')) return errorFromBrokenBody(reason);
	return serviceError(
		"The platform's address returned a web page instead of an access token",
		[
			'The page may come from a proxy, or the platform may be down for maintenance.',
			'If this keeps happening, check {address} in the credential: it may belong to a different site.',
		],
		{ step: AGAIN, reason, isTransient: true },
	);
}

function errorFromRefusal(
	{ statusCode: status, body, headers }: IN8nHttpFullResponse,
	code: string | undefined,
): UserFacingError {
	const reason = String(status);
	if (code === 'invalid_client' || status === 401) {
		return credentialError(
			'The service rejected the client ID or the client secret',
			"Copy Client ID and Client Secret from the platform's admin panel again.",
			[
				{
					Preset:
						'Try the other region, EU or US, under Service: each region has its own platforms.',
				},
				'Check that these API credentials are active and belong to the platform specified under {address}.',
			],
			reason,
		);
	}
	// A 403 that is not JSON comes from a proxy or firewall: the service explains rejections in JSON.
	const isOfFirewall = status === 403 && typeof body === 'string';
	const isRedirect = status >= 300 && status <= 399;
	if (isOfFirewall || isRedirect || status === 407 || status === 511) {
		return errorFromResponse(status, isOfFirewall ? '<' : '');
	}
	if (isPassing(status)) {
		return serviceError(
			`The service could not issue an access token (status ${status})`,
			"The credential may be correct. If this keeps happening, contact the platform's administrators.",
			{
				step: AGAIN,
				reason,
				isTransient: true,
				retryAfterMs: waitAskedFor(headers as Record<string, string>),
				...(status === 429 && { schedulerCause: 'rate-limited' }),
			},
		);
	}
	if (status === 404 || status === 405) {
		return credentialError(
			`There is no API at the platform's address (status ${status})`,
			CHECK_FIELD,
			ADDRESS_EXAMPLE,
			reason,
		);
	}
	return credentialError(
		`The service refused to issue an access token (status ${status})`,
		'Check Client ID, Client Secret, and {address} in the credential.',
		'Also check that the API credentials are active.',
		reason,
	);
}
