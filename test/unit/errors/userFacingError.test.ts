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

it("another program's error stays unchanged", () => {
	const other = new Error('Check Service');
	expect(inWordsOf(other, { isOther: true })).toBe(other);
});

it.each<[what: string, error: UserFacingError, failure: object | undefined]>([
	['about a wrong credential', credentialError('No', 'Enter.'), { cause: 'credential-invalid' }],
	['about a wrong value', new UserFacingError('No', 'Enter.'), { cause: 'configuration-invalid' }],
	[
		'about a permanent failure, without a wait',
		errorFromResponse(404, '', 9_000),
		{ cause: 'configuration-invalid' },
	],
	[
		'about a rate limit and its wait',
		errorFromResponse(429, '', 9_000),
		{ cause: 'rate-limited', retryAfterMs: 9_000 },
	],
	[
		'about a transient failure and its wait',
		serviceError('No', 'Wait.', { isTransient: true, retryAfterMs: 2_000 }),
		{ cause: 'temporarily-unavailable', retryAfterMs: 2_000 },
	],
	['nothing about an unusable response', serviceError('What', 'How'), undefined],
])("tells n8n's scheduler %s", (_what, error, failure) => {
	expect(error.schedulerFailure).toEqual(failure);
});
