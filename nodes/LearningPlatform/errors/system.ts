import {
	ADDRESS_FIELD,
	explainedError,
	type Explanation,
	type UserFacingError,
} from './userFacingError';

/** By the system's error code: failures after which the same request may succeed. */
const PASSING: (Explanation & { code: RegExp })[] = [
	{
		code: /^ECONNREFUSED$/,
		message: 'The host of the platform refused the connection',
		advice: `Check ${ADDRESS_FIELD} in the credential, and whether the service is running.`,
	},
	{
		code: /^(ECONNRESET|EPIPE|ERR_BODY_INCOMPLETE|ERR_STREAM_PREMATURE_CLOSE)$/,
		message: 'The connection to the service broke',
		advice:
			'Try again later. If it keeps happening, look for a proxy or firewall between n8n and the service.',
	},
	{
		code: /^ENOTFOUND$/,
		message: 'The host of the platform cannot be found',
		advice: `Check ${ADDRESS_FIELD} in the credential, and whether n8n can reach the internet.`,
	},
	{
		code: /^EAI_AGAIN$/,
		message: 'The host of the platform cannot be looked up right now',
		advice: `Check the name server (DNS) of the machine that runs n8n, and ${ADDRESS_FIELD} in the credential.`,
	},
	{
		code: /^(ETIMEDOUT|ESOCKETTIMEDOUT|ECONNABORTED)$/,
		message: 'The service did not answer in time',
		advice: 'Try again later.',
		remedy: 'raiseTimeout',
	},
	{
		code: /^(EHOSTUNREACH|ENETUNREACH)$/,
		message: 'The host of the platform cannot be reached',
		advice: `Check the network between n8n and the service, and ${ADDRESS_FIELD} in the credential.`,
	},
];

/** The rest; the first row that fits counts. */
const LASTING: (Explanation & { code: RegExp })[] = [
	{
		// Node.js reads 16 kB of headers, where most servers stop at 8.
		code: /^HPE_HEADER_OVERFLOW$/,
		message: 'The headers of the answer are too long',
		advice:
			'Tell the administrators of the platform; a link to the next page or cookies may be the reason. Until then, raise --max-http-header-size in NODE_OPTIONS where n8n runs.',
	},
	{
		code: /^HPE_/,
		message: 'The host of the platform answered with something that is not HTTP',
		advice: `Check ${ADDRESS_FIELD} in the credential, with "https://" and the port, and whether a proxy answers in place of the service.`,
	},
	{
		// Certificate errors have no common prefix, only common words.
		code: /CERT|TLS|SSL|SIGNATURE|EPROTO/,
		message: 'The certificate of the platform is not trusted',
		advice: `Check ${ADDRESS_FIELD} in the credential. If the service uses a certificate of your own organization, have it trusted where n8n runs, or turn on Ignore SSL Issues in the credential.`,
		schedulerCause: 'configuration-invalid',
	},
];

const UNREACHABLE: Explanation = {
	message: 'The host of the platform cannot be reached',
	advice: `Check ${ADDRESS_FIELD} in the credential and the network between n8n and the service.`,
	schedulerCause: 'temporarily-unavailable',
};

const DAMAGED: Explanation = {
	message: 'The answer of the service arrived damaged',
	advice:
		'Try again later. If it keeps happening, look for a proxy between n8n and the service that changes what passes through it.',
};

/** Explains a request that got no response, by the system's error code, e.g. `ECONNRESET`. */
export function errorFromSystem(code: string): UserFacingError {
	const passing = rowFor(code, PASSING);
	const explanation = passing ?? rowFor(code, LASTING) ?? UNREACHABLE;
	return explainedError(explanation, `(${code})`, {
		isTransient: passing !== undefined,
		reason: code,
	});
}

/**
 * Explains a response whose body did not come whole, by the code of the stream or the system, e.g. `Z_DATA_ERROR`. The
 * host was reached and its certificate trusted, so the same request may succeed, and every other code is about the data:
 * broken compression, chunks and encryption have many.
 */
export function errorFromBrokenBody(code: string): UserFacingError {
	const explanation = rowFor(code, PASSING) ?? DAMAGED;
	return explainedError(explanation, `(${code})`, { isTransient: true, reason: code });
}

function rowFor(code: string, table: typeof PASSING): Explanation | undefined {
	return table.find((row) => row.code.test(code));
}
