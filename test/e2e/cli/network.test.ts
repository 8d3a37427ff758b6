import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProxy, type Proxy } from '../../proxy';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { httpRequest, list, workflow } from '../harness/workflow';

// An organization's network: a proxy is the only way out, and the certificate authority is private.

const HOST = 'app.360learning.com';

let sandbox: Sandbox;
let proxy: Proxy;
let n8n: N8n;
let trusting: StoredExecution;
let distrusting: StoredExecution;

beforeAll(async () => {
	// The proxy routes requests for the public service to a sandbox: nothing leaves this machine.
	const asPublic = { versionHeader: '360-api-version', tls: true };
	sandbox = await startSandbox({ courses: 30, coursePageSize: 10, groups: 4, ...asPublic });
	proxy = await startProxy({ [`${HOST}:443`]: new URL(sandbox.origin).host });
	const account = credentialFor('account', sandbox, {
		service: '360learning-eu',
		baseUrl: '',
		versionHeader: '',
		apiVersion: '',
	});
	const requests = workflow(
		'requests',
		list('List', account, { returnAll: true }),
		httpRequest('HTTP Request', account, `https://${HOST}/api/v2/groups`),
	);
	n8n = await N8n.with({ credentials: [account], workflows: [requests] });
	const authority = join(n8n.home, 'authority.pem');
	await writeFile(authority, sandbox.certificate ?? '');
	const environment = { HTTPS_PROXY: proxy.url };
	distrusting = await n8n.execute(requests, environment);
	trusting = await n8n.execute(requests, { ...environment, NODE_EXTRA_CA_CERTS: authority });
});

afterAll(async () => {
	await sandbox.stop();
	proxy.stop();
	await n8n.remove();
});

it('HTTPS_PROXY and NODE_EXTRA_CA_CERTS are enough to read the whole list', () => {
	expect(trusting.json('List')).toEqual(sandbox.catalogue.list('courses'));
});

it('the HTTP Request node signs its requests with the same token', () => {
	expect(trusting.json('HTTP Request')).toEqual(sandbox.catalogue.list('groups'));
	expect(sandbox.journal.of('groups')[0]?.headers['360-api-version']).toBe('v2.0');
});

it('the token and all pages go through the proxy', () => {
	const kinds = ['token', 'groups', 'courses', 'courses', 'courses'];
	expect(sandbox.journal.entries.map(({ kind }) => kind)).toEqual(kinds);
	expect(new Set(proxy.carried)).toEqual(new Set([`CONNECT ${HOST}:443`]));
});

it('without NODE_EXTRA_CA_CERTS, the error names the certificate', () => {
	expect(distrusting.error).toMatchObject({
		message: expect.stringContaining('certificate') as string,
	});
});
