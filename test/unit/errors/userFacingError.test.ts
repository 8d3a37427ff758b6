import {
	credentialError,
	errorFromResponse,
	inWordsOf,
	serviceError,
	UserFacingError,
} from '../../../nodes/LearningPlatform/errors';

it('an error has nothing by which n8n would take it for one of its own', () => {
	const names = Object.keys(errorFromResponse(401, '{"error":"invalid_token"}'));
	expect(names.sort()).toEqual([
		'answer',
		'description',
		'isTransient',
		'lacks',
		'name',
		'page',
		'reason',
		'retryAfterMs',
		'schedulerCause',
		'serviceCode',
		'step',
	]);
});

it('anything else than an error of ours stays as it is', () => {
	const other = new Error('Check Service');
	expect(inWordsOf(other, { isOther: true })).toBe(other);
});

describe("n8n's scheduler is told why it failed:", () => {
	it.each<[what: string, error: UserFacingError, failure: object | undefined]>([
		['a wrong credential', credentialError('No', 'Enter.'), { cause: 'credential-invalid' }],
		['a wrong parameter', new UserFacingError('No', 'Enter.'), { cause: 'configuration-invalid' }],
		[
			'what somebody has to act on, whatever wait is asked for',
			errorFromResponse(404, '', 9_000),
			{ cause: 'configuration-invalid' },
		],
		[
			'a limit, with its wait',
			errorFromResponse(429, '', 9_000),
			{ cause: 'rate-limited', retryAfterMs: 9_000 },
		],
		[
			'what may pass, with its wait',
			serviceError('No', 'Wait.', { isTransient: true, retryAfterMs: 2_000 }),
			{ cause: 'temporarily-unavailable', retryAfterMs: 2_000 },
		],
		['an answer that is no list', serviceError('What', 'How'), undefined],
	])('%s', (_what, error, failure) => {
		expect(error.schedulerFailure).toEqual(failure);
	});
});
