import { Failure, type FailureKind } from './failure';
import { quoteService, serviceMessage } from './quote';

/** The kinds of failures by what proves them. The first pattern that matches wins. */
const KINDS: Readonly<
	Record<
		'lastingCode' | 'serviceCode' | 'status' | 'temporaryCode',
		readonly (readonly [pattern: RegExp, kind: FailureKind])[]
	>
> = {
	/** The service's error code, which is more specific than the status (docs/engineers/service.md). */
	serviceCode: [
		[/^invalid_token$/, 'tokenRejected'],
		[/^invalid_scope$/, 'scopeMissing'],
		// An unknown ID, e.g. `courseNotFound`, but not an unknown address, e.g. `routeNotFound`.
		[
			/^(?!(?:api|endpoint|page|resource|route|url)N)[a-z]+(?:[A-Z][a-z]+)*NotFound$/,
			'recordNotFound',
		],
		[/NotEnabled$/, 'featureOff'],
		[/NotBelongTo/, 'idsMismatched'],
		[/^bulkOperationNotRun$/, 'bulkNotRun'],
	],
	/** The HTTP status. */
	status: [
		[/^401$/, 'tokenRejected'],
		[/^(2..|304)$/, 'partialResponse'],
		[/^3/, 'redirected'],
		[/^403$/, 'forbidden'],
		[/^404$/, 'listNotFound'],
		[/^407$/, 'proxyPasswordMissing'],
		[/^(413|414|431)$/, 'requestTooLong'],
		[/^429$/, 'rateLimited'],
		[/^511$/, 'blocked'],
		[/^4(?!08|25)/, 'rejected'],
	],
	/** The code of a system error that may be temporary. */
	temporaryCode: [
		[/^ECONNREFUSED$/, 'connectionRefused'],
		[
			/^(ECONNRESET|EPIPE|ERR_(BAD_RESPONSE|BODY_INCOMPLETE|STREAM_PREMATURE_CLOSE))$/,
			'connectionLost',
		],
		[/^(ENOTFOUND|EAI_AGAIN)$/, 'hostNotFound'],
		[/^(ETIMEDOUT|ESOCKETTIMEDOUT|ECONNABORTED)$/, 'timeout'],
		[/^(EHOSTUNREACH|ENETUNREACH)$/, 'unreachable'],
		[/^Z_/, 'corrupted'],
	],
	/** The code of any other system error. */
	lastingCode: [
		[/^HPE_HEADER_OVERFLOW$/, 'headersTooLong'],
		[/^HPE_/, 'notHttp'],
		[/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/, 'notHttps'],
		// The codes of certificate errors have no common prefix, but most contain one of these words.
		[/CERT|TLS|SSL|SIGNATURE/, 'untrustedCertificate'],
	],
};

const PROXY_CODES = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

const kindBy = (proof: keyof typeof KINDS, text: string) =>
	KINDS[proof].find(([pattern]) => pattern.test(text))?.[1];

/** Returns the kind of failure that a status stands for. @param code the service's own error code */
export function kindOfStatus(status: number, code = ''): FailureKind {
	const byCode = status < 500 ? kindBy('serviceCode', code) : undefined;
	return byCode ?? kindBy('status', String(status)) ?? 'serverError';
}

/** Returns the failure for a response. @param body as text; it may be anything */
export function responseFailure(status: number, body: string, retryAfterMs?: number): Failure {
	const { code } = serviceMessage(body);
	const start = body.trimStart();
	// Waiting does not help if a scope is missing.
	const isLimit = status === 403 && retryAfterMs !== undefined && code !== 'invalid_scope';
	// Includes Cloudflare's own statuses (52x).
	const isTemporary = [408, 425, 429].includes(status) || (status >= 500 && status !== 511);
	const isProxyPage = status === 403 && start.startsWith('<') && !isLimit;
	return new Failure(isProxyPage ? 'blocked' : kindOfStatus(isLimit ? 429 : status, code), {
		status,
		serviceCode: code,
		bodyKind: start === '' ? 'nothing' : start.startsWith('<') ? 'webPage' : 'data',
		quote: quoteService(body),
		isTransient: isLimit || isTemporary,
		retryAfterMs,
	});
}

/** Returns the failure of a request without a response. @param hasProxy true if Proxy is set: n8n then contacts only the proxy */
export function systemFailure(systemCode: string, hasProxy = false): Failure {
	const temporary = kindBy('temporaryCode', systemCode);
	const kind = temporary ?? kindBy('lastingCode', systemCode) ?? 'unreachable';
	const isProxyError = hasProxy && PROXY_CODES.test(systemCode);
	const facts = { systemCode, isTransient: temporary !== undefined };
	return new Failure(isProxyError ? 'proxyUnreachable' : kind, facts);
}

/** Returns the failure for an incomplete body. Unknown codes indicate corrupted data, e.g. invalid compression. */
export function brokenBodyFailure(systemCode: string): Failure {
	const kind = kindBy('temporaryCode', systemCode) ?? 'corrupted';
	return new Failure(kind, { systemCode, isTransient: true });
}

/** Reads `Retry-After`, a number of seconds or an HTTP date (RFC 9110, section 10.2.3). @returns ms */
export function readRetryAfter(
	headers: Record<string, string | string[] | undefined>,
): number | undefined {
	const asked = headers['retry-after']?.toString().trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1_000;
	// Date.parse also accepts text such as "-5", but every HTTP date contains a month name.
	const date = /[a-z]{3}/i.test(asked) ? Date.parse(asked) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

const MAX_DELAY_MS = 60_000;

/** Returns the failure and the delay before a retry. @throws the error if it is not transient or no retries are left */
export function planRetry(error: unknown, retry: number, maxRetries: number) {
	const mayRetry = error instanceof Failure && error.isTransient && retry < maxRetries;
	if (!mayRetry) throw error;
	return { failure: error, delayMs: retryDelayMs(error, retry) };
}

/**
 * Returns a delay that doubles with every retry; up to half of the delay is random so that clients do not all retry
 * at once. `Retry-After` can only lengthen the delay; otherwise, `Retry-After: 0` would use up all retries instantly.
 */
function retryDelayMs({ isRateLimit, kind, facts: { retryAfterMs = 0 } }: Failure, retry: number) {
	// Services count requests per second, so they would reject an earlier retry.
	const first = isRateLimit ? 1_000 : 500;
	// The service may reject a new token at first; if it ever accepts the token, it does so within seconds.
	const longest = kind === 'tokenRejected' ? 2_000 : Math.min(first * 2 ** retry, MAX_DELAY_MS);
	return Math.max(Math.min(retryAfterMs, MAX_DELAY_MS), longest * (0.5 + Math.random() / 2));
}
