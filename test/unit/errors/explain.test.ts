import {
	credentialError,
	errorFromBrokenBody,
	errorFromRefusedToken,
	errorFromResponse,
	errorFromSystem,
	serviceError,
	UserFacingError,
} from '../../../nodes/LearningPlatform/errors';

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
		expect(error).toBeInstanceOf(UserFacingError);
		expect(error.reason).toBe(String(status));
		expect(error.description).toMatch(/^[A-Z].*\. The service answered/);
		expect(error.description).toContain(sentence);
		expect(`${error.message} ${error.description}`).not.toMatch(/[<>{}]/);
	});
});

it.each([
	[204, false],
	[302, false],
	[400, false],
	[401, false],
	[403, false],
	[404, false],
	[408, true],
	[425, true],
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
	[529, true],
	[530, true],
	[598, true],
	[599, true],
])('a request may be sent again after %d: %s', (status, isTransient) => {
	expect(errorFromResponse(status, '').isTransient).toBe(isTransient);
});

it('a 403 that says when to come back is a limit, unless a scope is missing', () => {
	expect(errorFromResponse(403, '', 0)).toMatchObject({ isTransient: true, retryAfterMs: 0 });
	expect(errorFromResponse(403, '{"error":"invalid_scope"}', 0).isTransient).toBe(false);
});

it('a new token that is refused may be replaced by another one, whatever the status', () => {
	const error = errorFromRefusedToken(403, '{"error":"invalid_token"}');
	expect(error).toMatchObject({ reason: '401', isTransient: true });
	expect(error.schedulerFailure).toEqual({ cause: 'credential-invalid' });
	expect(error.description).toContain('The service answered 403: "invalid_token".');
});

it('the time that the service asks for is passed on', () => {
	expect(errorFromResponse(503, '', 7_000).retryAfterMs).toBe(7_000);
	expect(errorFromResponse(503, '').retryAfterMs).toBeUndefined();
});

it('a request without a response is explained with the system’s code', () => {
	const error = errorFromSystem('ECONNREFUSED');
	expect(error).toMatchObject({ reason: 'ECONNREFUSED', isTransient: true });
	expect(error.message).toBe('The host of the platform refused the connection');
	expect(error.step).toMatch(/^Check Service /);
	expect(error.description).toMatch(/^A firewall .* \(ECONNREFUSED\)$/);
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
	expect(`${error.step} ${error.description}`).toMatch(new RegExp(`^ ?Try again .*\\(${code}\\)$`));
});

it('an error has nothing by which n8n would take it for one of its own', () => {
	const names = Object.keys(errorFromResponse(401, '{"error":"invalid_token"}'));
	expect(names.sort()).toEqual([
		'answer',
		'description',
		'isTransient',
		'name',
		'page',
		'reason',
		'remedy',
		'retryAfterMs',
		'schedulerCause',
		'step',
	]);
	expect(serviceError('What', 'How')).toMatchObject({
		name: 'UserFacingError',
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
		['a wrong credential', credentialError('No', 'Enter.'), { cause: 'credential-invalid' }],
		['a wrong parameter', new UserFacingError('No', 'Enter.'), { cause: 'configuration-invalid' }],
		[
			'a slow service',
			new UserFacingError('No', 'Wait.', { schedulerCause: 'temporarily-unavailable' }),
			{ cause: 'temporarily-unavailable' },
		],
		[
			'a token service that is down',
			serviceError('No', 'Wait.', transient),
			{ cause: 'temporarily-unavailable', retryAfterMs: 2_000 },
		],
		['an answer that is no list', serviceError('What', 'How'), undefined],
	])('%s', (_what, error, failure) => {
		expect(error.schedulerFailure).toEqual(failure);
	});
});

describe('a code of the system is explained:', () => {
	it.each([
		['ECONNREFUSED', true, 'The host of the platform refused the connection'],
		['ECONNRESET', true, 'The connection to the service broke'],
		['EPIPE', true, 'The connection to the service broke'],
		['ERR_STREAM_PREMATURE_CLOSE', true, 'The connection to the service broke'],
		['ERR_BODY_INCOMPLETE', true, 'The connection to the service broke'],
		['ENOTFOUND', true, 'The host of the platform cannot be found'],
		['EAI_AGAIN', true, 'The host of the platform cannot be looked up right now'],
		['ETIMEDOUT', true, 'The service did not answer in time'],
		['ESOCKETTIMEDOUT', true, 'The service did not answer in time'],
		['ECONNABORTED', true, 'The service did not answer in time'],
		['EHOSTUNREACH', true, 'The host of the platform cannot be reached'],
		['ENETUNREACH', true, 'The host of the platform cannot be reached'],
		['ERR_BODY_SLOW', true, 'The answer of the service came too slowly'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', false, 'The certificate of the platform is not trusted'],
		['CERT_HAS_EXPIRED', false, 'The certificate of the platform is not trusted'],
		['ERR_TLS_CERT_ALTNAME_INVALID', false, 'The certificate of the platform is not trusted'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false, 'The certificate of the platform is not trusted'],
		['EPROTO', false, 'The certificate of the platform is not trusted'],
		['HPE_HEADER_OVERFLOW', false, 'The headers of the answer are too long'],
		[
			'HPE_INVALID_CONSTANT',
			false,
			'The host of the platform answered with something that is not HTTP',
		],
		['no response', false, 'The host of the platform cannot be reached'],
		['EWHATEVER', false, 'The host of the platform cannot be reached'],
		['toString', false, 'The host of the platform cannot be reached'],
	])('%s, worth another try: %s', (code, isTransient, message) => {
		expect(errorFromSystem(code)).toMatchObject({ isTransient, message });
	});
});

it.each(['ETIMEDOUT', 'ECONNRESET', 'CERT_HAS_EXPIRED', 'no response'])(
	'%s comes without advice on options that only some nodes have',
	(code) => {
		const { description, remedy } = errorFromSystem(code);
		expect(description).not.toContain('Request Options');
		expect(remedy).toBe(code === 'ETIMEDOUT' ? 'raiseTimeout' : undefined);
	},
);

it.each([
	['ECONNREFUSED', 'The proxy cannot be reached'],
	['ENOTFOUND', 'The proxy cannot be reached'],
	['EHOSTUNREACH', 'The proxy cannot be reached'],
	['ECONNRESET', 'The connection to the service broke'],
	['CERT_HAS_EXPIRED', 'The certificate of the platform is not trusted'],
])('with a proxy %s means: %s', (code, message) => {
	const { isTransient } = errorFromSystem(code);
	expect(errorFromSystem(code, true)).toMatchObject({ message, isTransient });
});
