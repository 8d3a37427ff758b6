import {
	sleep,
	UserError,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';

import {
	brokenBodyFailure,
	planRetry,
	readRetryAfter,
	responseFailure,
	systemFailure,
} from '../failures/classify';
import { Failure } from '../failures/failure';
import { serviceMessage } from '../failures/quote';
import { apiUrl, fingerprintOf, type readCredentialFields } from '../token';
import { isObject } from '../values/json';

/** `timeoutMs` covers a whole attempt. There are few retries: someone may be waiting for a credential test. */
const LIMITS = { timeoutMs: 30_000, maxRetries: 2 };

/** The limits for renewing a token that is still usable. */
const EARLY_RENEWAL_LIMITS = { timeoutMs: 10_000, maxRetries: 0 };

/**
 * Exchanges the client ID and secret for an access token (RFC 6749, section 4.4, but with a JSON body;
 * docs/engineers/service.md, Authentication). Disregards the node's Timeout and Ignore SSL Issues options: users of a
 * shared credential must not be able to send its secret to a server with an invalid certificate.
 *
 * @param isEarlyRenewal true to make a single, short attempt
 * @throws Failure, which contains neither the secret nor the response
 */
export async function exchangeToken(
	http: IHttpRequestHelper['helpers'],
	fields: ReturnType<typeof readCredentialFields>,
	proxy: IHttpRequestOptions['proxy'],
	isEarlyRenewal = false,
) {
	const { timeoutMs, maxRetries } = isEarlyRenewal ? EARLY_RENEWAL_LIMITS : LIMITS;
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
				throw failureOfExchange(error, proxy !== undefined);
			});
			const { accessToken, expiresIn } = readGrant((await sent) as IN8nHttpFullResponse);
			const times = timesOf(sentAt, 1_000 * Number(expiresIn));
			return { accessToken, ...times, fingerprint: fingerprintOf(fields) };
		} catch (error) {
			await sleep(planRetry(error, retry, maxRetries).delayMs);
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

/** n8n throws axios errors, which have a code, and its own `UserError`, e.g. for a host that is not allowed. */
function failureOfExchange(error: unknown, hasProxy: boolean): Failure {
	if (error instanceof UserError) return new Failure('domainNotAllowed', { quote: error.message });
	const { code = 'no response' } = error as { code?: string };
	// Timeouts from our signal, axios, and the operating system.
	const isTimeout = ['ERR_CANCELED', 'ECONNABORTED', 'ETIMEDOUT'].includes(code);
	if (!isTimeout) return systemFailure(code, hasProxy);
	const subject = String(LIMITS.timeoutMs / 1_000);
	return new Failure('tokenTimeout', { subject, systemCode: 'ETIMEDOUT', isTransient: true });
}

function readGrant(response: IN8nHttpFullResponse) {
	const { statusCode, body } = response;
	const { access_token: accessToken, expires_in: expiresIn } = isObject(body) ? body : {};
	const { code } = serviceMessage(body);
	// Some services report an error with a success status.
	if (statusCode < 200 || statusCode > 299 || (code !== undefined && !accessToken)) {
		throw failureOfGrant(response, code);
	}
	// A token may contain only visible ASCII (RFC 6750, section 2.1).
	if (typeof accessToken === 'string' && /^[\x21-\x7e]+$/.test(accessToken)) {
		return { accessToken, expiresIn };
	}
	if (typeof body !== 'string') throw new Failure('notAToken', { status: statusCode });
	// n8n returns the body as text if it is not JSON.
	const systemCode = 'ERR_BODY_INCOMPLETE';
	throw body.trimStart().startsWith('<')
		? new Failure('tokenWebPage', { systemCode, isTransient: true })
		: brokenBodyFailure(systemCode);
}

function failureOfGrant(
	{ statusCode: status, body, headers }: IN8nHttpFullResponse,
	code: string | undefined,
): Failure {
	if (code === 'invalid_client' || status === 401) return new Failure('clientRejected', { status });
	// A 403 that is not JSON comes from a proxy or firewall: the service explains rejections in JSON.
	const isFirewallPage = status === 403 && typeof body === 'string';
	const isRedirect = status >= 300 && status <= 399;
	const usual = responseFailure(status, isFirewallPage ? '<' : '');
	if (isFirewallPage || isRedirect || status === 407 || status === 511) return usual;
	if (usual.isTransient) {
		const retryAfterMs = readRetryAfter(headers as Record<string, string>);
		return new Failure('tokenUnavailable', { status, isTransient: true, retryAfterMs });
	}
	const isMissing = status === 404 || status === 405;
	return new Failure(isMissing ? 'tokenEndpointNotFound' : 'exchangeRejected', { status });
}
