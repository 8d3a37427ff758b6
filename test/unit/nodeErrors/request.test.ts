import { testMessage } from '../../../nodes/LearningPlatform/errors';
import { Failure, type FailureFacts } from '../../../nodes/LearningPlatform/failures/failure';
import {
	brokenBodyFailure,
	responseFailure,
	systemFailure,
} from '../../../nodes/LearningPlatform/failures/request';
import { toNodeError } from '../../../nodes/LearningPlatform/nodeErrors';
import { shownFor } from '../worded';

const body = (code: string) => (code === '' ? '' : JSON.stringify({ error: code }));

const setup = 'configuration-invalid';
const login = 'credential-invalid';
const later = 'temporarily-unavailable';
const onItsWay = 'The request was blocked, probably by a proxy or firewall';

it.each<[statuses: number[], code: string, message: string, advice: string, cause: string]>([
	[[202, 304], '', 'The response from the service may be incomplete', 'Look for a proxy', later],
	[[301], '', 'The service redirects to a different address', 'under Base URL', login],
	[[400, 418], '', 'The service rejected the request', 'The service returned 4', setup],
	[[401], '', 'The service rejected the access token', 'Test the credential in n8n.', login],
	[[400], 'invalid_token', 'The service rejected the access token', 'still active', login],
	[[403], '', 'The service does not allow this request', 'add the scope needed to read', setup],
	[[403], 'invalid_scope', 'The API credentials do not have access', 'add the scope needed', setup],
	[[404], '', 'The service has no such list', 'Base URL', setup],
	[[404], 'notFound', 'The service has no such list', 'Base URL', setup],
	[[404], 'routeNotFound', 'The service has no such list', 'Base URL', setup],
	[[404], '<b>NotFound', 'The service has no such list', 'Base URL', setup],
	[[404], 'classroomSlotNotFound', 'The service has no classroom slot with', 'Check the ID', setup],
	[
		[400],
		'skillsNotEnabled',
		'A feature required for this request',
		'Ask a platform administ',
		setup,
	],
	[[400], 'sessionNotBelongToPath', 'The IDs in this request do not', 'Check the IDs', setup],
	[[400], 'bulkOperationNotRun', 'The bulk operation has not run yet', 'Try again later', later],
	[[407], '', 'The proxy requires a user name and password', 'Ask your n8n or proxy', setup],
	[[413, 414, 431], '', 'The request is too long', 'Use fewer values', setup],
	[[429], '', 'The service is receiving too many requests', 'Run fewer workflows', 'rate-limited'],
	[[511], '', onItsWay, 'to allow requests from n8n', setup],
	[[408, 425, 999], '', 'The service failed to process the request', 'Try again later', later],
	[[500], 'courseNotFound', 'The service failed to process the request', 'Try again later', later],
])('explains the statuses %j with the code "%s"', (statuses, code, message, advice, cause) => {
	for (const status of statuses) {
		const error = shownFor(responseFailure(status, body(code)));
		expect(error.message).toMatch(new RegExp(`^${message}`));
		expect(`${error.step} ${error.description}`).toContain(advice);
		expect(error.schedulerCause).toBe(cause);
	}
});

it('attributes a 403 with a web page to a proxy or firewall', () => {
	expect(shownFor(responseFailure(403, ' <html>')).message).toBe(onItsWay);
});

it.each<[form: FailureFacts['form'], code: number | string, sentence: string]>([
	[{ fields: ['Filters'] }, 400, 'operators, and values under Filters.'],
	[{ fields: ['ID'] }, 400, 'Check the ID.'],
	[{ fields: ['List to Read'] }, 404, 'Check List to Read: '],
	[{ fields: ['Options'] }, 429, 'raise Max Retries under Options.'],
	[{ fields: ['Options'] }, 503, 'raise Max Retries under Options.'],
	[{ fields: ['Request Options'] }, 407, 'include both in the proxy address'],
	[{ fields: ['Request Options'] }, 'ETIMEDOUT', 'raise Timeout under Request Options.'],
	[{ scope: 'a:read' }, 403, 'to add the "a:read" scope.'],
	[{ isOther: true }, 'CERT', 'You can turn on Ignore SSL Issues'],
])('for a form with %j, the advice about %s includes: %s', (form, code, sentence) => {
	const failure = typeof code === 'number' ? responseFailure(code, '') : systemFailure(code);
	const adviceIn = (reader: FailureFacts['form']) => {
		const { step, description } = shownFor(failure, reader);
		return `${step} ${description}`;
	};
	expect(adviceIn(form)).toContain(sentence);
	expect(adviceIn({ isOther: false })).not.toContain(sentence);
});

describe('a description quotes the service:', () => {
	it.each([
		['a code', 401, '{"error":"invalid_token"}', 'The service returned 401: "invalid_token".'],
		[
			'a code and a message',
			404,
			'{"error":{"code":"courseNotFound","message":"No such course"}}',
			'The service returned 404: "courseNotFound: No such course".',
		],
		['text', 403, '"Missing scope"', 'The service returned 403: "Missing scope".'],
		['unknown JSON', 400, '{"foo":1}', 'The service returned 400.'],
		[
			'a web page',
			502,
			'<html><h1>Bad</h1></html>',
			'The service returned a web page instead of data (status 502).',
		],
		['nothing', 503, '', 'The service returned 503 without a body.'],
	])('%s', (_what, status, said, sentence) => {
		const { message, description } = shownFor(responseFailure(status, said));
		// The service's own words come before a guess at the cause.
		expect(description).toMatch(
			[400, 404].includes(status) ? /^The service returned/ : /^[A-Z].*\. The service returned/,
		);
		expect(description).toContain(sentence);
		expect(`${message} ${description}`).not.toMatch(/[<>{}]/);
	});
});

it.each([
	[true, [408, 425, 429, 500, 501, 502, 503, 504, 520, 599]],
	[false, [204, 302, 304, 400, 401, 403, 404, 407, 410, 511]],
])('isTransient is %s for the statuses %j', (isTransient, statuses) => {
	for (const status of statuses) {
		expect(responseFailure(status, '')).toMatchObject({ reason: `${status}`, isTransient });
	}
});

it('a 403 with Retry-After is a rate limit unless a scope is missing', () => {
	const limit = responseFailure(403, '', 0);
	expect(limit).toMatchObject({ isRateLimit: true, facts: { retryAfterMs: 0 } });
	expect(responseFailure(403, body('invalid_scope'), 0).isTransient).toBe(false);
});

it.each([
	[403, '', { lacksScope: true, lacksList: false }],
	[403, 'invalid_scope', { lacksScope: true, lacksList: false }],
	[404, '', { lacksScope: false, lacksList: true }],
	[404, 'courseNotFound', { lacksScope: false, lacksList: false }],
	[400, '', { lacksScope: false, lacksList: false }],
])('distinguishes a missing scope from a missing list: %d %s', (status, code, lacks) => {
	expect(responseFailure(status, body(code))).toMatchObject(lacks);
});

it("the credential test's messages include the advice, but no field of a node", () => {
	expect(testMessage(400)).toBe(
		'The service rejected the request. If Service is Other: Check Version Header Name and API Version in the credential.',
	);
});

const broke = 'The connection to the service was lost';
const late = 'The service did not respond in time';
const notFound = "The platform's host cannot be found";
const unreachable = "The platform's host cannot be reached";
const noProxy = 'The proxy cannot be reached';
const corrupted = "The service's response was corrupted";
const plain = "The platform's host does not use HTTPS on this port";
const untrusted = "The platform's certificate is not trusted";
const isNotHttp = "The platform's host did not return an HTTP response";

it.each<[codes: string, isTransient: boolean, cause: unknown, message: string, byProxy?: string]>([
	['ECONNREFUSED', true, later, "The platform's host refused the connection", noProxy],
	['ECONNRESET EPIPE ERR_STREAM_PREMATURE_CLOSE ERR_BODY_INCOMPLETE', true, later, broke],
	['ENOTFOUND EAI_AGAIN', true, later, notFound, noProxy],
	['ETIMEDOUT ESOCKETTIMEDOUT ECONNABORTED', true, later, late],
	['EHOSTUNREACH ENETUNREACH', true, later, unreachable, noProxy],
	['DEPTH_ZERO_SELF_SIGNED_CERT CERT_HAS_EXPIRED', false, setup, untrusted],
	['ERR_TLS_CERT_ALTNAME_INVALID UNABLE_TO_VERIFY_LEAF_SIGNATURE', false, setup, untrusted],
	['EPROTO ERR_SSL_WRONG_VERSION_NUMBER', false, setup, plain],
	['HPE_HEADER_OVERFLOW', false, undefined, 'The response headers are too long'],
	['HPE_INVALID_CONSTANT', false, undefined, isNotHttp],
	['toString', false, later, unreachable],
])('explains %s (transient: %s)', (codes, isTransient, cause, message, byProxy = message) => {
	for (const code of codes.split(' ')) {
		const failure = systemFailure(code);
		expect(failure).toMatchObject({ isTransient, reason: code });
		const error = shownFor(failure);
		expect(error).toMatchObject({ message, schedulerCause: cause });
		expect(error.description).toMatch(new RegExp(`^[A-Z].* \\(${code}\\)$`));
		const ofProxy = systemFailure(code, true);
		expect(ofProxy.isTransient).toBe(isTransient);
		const described = expect.stringMatching(/^[A-Z]/) as string;
		expect(shownFor(ofProxy)).toMatchObject({ message: byProxy, description: described });
	}
});

it.each([
	['Z_DATA_ERROR', corrupted],
	['HPE_INVALID_CHUNK_SIZE', corrupted],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', corrupted],
	['ECONNRESET', broke],
	['ETIMEDOUT', late],
])('a request whose response body fails with %s is worth retrying', (code, message) => {
	const failure = brokenBodyFailure(code);
	expect(failure).toMatchObject({ reason: code, isTransient: true });
	const error = shownFor(failure);
	expect(error.message).toBe(message);
	expect(`${error.step} ${error.description}`).toMatch(new RegExp(`^ ?Try again .*\\(${code}\\)$`));
});

it('an error has no property that n8n would mistake for a response or one of its own errors', () => {
	const error = shownFor(responseFailure(401, '{"error":"invalid_token"}'));
	for (const name of ['response', 'status', 'statusCode', 'httpCode', 'code', 'cause']) {
		expect(error).not.toHaveProperty(name);
	}
});

it.each<[what: string, failure: Failure, told: object | undefined]>([
	['about a wrong credential', new Failure('clientIdEmpty'), { cause: 'credential-invalid' }],
	[
		'about a permanent failure, without a wait',
		responseFailure(404, '', 9_000),
		{ cause: 'configuration-invalid' },
	],
	[
		'about a rate limit and its wait',
		responseFailure(429, '', 9_000),
		{ cause: 'rate-limited', retryAfterMs: 9_000 },
	],
	[
		'about a transient failure and its wait',
		new Failure('tokenUnavailable', { isTransient: true, retryAfterMs: 2_000 }),
		{ cause: 'temporarily-unavailable', retryAfterMs: 2_000 },
	],
	['nothing about an unusable response', new Failure('notAList'), undefined],
])("tells n8n's scheduler %s", (_what, failure, told) => {
	const node = { name: 'Node', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
	const error = toNodeError(node as never, failure, 'courses') as { failure?: unknown };
	expect(error.failure).toEqual(told);
});
