import {
	fingerprintOf,
	parseToken,
	serializeToken,
	staleAtOf,
} from '../../../../nodes/LearningPlatform/transport/token/storedToken';

describe('a token is replaced', () => {
	it.each([
		['a minute before the end of its hour, given as text', '3600', 3_540_000],
		['a minute before the end of its hour, given as a number', 3600, 3_540_000],
		['a minute before the end of a day', 86_400, 86_340_000],
		['a minute before the end of ten minutes', 600, 540_000],
		['at nine tenths of a lifetime of less', 100, 90_000],
		['at nine tenths of a second', '1', 900],
		['at nine tenths of half a second', '0.5', 450],
		['after an hour less a minute when the lifetime is missing', undefined, 3_540_000],
		['the same when it is null', null, 3_540_000],
		['the same when it is empty', '', 3_540_000],
		['the same when it is not a number', 'soon', 3_540_000],
		['the same when it is an object', {}, 3_540_000],
		['the same when it is nothing', 0, 3_540_000],
		['the same when it is negative', -1, 3_540_000],
		['the same when it is endless', 'Infinity', 3_540_000],
	])('%s', (_when, expiresIn, afterMs) => {
		expect(staleAtOf(1_000_000, expiresIn)).toBe(1_000_000 + afterMs);
	});
});

describe('a fingerprint', () => {
	const fields = {
		baseUrl: 'https://service.example',
		clientId: 'id',
		clientSecret: 'secret',
		versionHeader: 'service-api-version',
		apiVersion: 'v2.0',
		allowUnauthorizedCerts: false,
	};

	it.each([
		['the base URL', { baseUrl: 'https://other.example' }],
		['the path prefix', { baseUrl: 'https://service.example/prefix' }],
		['the client ID', { clientId: 'other' }],
		['the client secret', { clientSecret: 'other' }],
		['where one field ends and the next begins', { clientId: 'ids', clientSecret: 'ecret' }],
	])('changes with %s', (_what, changes) => {
		expect(fingerprintOf({ ...fields, ...changes })).not.toBe(fingerprintOf(fields));
	});

	it('is the same for the same service and client, whatever the version header', () => {
		const other = { ...fields, versionHeader: 'x-version', apiVersion: 'v3' };
		expect(fingerprintOf(other)).toBe(fingerprintOf(fields));
	});

	it('does not tell what it was made of', () => {
		expect(fingerprintOf(fields)).toMatch(/^[\w-]{43}$/);
		expect(fingerprintOf(fields)).not.toContain('secret');
	});
});

describe('what n8n stores', () => {
	const token = { accessToken: 'abc.def-"ghi"', staleAt: 1_700_000_000_000, fingerprint: 'f' };

	it('is read back as it was written', () => {
		expect(parseToken(serializeToken(token))).toEqual(token);
	});

	it('is one string', () => {
		expect(typeof serializeToken(token)).toBe('string');
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
