import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { authenticateRequest } from '../../../nodes/LearningPlatform/authentication';
import {
	accountOf,
	fingerprintOf,
	readCredentialFields,
} from '../../../nodes/LearningPlatform/token';
import { throwingWorded } from '../worded';

// Any node can use the credential, and n8n's HTTP Request node can send requests to any host.
const origin = 'https://service.example';
const fields = { service: 'other', baseUrl: origin, clientId: 'id', clientSecret: 'secret' };
const fingerprint = fingerprintOf(readCredentialFields(fields));
const staleAt = Date.now() + 3_600_000;
const token = { accessToken: 'kept', staleAt, usableUntil: staleAt, fingerprint };
const rejectToken = (accessToken: string) => {
	accountOf(fingerprint).reject(JSON.stringify({ ...token, accessToken }));
};
const credential = { ...fields, accessToken: JSON.stringify(token) };

const authenticate = (data: ICredentialDataDecryptedObject, request: object) =>
	throwingWorded(authenticateRequest)(data, request as IHttpRequestOptions);

const RENEW = 'The access token must be renewed';
const ELSEWHERE = "The request is not for this credential's service";

describe('adds the token and the version header to a request', () => {
	const own = { authorization: 'Bearer kept', 'service-api-version': 'v2.0' };

	it.each<[how: string, request: object]>([
		['with a URL', { url: `${origin}/api/v2/users?a=b` }],
		['from the older request helper', { uri: `${origin}/api/v2/users` }],
		['with a base URL', { baseURL: `${origin}/api/v2`, url: 'users' }],
	])('%s', (_how, request) => {
		const signed = authenticate(credential, { ...request, headers: { 'x-kept': '1' } });
		expect(signed).toMatchObject(request);
		expect(signed.headers).toEqual({ 'x-kept': '1', ...own });
	});

	it.each([
		['Authorization', { Authorization: 'Basic YTpi' }],
		['Host', { host: 'evil.example' }],
	])("in place of the request's own %s header", (_which, headers) => {
		expect(authenticate(credential, { url: origin, headers }).headers).toEqual(own);
	});

	it('with a normalized base URL if the request has the URL exactly as it was pasted', () => {
		const baseUrl = ` ${origin}/api/v2/ `;
		const request = { baseURL: baseUrl, url: '/api/v2/courses' };
		expect(authenticate({ ...credential, baseUrl }, request).baseURL).toBe(origin);
	});

	it('and turns off redirects in both request helpers', () => {
		const none = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };
		expect(authenticate(credential, { url: origin })).toMatchObject(none);
	});

	it.each([false, true])('and takes Ignore SSL Issues from the credential: %p', (ignores) => {
		const ofNode = { skipSslCertificateValidation: !ignores, rejectUnauthorized: ignores };
		const own = { skipSslCertificateValidation: ignores, rejectUnauthorized: !ignores };
		const data = { ...credential, allowUnauthorizedCerts: ignores };
		for (const request of [{ url: origin }, { url: origin, ...ofNode }]) {
			expect(authenticate(data, request)).toMatchObject(own);
		}
	});

	it("and keeps the request's client certificate, but not its certificate authority", () => {
		const agentOptions = { cert: 'mine', key: 'mine', ca: 'mine' };
		const signed = authenticate(credential, { url: origin, agentOptions });
		expect(signed.agentOptions).toEqual({ cert: 'mine', key: 'mine' });
	});
});

it.each([
	['to a different host', { url: 'https://evil.example/api/v2/courses' }],
	['to a different host with the older request helper', { uri: 'https://evil.example/' }],
	['without a URL', {}],
])('rejects a request %s and does not ask n8n for a new token', (_where, request) => {
	let thrown: unknown;
	try {
		authenticate(credential, request);
	} catch (error) {
		thrown = error;
	}
	const description = expect.stringContaining('It was not sent') as string;
	expect(thrown).toMatchObject({ message: ELSEWHERE, description });
	expect(thrown).not.toHaveProperty('response');
});

describe('asks n8n for a new token in place of', () => {
	const stored = (changes: object) => ({ accessToken: JSON.stringify({ ...token, ...changes }) });

	it.each<[string, object]>([
		['no token', { accessToken: '' }],
		['text', { accessToken: 'abc' }],
		['a token for a different client ID', { clientId: 'other' }],
		['a token for a different client secret', { clientSecret: 'other' }],
		['a stale token', stored({ staleAt: Date.now() })],
		['a token that the service rejected', stored({ accessToken: 'rejected' })],
	])('%s', (_what, changes) => {
		for (const rejected of ['b', 'rejected', 'c']) rejectToken(rejected);
		const signing = () => authenticate({ ...credential, ...changes }, { url: origin });
		const response = { status: 401 };
		expect(signing).toThrow(expect.objectContaining({ message: RENEW, response }) as Error);
	});

	it('but not in place of a token that was rejected ten tokens ago', () => {
		rejectToken('long ago');
		for (let one = 0; one < 10; one += 1) rejectToken(`later ${one}`);
		const data = { ...credential, ...stored({ accessToken: 'long ago' }) };
		expect(authenticate(data, { url: origin }).headers?.authorization).toBe('Bearer long ago');
	});
});

it('rejects a request to the hidden base URL if Service is a preset', () => {
	const preset = { ...credential, service: '360learning-eu' };
	expect(() => authenticate(preset, { url: `${origin}/api/v2/courses` })).toThrow(ELSEWHERE);
});
