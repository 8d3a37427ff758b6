import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { InstalledPackage } from '../harness';
import { listCourses } from '../lists';
import { startService } from '../service';

// Any node may use the credential, above all n8n's HTTP Request node, which can be pointed anywhere.
async function authenticate(credential: ICredentialDataDecryptedObject, request: object) {
	const installed = await InstalledPackage.load();
	const type = installed.getCredentialType('learningPlatformApi');
	if (typeof type.authenticate !== 'function') throw new Error('It is not a function.');
	return await type.authenticate(credential, request as IHttpRequestOptions);
}

/** A credential with a token, as n8n stores it. */
async function warmCredential() {
	const sandbox = await startService({ courses: 1 });
	const { credentialStore } = await listCourses(sandbox);
	const authorization = sandbox.journal.of('courses')[0]?.headers.authorization;
	return { credential: credentialStore, origin: sandbox.origin, authorization };
}

describe('a request to the service gets token and version header', () => {
	it.each<[string, (origin: string) => object]>([
		['with an address', (origin) => ({ url: `${origin}/api/v2/users?a=b` })],
		[
			'with an address in the form of n8n’s older request helper',
			(origin) => ({ uri: `${origin}/api/v2/users` }),
		],
		['with an address relative to a base', (origin) => ({ baseURL: origin, url: '/api/v2/users' })],
		['outside of the API', (origin) => ({ url: `${origin}/health` })],
	])('%s', async (_how, requestTo) => {
		const { credential, origin, authorization } = await warmCredential();
		const request = { ...requestTo(origin), headers: { 'x-kept': '1' } };
		const signed = await authenticate(credential, request);
		expect(signed).toMatchObject(request);
		expect(signed.headers).toEqual({
			'x-kept': '1',
			authorization,
			'service-api-version': 'v2.0',
		});
	});

	it('in place of an Authorization header of the request’s own', async () => {
		const { credential, origin, authorization } = await warmCredential();
		const headers = { Authorization: 'Basic YTpi' };
		const signed = await authenticate(credential, { url: origin, headers });
		expect(signed.headers).toEqual({ authorization, 'service-api-version': 'v2.0' });
	});

	it('and follows no redirect, in either of n8n’s request helpers', async () => {
		const { credential, origin } = await warmCredential();
		const signed = await authenticate(credential, { url: origin });
		expect(signed).toMatchObject({
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
		});
	});

	it('in place of a Host header, by which a proxy could pass the token on', async () => {
		const { credential, origin, authorization } = await warmCredential();
		const signed = await authenticate(credential, {
			url: origin,
			headers: { host: 'evil.example' },
		});
		expect(signed.headers).toEqual({ authorization, 'service-api-version': 'v2.0' });
	});

	it('with the base as it should be when it is the field Base URL, pasted with spaces', async () => {
		const { credential, origin } = await warmCredential();
		const baseUrl = ` ${origin}/api/v2/ `;
		const request = { baseURL: baseUrl, url: '/api/v2/courses' };
		const signed = await authenticate({ ...credential, baseUrl }, request);
		expect(signed.baseURL).toBe(origin);
	});

	it('with any other base left as the caller has it', async () => {
		const { credential, origin } = await warmCredential();
		const request = { baseURL: `${origin}/api/v2`, url: 'users' };
		expect((await authenticate(credential, request)).baseURL).toBe(`${origin}/api/v2`);
	});

	it.each([
		['checked', {}, {}],
		[
			'not checked with Ignore SSL Issues',
			{ allowUnauthorizedCerts: true },
			{ skipSslCertificateValidation: true, rejectUnauthorized: false },
		],
	])(
		'and its certificate is %s, in either of n8n’s request helpers',
		async (_how, field, flags) => {
			const { credential, origin } = await warmCredential();
			const signed: object = await authenticate({ ...credential, ...field }, { url: origin });
			const { skipSslCertificateValidation, rejectUnauthorized } = signed as Record<
				string,
				unknown
			>;
			expect({ skipSslCertificateValidation, rejectUnauthorized }).toEqual(flags);
		},
	);
});

describe('a request elsewhere is not sent', () => {
	it.each<[string, (origin: string) => object]>([
		['to another host', () => ({ url: 'https://evil.example/api/v2/courses' })],
		['to another host, with the older helper', () => ({ uri: 'https://evil.example/' })],
		['without an address', () => ({})],
	])('%s', async (_where, requestTo) => {
		const { credential, origin } = await warmCredential();
		await expect(authenticate(credential, requestTo(origin))).rejects.toMatchObject({
			message: 'The request does not go to the service of this credential',
			description: expect.stringContaining('It was not sent') as string,
		});
	});

	it('and the refusal does not look like a 401, which n8n would answer with a token request', async () => {
		const { credential } = await warmCredential();
		const refusal = authenticate(credential, { url: 'https://evil.example/' });
		await expect(refusal).rejects.not.toHaveProperty('response');
	});
});

it.each<[string, ICredentialDataDecryptedObject]>([
	['no token', { accessToken: '' }],
	['a token that the node did not store', { accessToken: 'abc' }],
	['a token of another client', { clientId: 'other' }],
	['a token of another secret', { clientSecret: 'other' }],
])('%s is refused before the request leaves, with a 401 of our own', async (_what, changes) => {
	const { credential, origin } = await warmCredential();
	const signing = authenticate({ ...credential, ...changes }, { url: origin });
	await expect(signing).rejects.toMatchObject({ response: { status: 401 } });
});
