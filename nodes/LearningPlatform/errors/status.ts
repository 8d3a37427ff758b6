import { explainedError, serviceError, UserFacingError, type Explanation } from './userFacingError';
import { ADDRESS_EXAMPLE, CHECK_FIELD, CHECK_LIST, quoteService, serviceMessage } from './words';

const TOKEN_REFUSED: Explanation = {
	message: 'The service rejected the access token',
	step: { Node: 'Test the credential in n8n.' },
	advice:
		'The service rejected a new token as well. Check that the API credentials are still active on the platform and that no other program is using them to obtain tokens.',
	schedulerCause: 'credential-invalid',
};

const ASK_FOR_SCOPE = 'Ask a platform administrator to add {scope}.';

/** Explanations by the service's error code, which is more specific than the status (docs/engineers/service.md). */
const BY_SERVICE_CODE: (Explanation & { code: RegExp })[] = [
	{ code: /^invalid_token$/, ...TOKEN_REFUSED },
	{
		code: /^invalid_scope$/,
		message: 'The API credentials do not have access to this list',
		step: ASK_FOR_SCOPE,
		advice: "An administrator sets the scopes of API credentials in the platform's admin panel.",
		lacks: 'scope',
	},
	{
		code: /NotEnabled$/,
		message: 'A feature required for this request is turned off',
		advice: 'Ask a platform administrator to turn it on.',
	},
	{
		code: /NotBelongTo/,
		message: 'The IDs in this request do not belong together',
		advice: 'Check the IDs: for example, the session must belong to the path.',
	},
	{
		code: /^bulkOperationNotRun$/,
		message: 'The bulk operation has not run yet',
		advice: 'Results appear once the operation has run. Try again later.',
		schedulerCause: 'temporarily-unavailable',
	},
];

const CHECK_ID =
	'Check the ID: it may be mistyped, the record may have been deleted, or the ID may belong to a different platform than the credential.';

/** Matches codes for an unknown ID, e.g. `courseNotFound`, but not for an unknown address, e.g. `routeNotFound`. */
const RECORD_NOT_FOUND =
	/^(?!(?:api|endpoint|page|resource|route|url)N)([a-z]+(?:[A-Z][a-z]+)*)NotFound$/;

const REFUSED_ON_ITS_WAY: Explanation = {
	message: 'The request was blocked, probably by a proxy or firewall',
	advice:
		'The response did not come from the service itself. Ask your n8n administrator and a platform administrator to allow requests from n8n.',
};

const MORE_RETRIES = { Options: 'To have the node wait longer, raise Max Retries under Options.' };

/** Explanations by HTTP status; the first match wins. */
const BY_STATUS: (Explanation & { status: RegExp })[] = [
	{ status: /^401$/, ...TOKEN_REFUSED },
	{
		status: /^(2..|304)$/,
		message: 'The response from the service may be incomplete',
		advice:
			"A complete response has status 200. Look for a proxy or cache between n8n and the service; if there is none, report this to the platform's administrators.",
		schedulerCause: 'temporarily-unavailable',
	},
	{
		status: /^3/,
		message: 'The service redirects to a different address',
		step: {
			Other: "Enter the platform's final address under Base URL in the credential.",
			Preset:
				"Choose Other for Service in the credential, and enter the platform's final address as Base URL.",
		},
		advice:
			'The node does not follow redirects, so the secret and the token never reach another host.',
		schedulerCause: 'credential-invalid',
	},
	{
		status: /^403$/,
		message: 'The service does not allow this request',
		step: ASK_FOR_SCOPE,
		advice: 'Also ask whether the API credentials are active.',
		lacks: 'scope',
	},
	{
		status: /^404$/,
		message: 'The service has no such list',
		advice: [CHECK_LIST, CHECK_FIELD, ADDRESS_EXAMPLE],
		lacks: 'list',
	},
	{
		status: /^407$/,
		message: 'The proxy requires a user name and password',
		advice: [
			'Ask your n8n or proxy administrator for them.',
			{
				'Request Options':
					'If you set Proxy under Request Options, include both in the proxy address, e.g. "http://user:password@proxy.example.com:3128".',
			},
		],
	},
	{
		status: /^(413|414|431)$/,
		message: 'The request is too long for the service',
		advice:
			'Use fewer values in a filter, or split them across several nodes: 100 IDs add about 4,000 characters to the address.',
	},
	{
		status: /^429$/,
		message: 'The service is receiving too many requests',
		advice: [
			'Run fewer workflows with this credential at once, or try again in a minute.',
			MORE_RETRIES,
		],
		schedulerCause: 'rate-limited',
	},
	{ status: /^511$/, ...REFUSED_ON_ITS_WAY },
	{
		status: /^4(?!08|25)/,
		message: 'The service rejected the request',
		isReasonFirst: true,
		advice: [
			CHECK_LIST,
			{
				Filters: 'Check the field names, operators, and values under Filters.',
				ID: 'Check the ID.',
				'Other, Test': 'Check Version Header Name and API Version in the credential.',
			},
		],
	},
];

const DOWN: Explanation = {
	message: 'The service failed to process the request',
	advice: [
		"This is a problem with the service. Try again later. If this keeps happening, report it to the platform's administrators.",
		MORE_RETRIES,
	],
};

/** Explains an HTTP status. @param code the service's own error code, which can be any text */
export function explainStatus(status: number, code = ''): Explanation {
	const byStatus = BY_STATUS.find((row) => row.status.test(String(status))) ?? DOWN;
	const byCode = status < 500 ? explainCode(code) : undefined;
	const schedulerCause = isPassing(status) ? 'temporarily-unavailable' : 'configuration-invalid';
	return { schedulerCause, ...(byCode ?? byStatus) };
}

function explainCode(code: string): Explanation | undefined {
	const [, name] = RECORD_NOT_FOUND.exec(code) ?? [];
	if (name === undefined) return BY_SERVICE_CODE.find((row) => row.code.test(code));
	const record = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return {
		message: `The service has no ${record} with this ID`,
		isReasonFirst: true,
		advice: CHECK_ID,
	};
}

/** Returns true for a status that may indicate a temporary problem, including Cloudflare's own statuses (52x). */
export function isPassing(status: number): boolean {
	return [408, 425, 429].includes(status) || (status >= 500 && status !== 511);
}

/** Explains a failed request. @param isOfToken true if the token was rejected: another process may have replaced it */
export function errorFromResponse(
	status: number,
	body: string,
	retryAfterMs?: number,
	isOfToken = false,
): UserFacingError {
	const { code } = serviceMessage(body);
	// Waiting does not help if a scope is missing.
	const isLimit = status === 403 && retryAfterMs !== undefined && code !== 'invalid_scope';
	const isOfProxy = status === 403 && body.trimStart().startsWith('<');
	const byStatus =
		isOfProxy && !isLimit ? REFUSED_ON_ITS_WAY : explainStatus(isLimit ? 429 : status, code);
	const answer = describeAnswer(status, body);
	return explainedError(isOfToken ? TOKEN_REFUSED : byStatus, answer, {
		answer,
		serviceCode: code,
		reason: isOfToken ? '401' : String(status),
		isTransient: isOfToken || isLimit || isPassing(status),
		retryAfterMs,
	});
}

function describeAnswer(status: number, body: string): string {
	const start = body.trimStart();
	if (start === '') return `The service returned ${status} without a body.`;
	if (start.startsWith('<'))
		return `The service returned a web page instead of data (status ${status}).`;
	const words = quoteService(body);
	return `The service returned ${status}${words === '' ? '' : `: "${words}"`}.`;
}

/** Explains a 404 as a missing record; returns other errors unchanged. @param name the kind of record, e.g. `course` */
export function explainMissing(error: unknown, name: string, id: string): unknown {
	// A 404 may also come from the token endpoint.
	const isOurs = error instanceof UserFacingError && error.schedulerCause !== 'credential-invalid';
	if (!isOurs || error.reason !== '404') return error;
	return serviceError(
		`The service has no ${name} with the ID "${id}"`,
		`${CHECK_ID} ${error.answer}`,
		{ reason: error.reason },
	);
}

/** Reads `Retry-After`, a number of seconds or an HTTP date (RFC 9110, section 10.2.3). @returns ms */
export function waitAskedFor(
	headers: Record<string, string | string[] | undefined>,
): number | undefined {
	const asked = headers['retry-after']?.toString().trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1_000;
	// Date.parse also accepts text such as "-5", but every HTTP date contains a month name.
	const date = /[a-z]{3}/i.test(asked) ? Date.parse(asked) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
