import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	authenticateRequest,
	fingerprintOf,
	readCredentialFields,
	tokensOf,
} from '../../../nodes/LearningPlatform/token';

// Any node may use the credential, above all n8n's HTTP Request node, which can be pointed anywhere.
const origin = 'https://service.example';
const fields = { service: 'other', baseUrl: origin, clientId: 'id', clientSecret: 'secret' };
const fingerprint = fingerprintOf(readCredentialFields(fields));
const staleAt = Date.now() + 60_000;
const token = { accessToken: 'kept', staleAt, usableUntil: staleAt, fingerprint };
const refuseToken = (accessToken: string) => {
	tokensOf(fingerprint).refuse(JSON.stringify({ ...token, accessToken }));
};
const credential = { ...fields, accessToken: JSON.stringify(token) };

const authenticate = (data: ICredentialDataDecryptedObject, request: object) =>
	authenticateRequest(data, request as IHttpRequestOptions);

const RENEW = 'The access token has to be renewed';
const ELSEWHERE = 'The request does not go to the service of this credential';

describe('a request to the service gets token and version header', () => {
	const own = { authorization: 'Bearer kept', 'service-api-version': 'v2.0' };

	it.each<[how: string, request: object]>([
		['with an address', { url: `${origin}/api/v2/users?a=b` }],
		['in the form of n8n’s older request helper', { uri: `${origin}/api/v2/users` }],
		['relative to a base of the caller', { baseURL: `${origin}/api/v2`, url: 'users' }],
	])('%s', (_how, request) => {
		const signed = authenticate(credential, { ...request, headers: { 'x-kept': '1' } });
		expect(signed).toMatchObject(request);
		expect(signed.headers).toEqual({ 'x-kept': '1', ...own });
	});

	it.each([
		['Authorization header of the request’s own', { Authorization: 'Basic YTpi' }],
		['Host header, by which a proxy could pass the token on', { host: 'evil.example' }],
	])('in place of an %s', (_which, headers) => {
		expect(authenticate(credential, { url: origin, headers }).headers).toEqual(own);
	});

	it('with the base as it should be when it is the field Base URL, pasted with spaces', () => {
		const baseUrl = ` ${origin}/api/v2/ `;
		const request = { baseURL: baseUrl, url: '/api/v2/courses' };
		expect(authenticate({ ...credential, baseUrl }, request).baseURL).toBe(origin);
	});

	it('and follows no redirect, in either of n8n’s request helpers', () => {
		const none = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };
		expect(authenticate(credential, { url: origin })).toMatchObject(none);
	});

	it('and its certificate is checked, but for Ignore SSL Issues, in either of them', () => {
		const unchecked = { skipSslCertificateValidation: true, rejectUnauthorized: false };
		const ignoring = { ...credential, allowUnauthorizedCerts: true };
		expect(authenticate(ignoring, { url: origin })).toMatchObject(unchecked);
		for (const name of Object.keys(unchecked)) {
			expect(authenticate(credential, { url: origin })).not.toHaveProperty(name);
		}
	});
});

describe('a request elsewhere is not sent', () => {
	it.each([
		['to another host', { url: 'https://evil.example/api/v2/courses' }],
		['to another host, with the older helper', { uri: 'https://evil.example/' }],
		['without an address', {}],
	])(
		'%s, and does not look like a 401, which n8n would answer with a new token',
		(_where, request) => {
			let thrown: unknown;
			try {
				authenticate(credential, request);
			} catch (error) {
				thrown = error;
			}
			const description = expect.stringContaining('It was not sent') as string;
			expect(thrown).toMatchObject({ message: ELSEWHERE, description });
			expect(thrown).not.toHaveProperty('response');
		},
	);
});

describe('a token is refused before the request leaves, with a 401 of our own:', () => {
	const stored = (changes: object) => ({ accessToken: JSON.stringify({ ...token, ...changes }) });

	it.each<[string, object]>([
		['no token', { accessToken: '' }],
		['a token that the node did not store', { accessToken: 'abc' }],
		['a token of another client', { clientId: 'other' }],
		['a token of another secret', { clientSecret: 'other' }],
		['a token that is about to expire', stored({ staleAt: Date.now() })],
		['a token that the service has refused', stored({ accessToken: 'refused' })],
	])('%s', (_what, changes) => {
		for (const refused of ['b', 'refused', 'c']) refuseToken(refused);
		const signing = () => authenticate({ ...credential, ...changes }, { url: origin });
		const response = { status: 401 };
		expect(signing).toThrow(expect.objectContaining({ message: RENEW, response }) as Error);
	});

	it('but not when ten others have been refused since', () => {
		refuseToken('long ago');
		for (let one = 0; one < 10; one += 1) refuseToken(`later ${one}`);
		const data = { ...credential, ...stored({ accessToken: 'long ago' }) };
		expect(authenticate(data, { url: origin }).headers?.authorization).toBe('Bearer long ago');
	});
});

it('with a preset for Service a request to the address in the hidden field is not sent', () => {
	const preset = { ...credential, service: '360learning-eu' };
	expect(() => authenticate(preset, { url: `${origin}/api/v2/courses` })).toThrow(ELSEWHERE);
});
