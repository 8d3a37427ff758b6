import {
	CredentialError,
	errorFromBrokenBody,
	errorFromResponse,
	errorFromSystem,
	ServiceError,
} from '../../../../nodes/LearningPlatform/transport/errors/serviceError';
import { UserFacingError } from '../../../../nodes/LearningPlatform/transport/errors/userFacingError';

describe('a response is explained with what the service said:', () => {
	it.each([
		['a code', 401, '{"error":"invalid_token"}', 'The service answered 401: "invalid_token".'],
		[
			'a code and a message',
			404,
			'{"error":{"code":"courseNotFound","message":"No such course"}}',
			'The service answered 404: "courseNotFound: No such course".',
		],
		['text', 403, '"Missing scope"', 'The service answered 403: "Missing scope".'],
		['unknown JSON', 400, '{"foo":1}', 'The service answered 400.'],
		[
			'a web page',
			502,
			'<html><h1>Bad</h1></html>',
			'The service answered 502 with a web page instead of data.',
		],
		['nothing', 503, '', 'The service answered 503 without a body.'],
		['nothing, in a success', 204, '', 'The service answered 204 without a body.'],
	])('%s', (_what, status, body, sentence) => {
		const error = errorFromResponse(status, body);
		expect(error).toBeInstanceOf(ServiceError);
		expect(error.reason).toBe(String(status));
		expect(error.description).toMatch(/^[A-Z].*\. The service answered/);
		expect(error.description).toContain(sentence);
		expect(`${error.message} ${error.description}`).not.toMatch(/[<>{}]/);
	});
});

it.each([
	[200, false],
	[302, false],
	[400, false],
	[401, false],
	[403, false],
	[404, false],
	[408, true],
	[429, true],
	[500, true],
	[501, false],
	[502, true],
	[503, true],
	[504, true],
	[505, false],
	[519, false],
	[520, true],
	[527, true],
	[528, false],
])('a request may be sent again after %d: %s', (status, isTransient) => {
	expect(errorFromResponse(status, '').isTransient).toBe(isTransient);
});

it('the time that the service asks for is passed on', () => {
	expect(errorFromResponse(503, '', 7_000).retryAfterMs).toBe(7_000);
	expect(errorFromResponse(503, '').retryAfterMs).toBeUndefined();
});

it('a request without a response is explained with the system’s code', () => {
	const error = errorFromSystem('ECONNREFUSED');
	expect(error).toMatchObject({ reason: 'ECONNREFUSED', isTransient: true });
	expect(error.message).toBe('The host of the platform refused the connection');
	expect(error.description).toMatch(/^Check Service .* \(ECONNREFUSED\)$/);
});

it.each([
	['Z_DATA_ERROR', 'The answer of the service arrived damaged'],
	['Z_BUF_ERROR', 'The answer of the service arrived damaged'],
	['HPE_INVALID_CHUNK_SIZE', 'The answer of the service arrived damaged'],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'The answer of the service arrived damaged'],
	['ECONNRESET', 'The connection to the service broke'],
	['ETIMEDOUT', 'The service did not answer in time'],
])('a body that broke with %s may come whole the next time', (code, message) => {
	const error = errorFromBrokenBody(code);
	expect(error).toMatchObject({ message, reason: code, isTransient: true });
	expect(error.description).toMatch(new RegExp(`^Try again later\\..*\\(${code}\\)$`));
});

it('an error has nothing by which n8n would take it for one of its own', () => {
	const names = Object.keys(errorFromResponse(401, '{"error":"invalid_token"}'));
	expect(names.sort()).toEqual([
		'answer',
		'description',
		'isTransient',
		'name',
		'reason',
		'remedy',
		'retryAfterMs',
		'schedulerFailure',
	]);
	expect(new ServiceError('What', 'How')).toMatchObject({
		name: 'ServiceError',
		reason: 'none',
		isTransient: false,
	});
});

describe("n8n's scheduler is told why it failed:", () => {
	const transient = { isTransient: true, retryAfterMs: 2_000 };

	it.each<[what: string, error: UserFacingError, failure: object | undefined]>([
		['400', errorFromResponse(400, ''), { cause: 'configuration-invalid' }],
		['401', errorFromResponse(401, ''), { cause: 'credential-invalid' }],
		['403', errorFromResponse(403, ''), { cause: 'configuration-invalid' }],
		['404', errorFromResponse(404, '', 9_000), { cause: 'configuration-invalid' }],
		['418', errorFromResponse(418, ''), { cause: 'configuration-invalid' }],
		['301', errorFromResponse(301, ''), { cause: 'credential-invalid' }],
		['408', errorFromResponse(408, ''), { cause: 'temporarily-unavailable' }],
		['429', errorFromResponse(429, ''), { cause: 'rate-limited' }],
		[
			'429 with a wait',
			errorFromResponse(429, '', 9_000),
			{ cause: 'rate-limited', retryAfterMs: 9_000 },
		],
		['501', errorFromResponse(501, ''), { cause: 'temporarily-unavailable' }],
		[
			'503 with a wait',
			errorFromResponse(503, '', 9_000),
			{ cause: 'temporarily-unavailable', retryAfterMs: 9_000 },
		],
		['999', errorFromResponse(999, ''), undefined],
		[
			'a course that is gone',
			errorFromResponse(404, '{"error":"courseNotFound"}'),
			{ cause: 'configuration-invalid' },
		],
		[
			'a bulk operation that has not run',
			errorFromResponse(400, '{"error":"bulkOperationNotRun"}'),
			{ cause: 'temporarily-unavailable' },
		],
		['no name server', errorFromSystem('EAI_AGAIN'), { cause: 'temporarily-unavailable' }],
		['no answer', errorFromSystem('no response'), { cause: 'temporarily-unavailable' }],
		['a certificate', errorFromSystem('CERT_HAS_EXPIRED'), { cause: 'configuration-invalid' }],
		['a broken body', errorFromBrokenBody('ECONNRESET'), { cause: 'temporarily-unavailable' }],
		['a wrong credential', new CredentialError('No', 'Enter.'), { cause: 'credential-invalid' }],
		['a wrong parameter', new UserFacingError('No', 'Enter.'), { cause: 'configuration-invalid' }],
		[
			'a slow service',
			new UserFacingError('No', 'Wait.', 'temporarily-unavailable'),
			{ cause: 'temporarily-unavailable' },
		],
		[
			'a token service that is down',
			new ServiceError('No', 'Wait.', transient),
			{ cause: 'temporarily-unavailable', retryAfterMs: 2_000 },
		],
		['an answer that is no list', new ServiceError('What', 'How'), undefined],
	])('%s', (_what, error, failure) => {
		expect(error.schedulerFailure).toEqual(failure);
	});
});
