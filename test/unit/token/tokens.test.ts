import {
	authenticateRequest,
	fingerprintOf,
	mayRenewAtOnce,
	parseToken,
	readCredentialFields,
	refuseToken,
} from '../../../nodes/LearningPlatform/token';

const fields = { baseUrl: 'https://service.example', clientId: 'tokens', clientSecret: 'secret' };
const fingerprint = fingerprintOf(readCredentialFields(fields));

describe('a token is sent', () => {
	const token = { accessToken: 'a', staleAt: Date.now() + 60_000, fingerprint };

	it.each([
		['when it is the credential’s own, in time and not refused', token, true],
		['not when there is none', undefined, false],
		['not when it is another credential’s', { ...token, fingerprint: 'theirs' }, false],
		['not when it is about to expire', { ...token, staleAt: Date.now() }, false],
		['not when the service has refused it', { ...token, accessToken: 'refused' }, false],
	])('%s', (_when, stored, isSent) => {
		for (const refused of ['b', 'refused', 'c']) refuseToken(fingerprint, refused);
		const send = () =>
			authenticateRequest(
				{ ...fields, accessToken: JSON.stringify(stored) },
				{ url: 'https://service.example/api/v2/courses' },
			);
		if (isSent) expect(send().headers?.authorization).toBe('Bearer a');
		else expect(send).toThrow('The access token has to be renewed');
	});

	it('though it was refused, when ten others have been refused since', () => {
		const accessToken = JSON.stringify({ ...token, accessToken: 'long ago' });
		refuseToken(fingerprint, 'long ago');
		for (let one = 0; one < 10; one += 1) refuseToken(fingerprint, `later ${one}`);
		const url = 'https://service.example/api/v2/courses';
		const request = authenticateRequest({ ...fields, accessToken }, { url });
		expect(request.headers?.authorization).toBe('Bearer long ago');
	});
});

describe('a request whose token was refused is sent again', () => {
	it.each<[when: string, refusals: [token: string, ms: number][], isAtOnce: boolean]>([
		['at once', [['a', 0]], true],
		[
			'at once, like all that were sent with this token',
			[
				['a', 0],
				['a', 10],
			],
			true,
		],
		[
			'at once, when the token before it was refused five seconds ago',
			[
				['a', 0],
				['b', 5_000],
			],
			true,
		],
		[
			'after a wait, when another process takes the tokens away sooner',
			[
				['a', 0],
				['b', 4_999],
			],
			false,
		],
		[
			'after a wait, as long as that goes on',
			[
				['a', 0],
				['b', 4_000],
				['c', 8_000],
			],
			false,
		],
	])('%s', (when, refusals, isAtOnce) => {
		const now = jest.spyOn(performance, 'now');
		const answers = refusals.map(([token, ms]) => {
			now.mockReturnValue(ms);
			return mayRenewAtOnce(when, token);
		});
		now.mockRestore();
		expect(answers.at(-1)).toBe(isAtOnce);
	});
});

describe('what n8n stores', () => {
	it('is read back as it was written', () => {
		const token = { accessToken: 'abc.def-"ghi"', staleAt: 1_700_000_000_000, fingerprint: 'f' };
		expect(parseToken(JSON.stringify(token))).toEqual(token);
	});

	it.each([
		['an empty field', ''],
		['a missing field', undefined],
		['null', null],
		['text', 'not exchanged yet'],
		['a bare token', 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
		['a number', 42],
		['JSON that is null', 'null'],
		['a list', '[]'],
		['an object without fields', '{}'],
		['a token without its expiry', '{"accessToken":"a","fingerprint":"f"}'],
		['a token with an expiry in words', '{"accessToken":"a","staleAt":"soon","fingerprint":"f"}'],
		['a token of nobody', '{"accessToken":"a","staleAt":1}'],
		['an expiry of no token', '{"accessToken":7,"staleAt":1,"fingerprint":"f"}'],
	])('is no token when it is %s', (_what, stored) => {
		expect(parseToken(stored)).toBeUndefined();
	});
});
