import { ADDRESS_EXAMPLE, CHECK_FIELD, FINAL_ADDRESS, withOther } from './advice';
import { readServiceError, wordsOf } from './quote';
import { explainedError, type Explanation, type UserFacingError } from './userFacingError';

const TOKEN_REFUSED: Explanation = {
	message: 'The service refused the access token',
	step: 'Test the credential in n8n.',
	advice:
		'A new token was tried as well. Check that the API credentials are still active in the platform, and that nothing else obtains tokens with them.',
	schedulerCause: 'credential-invalid',
};

/** By the service's own error code, which says more than the status (docs/service.md, Errors). */
const BY_SERVICE_CODE: (Explanation & { code: RegExp })[] = [
	{ code: /^invalid_token$/, ...TOKEN_REFUSED },
	{
		code: /^invalid_scope$/,
		message: 'The API credentials lack a permission for this list',
		step: 'Ask an administrator of the platform to add the scope that reads it.',
		advice: 'Scopes belong to the API credentials, in the admin panel of the platform.',
		remedy: 'addScope',
		schedulerCause: 'configuration-invalid',
	},
	{
		code: /NotEnabled$/,
		message: 'The platform has turned off a feature that this request needs',
		advice: 'Ask an administrator of the platform to turn it on.',
		schedulerCause: 'configuration-invalid',
	},
	{
		code: /NotBelongTo/,
		message: 'The IDs of this request do not belong together',
		advice: 'Check each ID: one has to be part of the other, as a session is of its path.',
		schedulerCause: 'configuration-invalid',
	},
	{
		code: /^bulkOperationNotRun$/,
		message: 'The bulk operation has not run yet',
		advice: 'Its results are there once it has run: try again later.',
		schedulerCause: 'temporarily-unavailable',
	},
];

/** The code for an ID that no record has, e.g. `classroomSlotNotFound`; others are about the address. */
const RECORD_NOT_FOUND =
	/^(?!(?:api|endpoint|page|resource|route|url)N)([a-z]+(?:[A-Z][a-z]+)*)NotFound$/;

const REFUSED: Explanation = {
	message: 'The service refused the request',
	advice: withOther('Check Version Header Name and API Version in the credential.'),
	remedy: 'checkFilters',
	schedulerCause: 'configuration-invalid',
};

const TOO_LONG: Explanation = {
	message: 'The request is too long for the service',
	advice:
		'Use fewer values in a filter: 100 IDs make an address of some 4,000 characters. Or split them between several nodes.',
	schedulerCause: 'configuration-invalid',
};

const REFUSED_ON_ITS_WAY: Explanation = {
	message: 'The request was refused, probably by a proxy or firewall',
	advice:
		'The service itself answers with data. Ask who runs n8n, and an administrator of the platform, to let the requests of n8n through.',
	schedulerCause: 'configuration-invalid',
};

const NOT_WHOLE =
	'The list does not count as complete. Look for a proxy or cache between n8n and the service; if there is none, tell the administrators of the platform.';

const BY_STATUS: Record<number, Explanation> = {
	203: {
		message: 'The answer of the service was changed on its way',
		advice: `A proxy says so, and may have left records out. ${NOT_WHOLE}`,
	},
	204: {
		message: 'The service answered without any content',
		advice: `Not even an empty list. ${NOT_WHOLE}`,
	},
	206: {
		message: 'The service answered with a part of what was asked for',
		advice: NOT_WHOLE,
	},
	304: {
		message: 'The service answered that nothing has changed since the last request',
		advice:
			'The node never asks for that. Look for a cache between n8n and the service; if there is none, tell the administrators of the platform.',
	},
	400: { ...REFUSED, message: 'The service refused the request as invalid' },
	401: TOKEN_REFUSED,
	403: {
		message: 'The service does not allow this request',
		step: 'Ask an administrator of the platform for the scope that reads this list.',
		advice: 'Ask as well whether the API credentials are active.',
		remedy: 'addScope',
		schedulerCause: 'configuration-invalid',
	},
	404: {
		message: 'The service has no such list',
		advice: [CHECK_FIELD, ADDRESS_EXAMPLE],
		remedy: 'checkPath',
		schedulerCause: 'configuration-invalid',
	},
	407: {
		message: 'The proxy asks for a user name and a password',
		advice: 'Ask who runs n8n, or the proxy, for them.',
		remedy: 'enterProxy',
		schedulerCause: 'configuration-invalid',
	},
	408: {
		message: 'The service did not get the request in time',
		advice:
			'Try again later. If it keeps happening, look for a proxy or firewall between n8n and the service.',
	},
	413: TOO_LONG,
	414: TOO_LONG,
	425: {
		message: 'The service did not accept the request yet',
		advice: 'Try again later. If it keeps happening, look for a proxy between n8n and the service.',
		schedulerCause: 'temporarily-unavailable',
	},
	431: TOO_LONG,
	429: {
		message: 'The service is receiving too many requests',
		advice:
			'Run fewer workflows on this credential at once, or raise Max Retries under Options so that the node waits longer.',
		schedulerCause: 'rate-limited',
	},
	511: {
		message: 'The network of n8n asks for a sign-in',
		advice: 'Ask who runs the network to let n8n reach the platform without one.',
		schedulerCause: 'temporarily-unavailable',
	},
};

const BY_STATUS_CLASS: Record<number, Explanation> = {
	2: {
		message: 'The service answered with a status that no list has',
		advice: NOT_WHOLE,
	},
	3: {
		message: 'The service redirects to another address',
		advice: [
			'Redirects are not followed, so that the access token never reaches another host.',
			FINAL_ADDRESS,
		],
		schedulerCause: 'credential-invalid',
	},
	4: REFUSED,
	5: {
		message: 'The service failed to answer',
		advice:
			'This is a fault of the service. If it keeps happening, tell the administrators of the platform.',
		schedulerCause: 'temporarily-unavailable',
	},
};

const DOWN: Explanation = {
	message: 'The service failed to answer',
	advice:
		'This is a fault of the service. Try again later, or raise Max Retries under Options so that the node waits longer.',
	schedulerCause: 'temporarily-unavailable',
};

/** A status that HTTP does not have. */
const NO_STATUS: Explanation = {
	message: 'The service answered with a status that is not known',
	advice: [CHECK_FIELD, 'Check as well whether a proxy answers in place of the service.'],
};

/**
 * What a response's status means to the user.
 *
 * @param code the service's own error code, where its body has one; it can be any text
 */
export function explainStatus(status: number, code = ''): Explanation {
	const ofClass = BY_STATUS_CLASS[Math.floor(status / 100)] ?? NO_STATUS;
	if (status >= 500) return BY_STATUS[status] ?? (isPassing(status) ? DOWN : ofClass);
	const byStatus = BY_STATUS[status] ?? ofClass;
	const [, record] = RECORD_NOT_FOUND.exec(code) ?? [];
	if (record !== undefined) return recordNotFound(record);
	return BY_SERVICE_CODE.find((row) => row.code.test(code)) ?? byStatus;
}

function recordNotFound(name: string): Explanation {
	const record = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return {
		message: `The service has no ${record} with this ID`,
		advice:
			'Check the ID: it may be misspelled, its record may have been deleted, or belong to another platform than the one of the credential.',
		schedulerCause: 'configuration-invalid',
	};
}

/** Whether the same request may succeed later: the service, or Cloudflare in front of it (52x), is busy or restarting. */
export function isPassing(status: number): boolean {
	return /^(408|425|429|500|502|503|504|52[0-79]|530|59[89])$/.test(String(status));
}

/**
 * Explains a response that is not what was asked for.
 *
 * @param body its text, as far as it was read
 * @param retryAfterMs how long it asks to be left alone
 */
export function errorFromResponse(
	status: number,
	body: string,
	retryAfterMs?: number,
): UserFacingError {
	const { code } = readServiceError(body);
	// Waiting does not add a missing scope.
	const isLimit = status === 403 && retryAfterMs !== undefined && code !== 'invalid_scope';
	const isWebPage = body.trimStart().startsWith('<');
	const explanation =
		status === 403 && !isLimit && isWebPage
			? REFUSED_ON_ITS_WAY
			: explainStatus(isLimit ? 429 : status, code);
	const answer = describeAnswer(status, body);
	return explainedError(explanation, answer, {
		answer,
		reason: String(status),
		isTransient: isLimit || isPassing(status),
		retryAfterMs,
	});
}

/**
 * Explains the refusal of a token that had just been obtained. Where a client has one token at a time, another process
 * may have obtained the next one meanwhile, so the request may succeed with a third.
 *
 * @param isProven whether the credential is known to have the permission that the request needs; if not, the error says
 * that the permission is missing
 */
export function errorFromRefusedToken(
	status: number,
	body: string,
	isProven = true,
): UserFacingError {
	const answer = describeAnswer(status, body);
	const explanation = isProven ? TOKEN_REFUSED : explainStatus(403);
	return explainedError(explanation, answer, { answer, reason: '401', isTransient: isProven });
}

function describeAnswer(status: number, body: string): string {
	const start = body.trimStart();
	if (start === '') return `The service answered ${status} without a body.`;
	if (start.startsWith('<'))
		return `The service answered ${status} with a web page instead of data.`;
	const words = wordsOf(readServiceError(body));
	return words === ''
		? `The service answered ${status}.`
		: `The service answered ${status}: "${words}".`;
}
