import {
	authenticateRequest,
	credentialForRequest,
	fingerprintOf,
	readCredentialFields,
	refuseToken,
} from '../../../nodes/LearningPlatform/token';

// What else `authenticate` does is seen from outside, in test/engine/credential/.
const fields = { baseUrl: 'https://service.example', clientId: 'id', clientSecret: 'secret' };
const fingerprint = fingerprintOf(readCredentialFields(fields));
const token = { accessToken: 'issued again', staleAt: Date.now() + 60_000, fingerprint };
const credential = { ...fields, accessToken: JSON.stringify(token) };

const forRequest = (obtained: string) =>
	credentialForRequest(credential, {
		proxy: undefined,
		mayStore: async () => await Promise.resolve(false),
		onExchange: () => undefined,
		obtained,
	});

const authorizationWith = (data: typeof credential | ReturnType<typeof forRequest>) =>
	authenticateRequest(data, { url: 'https://service.example/api/v2/courses' }).headers
		?.authorization;

describe('with a preset for Service', () => {
	const preset = { ...fields, service: '360learning-eu' };
	const fingerprintOfPreset = fingerprintOf(readCredentialFields(preset));
	const send = (tokenFingerprint: string, url: string) =>
		authenticateRequest(
			{ ...preset, accessToken: JSON.stringify({ ...token, fingerprint: tokenFingerprint }) },
			{ url },
		);

	it('a request to its address is sent, with its version header', () => {
		const url = 'https://app.360learning.com/api/v2/courses';
		expect(send(fingerprintOfPreset, url)).toMatchObject({
			url,
			headers: { '360-api-version': 'v2.0', authorization: 'Bearer issued again' },
		});
	});

	it('a request to the address in the hidden field is refused', () => {
		expect(() => send(fingerprintOfPreset, 'https://service.example/api/v2/courses')).toThrow(
			'The request does not go to the service of this credential',
		);
	});

	it('a token that was issued by the address in the hidden field is not sent', () => {
		expect(() => send(fingerprint, 'https://app.360learning.com/api/v2/courses')).toThrow(
			'The access token has to be renewed',
		);
	});
});

describe('a token that another request has just been refused with', () => {
	beforeEach(() => {
		refuseToken(fingerprint, 'issued again');
	});

	it('is sent by the request for which the service has issued it again', () => {
		expect(authorizationWith(forRequest('issued again'))).toBe('Bearer issued again');
	});

	it.each([
		['that got another one', () => forRequest('another')],
		['that got none', () => credential],
	])('is not sent by a request %s', (_which, dataOf) => {
		expect(() => authorizationWith(dataOf())).toThrow('The access token has to be renewed');
	});
});
