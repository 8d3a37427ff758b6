import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import { httpRequest, workflow } from '../harness/workflow';

let sandbox: Sandbox;
let selfSigned: Sandbox;
let elsewhere: Witness;
let n8n: N8n;
let execution: StoredExecution;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 3 });
	selfSigned = await startSandbox({ groups: 2, tls: true });
	elsewhere = await startWitness();
	const account = credentialFor('account', sandbox);
	const checking = credentialFor('checking', selfSigned);
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
	n8n = await N8n.with({
		credentials: [account, checking, ignoring],
		workflows: [requests],
	});
	execution = await n8n.execute(requests);
});

afterAll(async () => {
	await Promise.all(
		[sandbox, selfSigned, elsewhere].map(async (service) => {
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
