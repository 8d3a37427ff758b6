import { testMessage } from '../../../nodes/LearningPlatform/errors';
import {
	Failure,
	type FailureFacts,
	type FailureKind,
} from '../../../nodes/LearningPlatform/failures/failure';
import {
	brokenBodyFailure,
	responseFailure,
	systemFailure,
} from '../../../nodes/LearningPlatform/failures/classify';
import { toNodeError } from '../../../nodes/LearningPlatform/nodeErrors';
import { shownFor } from '../worded';

const body = (code: string) =>
	['', '<html>'].includes(code) ? code : JSON.stringify({ error: code });

const setup = 'configuration-invalid';
const login = 'credential-invalid';
const later = 'temporarily-unavailable';

// test/engine/failures.txt has the sentences that users read.
it.each<[statuses: number[], code: string, kind: FailureKind, cause: string]>([
	[[202, 304], '', 'partialResponse', later],
	[[301], '', 'redirected', login],
	[[400, 418], '', 'rejected', setup],
	[[401], '', 'tokenRejected', login],
	[[400], 'invalid_token', 'tokenRejected', login],
	[[403], '', 'forbidden', setup],
	[[403], 'invalid_scope', 'scopeMissing', setup],
	[[403], '<html>', 'blocked', setup],
	[[404], '', 'listNotFound', setup],
	[[404], 'notFound', 'listNotFound', setup],
	[[404], 'routeNotFound', 'listNotFound', setup],
	[[404], '<b>NotFound', 'listNotFound', setup],
	[[404], 'classroomSlotNotFound', 'recordNotFound', setup],
	[[400], 'skillsNotEnabled', 'featureOff', setup],
	[[400], 'sessionNotBelongToPath', 'idsMismatched', setup],
	[[400], 'bulkOperationNotRun', 'bulkNotRun', later],
	[[407], '', 'proxyPasswordMissing', setup],
	[[413, 414, 431], '', 'requestTooLong', setup],
	[[429], '', 'rateLimited', 'rate-limited'],
	[[511], '', 'blocked', setup],
	[[408, 425, 999], '', 'serverError', later],
	[[500], 'courseNotFound', 'serverError', later],
])('the statuses %j with the code "%s" are of the kind %s', (statuses, code, kind, cause) => {
	for (const status of statuses) {
		const failure = responseFailure(status, body(code));
		expect(failure.kind).toBe(kind);
		expect(shownFor(failure).schedulerCause).toBe(cause);
	}
});

it('an error names the record that the service does not have', () => {
	const { message } = shownFor(responseFailure(404, body('classroomSlotNotFound')));
	expect(message).toBe('The service has no classroom slot with this ID');
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
	[{ isOther: true }, 'CERT', 'You can turn on Ignore SSL Issues (Insecure)'],
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

it.each<[codes: string, isTransient: boolean, cause: unknown, kind: FailureKind, byProxy?: string]>(
	[
		['ECONNREFUSED', true, later, 'connectionRefused', 'proxyUnreachable'],
		[
			...(['ECONNRESET EPIPE ERR_STREAM_PREMATURE_CLOSE ERR_BODY_INCOMPLETE', true] as const),
			...([later, 'connectionLost'] as const),
		],
		['ENOTFOUND EAI_AGAIN', true, later, 'hostNotFound', 'proxyUnreachable'],
		['ETIMEDOUT ESOCKETTIMEDOUT ECONNABORTED', true, later, 'timeout'],
		['EHOSTUNREACH ENETUNREACH', true, later, 'unreachable', 'proxyUnreachable'],
		['DEPTH_ZERO_SELF_SIGNED_CERT CERT_HAS_EXPIRED', false, setup, 'untrustedCertificate'],
		['ERR_TLS_CERT_ALTNAME_INVALID', false, setup, 'untrustedCertificate'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false, setup, 'untrustedCertificate'],
		['EPROTO ERR_SSL_WRONG_VERSION_NUMBER', false, setup, 'notHttps'],
		['HPE_HEADER_OVERFLOW', false, undefined, 'headersTooLong'],
		['HPE_INVALID_CONSTANT', false, undefined, 'notHttp'],
		['toString', false, later, 'unreachable'],
	],
)('explains %s (transient: %s)', (codes, isTransient, cause, kind, byProxy = kind) => {
	for (const code of codes.split(' ')) {
		const failure = systemFailure(code);
		expect(failure).toMatchObject({ kind, isTransient, reason: code });
		expect(shownFor(failure).schedulerCause).toBe(cause);
		expect(systemFailure(code, true)).toMatchObject({ kind: byProxy, isTransient });
	}
});

it.each([
	['Z_DATA_ERROR', 'corrupted'],
	['HPE_INVALID_CHUNK_SIZE', 'corrupted'],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'corrupted'],
	['ECONNRESET', 'connectionLost'],
	['ETIMEDOUT', 'timeout'],
])('a request whose response body fails with %s is worth retrying', (reason, kind) => {
	expect(brokenBodyFailure(reason)).toMatchObject({ kind, reason, isTransient: true });
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
