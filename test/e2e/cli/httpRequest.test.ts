import { startProxy, type Proxy } from '../../proxy';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import { httpRequest, workflow } from '../harness/workflow';

let sandbox: Sandbox;
let selfSigned: Sandbox;
let known: Sandbox;
let proxy: Proxy;
let elsewhere: Witness;
let n8n: N8n;
let execution: StoredExecution;
let executionOfKnown: StoredExecution;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 3 });
	selfSigned = await startSandbox({ groups: 2, tls: true });
	elsewhere = await startWitness();
	// Nothing leaves this machine: the proxy takes requests for the public service to a sandbox.
	known = await startSandbox({ groups: 4, tls: true, versionHeader: '360-api-version' });
	proxy = await startProxy({ 'app.360learning.com:443': new URL(known.origin).host });
	const account = credentialFor('account', sandbox);
	const checking = credentialFor('checking', selfSigned);
	const preset = credentialFor('preset', known, {
		...{ service: '360learning-eu', baseUrl: '', versionHeader: '', apiVersion: '' },
	});
	const ignoring = credentialFor('ignoring', selfSigned, { allowUnauthorizedCerts: true });
	const requests = workflow(
		'requests',
		[
			httpRequest('Own service', account, `${sandbox.baseUrl}/api/v2/courses`),
			httpRequest('Other host', account, `${elsewhere.origin}/api/v2/courses`),
		],
		httpRequest('Checked certificate', checking, `${selfSigned.baseUrl}/api/v2/courses`),
		httpRequest('Ignored certificate', ignoring, `${selfSigned.baseUrl}/api/v2/groups`),
	);
	const toKnown = workflow(
		'known',
		httpRequest('Known service', preset, 'https://app.360learning.com/api/v2/groups'),
	);
	n8n = await N8n.with({
		credentials: [account, checking, ignoring, preset],
		workflows: [requests, toKnown],
	});
	execution = await n8n.execute(requests);
	// The certificate is the sandbox's, and n8n 1 ignores Ignore SSL Issues behind such a proxy.
	const environment = { HTTPS_PROXY: proxy.url, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
	executionOfKnown = await n8n.execute(toKnown, environment);
});

afterAll(async () => {
	await Promise.all(
		[sandbox, selfSigned, known, elsewhere, proxy].map(async (service) => {
			await service.stop();
		}),
	);
	await n8n.remove();
});

describe("the credential in n8n's HTTP Request node", () => {
	it('signs requests to its own service', () => {
		expect(execution.json('Own service')).toEqual(sandbox.catalogue.list('courses'));
		expect(sandbox.journal.of('courses')).toMatchObject([
			{
				status: 200,
				headers: {
					authorization: expect.stringMatching(/^Bearer \S+$/) as string,
					[sandbox.versionHeader]: sandbox.apiVersion,
				},
			},
		]);
	});

	it('signs requests to a service that is known by its name, and gets its token there', () => {
		expect(executionOfKnown.json('Known service')).toEqual(known.catalogue.list('groups'));
		expect(known.journal.entries.map(({ kind }) => kind)).toEqual(['token', 'groups']);
		expect(known.journal.of('groups')[0]?.headers['360-api-version']).toBe('v2.0');
		const carried = proxy.carried.filter((line) => line.includes('360learning'));
		expect(new Set(carried)).toEqual(new Set(['CONNECT app.360learning.com:443']));
	});

	it('refuses any other host before a request leaves', () => {
		expect(elsewhere.requests).toEqual([]);
		const message = 'The request does not go to the service of this credential';
		expect(execution.json('Other host')).toMatchObject(
			Array.from({ length: 3 }, () => ({ error: { message } })),
		);
	});

	it('accepts a certificate that nobody has signed with Ignore SSL Issues only', () => {
		expect(execution.json('Checked certificate')).toMatchObject([{ error: {} }]);
		expect(execution.json('Ignored certificate')).toEqual(selfSigned.catalogue.list('groups'));
		expect(selfSigned.journal.of('courses')).toEqual([]);
		expect(selfSigned.journal.of('token')).toHaveLength(1);
	});
});
