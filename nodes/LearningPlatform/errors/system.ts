import { explainedError, type Explanation, type UserFacingError } from './userFacingError';
import { CHECK_FIELD } from './words';

const UNREACHABLE: Explanation = {
	message: "The platform's host cannot be reached",
	step: 'Check {address} in the credential, and check the network between n8n and the service.',
	advice: 'A proxy, a firewall, or a missing route may be the cause.',
	schedulerCause: 'temporarily-unavailable',
};

const DAMAGED: Explanation = {
	message: "The service's response was corrupted",
	advice:
		'Try again later. If this keeps happening, look for a proxy that changes the data in transit between n8n and the service.',
};

const ON_THE_WAY =
	'If this keeps happening, look for a proxy or firewall between n8n and the service.';

/** Failures that may be temporary, by system error code. */
const PASSING: (Explanation & { code: RegExp })[] = [
	{
		code: /^ECONNREFUSED$/,
		message: "The platform's host refused the connection",
		step: 'Check {address} in the credential, and make sure that the service is running.',
		advice:
			'A firewall between n8n and the service, or a proxy that n8n is set up to use, may also be the cause.',
	},
	{
		code: /^(ECONNRESET|EPIPE|ERR_(BAD_RESPONSE|BODY_INCOMPLETE|STREAM_PREMATURE_CLOSE))$/,
		message: 'The connection to the service was lost',
		step: 'Try again in a minute.',
		advice: ON_THE_WAY,
	},
	{
		code: /^(ENOTFOUND|EAI_AGAIN)$/,
		message: "The platform's host cannot be found",
		step: 'Check {address} in the credential, and make sure that n8n can reach the internet.',
		advice:
			'If the host is on your own network, check the DNS settings of the machine that runs n8n.',
	},
	{
		code: /^(ETIMEDOUT|ESOCKETTIMEDOUT|ECONNABORTED)$/,
		message: 'The service did not respond in time',
		step: 'Try again in a minute.',
		advice: [
			ON_THE_WAY,
			{ 'Request Options': 'If the service is just slow, raise Timeout under Request Options.' },
		],
	},
	{ code: /^(EHOSTUNREACH|ENETUNREACH)$/, ...UNREACHABLE },
	{ code: /^Z_/, ...DAMAGED },
];

/** Other failures, by system error code; the first match wins. */
const LASTING: (Explanation & { code: RegExp })[] = [
	{
		// Node.js accepts up to 16 kB of headers.
		code: /^HPE_HEADER_OVERFLOW$/,
		message: 'The response headers are too long',
		advice:
			"Cookies or the link to the next page may be too long. Report this to the platform's administrators. In the meantime, raise --max-http-header-size in n8n's NODE_OPTIONS.",
	},
	{
		code: /^HPE_/,
		message: "The platform's host did not return an HTTP response",
		step: CHECK_FIELD,
		advice: [
			{
				Other: 'In Base URL, check the scheme and the port, e.g. "https://app.example.com:8443".',
			},
			'A proxy may also be responding in place of the service.',
		],
	},
	{
		code: /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/,
		message: "The platform's host does not use HTTPS on this port",
		step: CHECK_FIELD,
		advice: [
			{
				Other:
					'Without a scheme, https:// is assumed. If the service has no certificate, enter "http://" before the address; otherwise, check the port.',
			},
			'A proxy may also be responding in place of the service.',
		],
		schedulerCause: 'configuration-invalid',
	},
	{
		// The codes of certificate errors have no common prefix, but most contain one of these words.
		code: /CERT|TLS|SSL|SIGNATURE/,
		message: "The platform's certificate is not trusted",
		step: 'Check {address} in the credential, and ask your n8n administrator to configure n8n to trust the certificate.',
		advice: [
			'If the service or a proxy uses a certificate issued by your own organization, n8n must trust it.',
			{
				Other:
					'You can turn on Ignore SSL Issues in the credential instead; in n8n 1, this has no effect behind a proxy.',
			},
		],
		schedulerCause: 'configuration-invalid',
	},
];

/** If Proxy is set, n8n looks up and contacts only the proxy's host. */
const NO_PROXY: Explanation = {
	message: 'The proxy cannot be reached',
	step: 'Check Proxy under Request Options.',
	advice: 'Its host or port may be wrong, or the proxy may not be running.',
	schedulerCause: 'temporarily-unavailable',
};

/** Explains why a request got no response. @param code e.g. `ECONNRESET` @param hasProxy true if Proxy is set */
export function errorFromSystem(code: string, hasProxy = false): UserFacingError {
	const passing = rowFor(code, PASSING);
	const isOfProxy =
		hasProxy && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code);
	const explanation = isOfProxy ? NO_PROXY : (passing ?? rowFor(code, LASTING) ?? UNREACHABLE);
	return errorOf(code, explanation, passing !== undefined);
}

/** Explains an incomplete body. Codes that are not in the table indicate corrupted data, e.g. invalid compression. */
export function errorFromBrokenBody(code: string): UserFacingError {
	return errorOf(code, rowFor(code, PASSING) ?? DAMAGED, true);
}

function rowFor(code: string, table: typeof PASSING): Explanation | undefined {
	return table.find((row) => row.code.test(code));
}

/** Appends the code to the description, except in credential tests, where n8n replaces messages that contain a code. */
function errorOf(code: string, explanation: Explanation, isTransient: boolean): UserFacingError {
	return explainedError(explanation, { Node: `(${code})` }, { isTransient, reason: code });
}
