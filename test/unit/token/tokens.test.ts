import { parseToken, refuseToken } from '../../../nodes/LearningPlatform/token';
import { stateOf } from '../../../nodes/LearningPlatform/token/tokens';

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
			return refuseToken(when, token);
		});
		now.mockRestore();
		expect(answers.at(-1)).toBe(isAtOnce);
	});
});

it('nor does it wait when another request has a new token by then', () => {
	for (const token of ['a', 'b']) refuseToken('by then', token);
	expect(refuseToken('by then', 'b')).toBe(false);
	const staleAt = Date.now() + 60_000;
	stateOf('by then').latestToken = { accessToken: 'c', staleAt, fingerprint: 'by then' };
	expect(refuseToken('by then', 'b')).toBe(true);
});

describe('what n8n stores', () => {
	it('is read back as it was written', () => {
		const token = { accessToken: 'abc.def-"ghi"', staleAt: 1_700_000_000_000, fingerprint: 'f' };
		expect(parseToken(JSON.stringify(token))).toEqual(token);
	});

	it.each([
		['a missing field', undefined],
		['text', 'not exchanged yet'],
		['a number', 42],
		['an object without fields', '{}'],
		['a token without its expiry', '{"accessToken":"a","fingerprint":"f"}'],
		['a token with an expiry in words', '{"accessToken":"a","staleAt":"soon","fingerprint":"f"}'],
		['a token of nobody', '{"accessToken":"a","staleAt":1}'],
		['an expiry of no token', '{"accessToken":7,"staleAt":1,"fingerprint":"f"}'],
	])('is no token when it is %s', (_what, stored) => {
		expect(parseToken(stored)).toBeUndefined();
	});
});
