import type { INodeParameters } from 'n8n-workflow';

import { type Sandbox } from '../../sandbox';
import { StoredCredential, testCredential } from '../harness';
import { expectAllCourses, listCourses } from '../lists';
import { type Proxy, startProxy } from '../proxy';
import { atEndOfTest, n8nGlobal, outcomes, startService } from '../service';

// A proxy routes requests for the public service to a sandbox, so nothing leaves this machine.
const hosts = [
	['360learning-eu', 'app.360learning.com'],
	['360learning-us', 'app.us.360learning.com'],
] as const;

let sandbox: Sandbox;
let proxy: Proxy;

beforeEach(async () => {
	sandbox = await startService({ courses: 3, tls: true, versionHeader: '360-api-version' });
	// The certificate is the sandbox's, and a preset's form has no Ignore SSL Issues field.
	n8nGlobal.process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
	atEndOfTest(() => delete n8nGlobal.process.env.NODE_TLS_REJECT_UNAUTHORIZED);
	const { host } = new URL(sandbox.origin);
	proxy = await startProxy(Object.fromEntries(hosts.map(([, name]) => [`${name}:443`, host])));
});

const credentialWith = (service: string) =>
	new StoredCredential({
		service,
		clientId: sandbox.clientId,
		clientSecret: sandbox.clientSecret,
		// These values were entered before the preset was chosen; n8n keeps the values of hidden fields.
		baseUrl: 'https://left.over.example',
		versionHeader: 'left-over',
		apiVersion: 'v1',
		accessToken: '',
	});

describe.each(hosts)('the preset %s', (service, host) => {
	const carried = [`CONNECT ${host}:443`, `CONNECT ${host}:443`];

	it("receives a node's requests, with the preset's version header", async () => {
		const parameters: INodeParameters = { requestOptions: { proxy: proxy.url } };
		const { items } = await listCourses(credentialWith(service), parameters);
		expectAllCourses(items, sandbox);
		expect(outcomes(sandbox)).toEqual(['token 200', 'courses 200']);
		expect(proxy.carried).toEqual(carried);
	});

	it('points to Service in an error about the address', async () => {
		sandbox.faults.add({ on: { kind: 'token' }, status: 404 });
		const parameters: INodeParameters = { requestOptions: { proxy: proxy.url } };
		const { error } = await listCourses(credentialWith(service), parameters);
		expect(error?.message).toBe(
			"There is no API at the platform's address (status 404) (courses, page 1). Check Service in the credential.",
		);
		expect(error?.description).not.toMatch(/Base URL|Other/);
	});

	it('receives the credential test', async () => {
		const { env } = n8nGlobal.process;
		const { HTTPS_PROXY } = env;
		env.HTTPS_PROXY = proxy.url;
		try {
			expect((await testCredential(credentialWith(service))).message).toBe(
				'Connection successful!',
			);
		} finally {
			if (HTTPS_PROXY === undefined) delete env.HTTPS_PROXY;
			else env.HTTPS_PROXY = HTTPS_PROXY;
		}
		expect(outcomes(sandbox)).toEqual(['token 200', 'courses 200']);
		expect(proxy.carried).toEqual(carried);
	});
});
