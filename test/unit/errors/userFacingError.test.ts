import {
	credentialError,
	errorFromResponse,
	inWordsOf,
	serviceError,
	UserFacingError,
} from '../../../nodes/LearningPlatform/errors';

it('an error has no property that n8n would mistake for a response or one of its own errors', () => {
	const error = errorFromResponse(401, '{"error":"invalid_token"}');
	for (const name of ['response', 'status', 'statusCode', 'httpCode', 'code', 'cause']) {
		expect(error).not.toHaveProperty(name);
	}
});

it('other errors stay unchanged', () => {
	const other = new Error('Check Service');
	expect(inWordsOf(other, { isOther: true })).toBe(other);
});

it.each<[what: string, error: UserFacingError, failure: object | undefined]>([
	['a wrong credential', credentialError('No', 'Enter.'), { cause: 'credential-invalid' }],
	['a wrong parameter', new UserFacingError('No', 'Enter.'), { cause: 'configuration-invalid' }],
	[
		'a lasting failure, without its wait',
		errorFromResponse(404, '', 9_000),
		{ cause: 'configuration-invalid' },
	],
	[
		'a rate limit, with its wait',
		errorFromResponse(429, '', 9_000),
		{ cause: 'rate-limited', retryAfterMs: 9_000 },
	],
	[
		'a transient failure, with its wait',
		serviceError('No', 'Wait.', { isTransient: true, retryAfterMs: 2_000 }),
		{ cause: 'temporarily-unavailable', retryAfterMs: 2_000 },
	],
	['nothing about an unusable answer', serviceError('What', 'How'), undefined],
])("tells n8n's scheduler %s", (_what, error, failure) => {
	expect(error.schedulerFailure).toEqual(failure);
});
