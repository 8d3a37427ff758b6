import { sharedAdvice } from './credential';

const ASK_FOR_SCOPE = 'Ask a platform administrator to add {scope}.';

const MORE_RETRIES = { Options: 'To have the node wait longer, raise Max Retries under Options.' };

const ON_THE_WAY =
	'If this keeps happening, look for a proxy or firewall between n8n and the service.';

/** Says why the service rejected a request, or why there was no whole response, by the kind of failure. */
export const connectionSentences = {
	// Rejected requests:
	blocked: {
		message: 'The request was blocked, probably by a proxy or firewall',
		advice:
			'The response did not come from the service itself. Ask your n8n administrator and a platform administrator to allow requests from n8n.',
		schedulerCause: 'configuration-invalid',
	},
	forbidden: {
		message: 'The service does not allow this request',
		step: ASK_FOR_SCOPE,
		advice: 'Also ask whether the API credentials are active.',
		schedulerCause: 'configuration-invalid',
	},
	listNotFound: {
		message: 'The service has no such list',
		advice: [sharedAdvice.checkList, sharedAdvice.checkField, sharedAdvice.addressExample],
		schedulerCause: 'configuration-invalid',
	},
	partialResponse: {
		message: 'The response from the service may be incomplete',
		advice:
			"A complete response has status 200. Look for a proxy or cache between n8n and the service; if there is none, report this to the platform's administrators.",
		schedulerCause: 'temporarily-unavailable',
	},
	proxyPasswordMissing: {
		message: 'The proxy requires a user name and password',
		advice: [
			'Ask your n8n or proxy administrator for them.',
			{
				'Request Options':
					'If you set Proxy under Request Options, include both in the proxy address, e.g. "http://user:password@proxy.example.com:3128".',
			},
		],
		schedulerCause: 'configuration-invalid',
	},
	rateLimited: {
		message: 'The service is receiving too many requests',
		advice: [
			'Run fewer workflows with this credential at once, or try again in a minute.',
			MORE_RETRIES,
		],
		schedulerCause: 'rate-limited',
	},
	rejected: {
		message: 'The service rejected the request',
		isReasonFirst: true,
		advice: [
			sharedAdvice.checkList,
			{
				Filters: 'Check the field names, operators, and values under Filters.',
				ID: 'Check the ID.',
				'Other, Test': 'Check Version Header Name and API Version in the credential.',
			},
		],
		schedulerCause: 'configuration-invalid',
	},
	requestTooLong: {
		message: 'The request is too long for the service',
		advice:
			'Use fewer values in a filter, or split them across several nodes: 100 IDs add about 4,000 characters to the address.',
		schedulerCause: 'configuration-invalid',
	},
	scopeMissing: {
		message: 'The API credentials do not have access to this list',
		step: ASK_FOR_SCOPE,
		advice: "An administrator sets the scopes of API credentials in the platform's admin panel.",
		schedulerCause: 'configuration-invalid',
	},
	serverError: {
		message: 'The service failed to process the request',
		advice: [
			"This is a problem with the service. Try again later. If this keeps happening, report it to the platform's administrators.",
			MORE_RETRIES,
		],
	},

	// No response, or only part of one:
	connectionLost: {
		message: 'The connection to the service was lost',
		step: 'Try again in a minute.',
		advice: ON_THE_WAY,
	},
	connectionRefused: {
		message: "The platform's host refused the connection",
		step: 'Check {address} in the credential, and make sure that the service is running.',
		advice:
			'A firewall between n8n and the service, or a proxy that n8n is set up to use, may also be the cause.',
	},
	corrupted: {
		message: "The service's response was corrupted",
		advice:
			'Try again later. If this keeps happening, look for a proxy that changes the data in transit between n8n and the service.',
	},
	headersTooLong: {
		// Node.js accepts up to 16 kB of headers.
		message: 'The response headers are too long',
		advice:
			"Cookies or the link to the next page may be too long. Report this to the platform's administrators. In the meantime, raise --max-http-header-size in n8n's NODE_OPTIONS.",
	},
	hostNotFound: {
		message: "The platform's host cannot be found",
		step: 'Check {address} in the credential, and make sure that n8n can reach the internet.',
		advice:
			'If the host is on your own network, check the DNS settings of the machine that runs n8n.',
	},
	notHttp: {
		message: "The platform's host did not return an HTTP response",
		step: sharedAdvice.checkField,
		advice: [
			{
				Other: 'In Base URL, check the scheme and the port, e.g. "https://app.example.com:8443".',
			},
			'A proxy may also be responding in place of the service.',
		],
	},
	notHttps: {
		message: "The platform's host does not use HTTPS on this port",
		step: sharedAdvice.checkField,
		advice: [
			{
				Other:
					'Without a scheme, https:// is assumed. If the service has no certificate, enter "http://" before the address; otherwise, check the port.',
			},
			'A proxy may also be responding in place of the service.',
		],
		schedulerCause: 'configuration-invalid',
	},
	proxyUnreachable: {
		message: 'The proxy cannot be reached',
		step: 'Check Proxy under Request Options.',
		advice: 'Its host or port may be wrong, or the proxy may not be running.',
	},
	timeout: {
		message: 'The service did not respond in time',
		step: 'Try again in a minute.',
		advice: [
			ON_THE_WAY,
			{ 'Request Options': 'If the service is just slow, raise Timeout under Request Options.' },
		],
	},
	unreachable: {
		message: "The platform's host cannot be reached",
		step: 'Check {address} in the credential, and check the network between n8n and the service.',
		advice: 'A proxy, a firewall, or a missing route may be the cause.',
		schedulerCause: 'temporarily-unavailable',
	},
	untrustedCertificate: {
		message: "The platform's certificate is not trusted",
		step: 'Check {address} in the credential, and ask your n8n administrator to configure n8n to trust the certificate.',
		advice: [
			'If the service or a proxy uses a certificate issued by your own organization, n8n must trust it.',
			{
				Other:
					'You can turn on Ignore SSL Issues (Insecure) in the credential instead; in n8n 1, this has no effect behind a proxy.',
			},
		],
		schedulerCause: 'configuration-invalid',
	},
} as const;
