import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import { httpRequest, workflow } from '../harness/workflow';

let sandbox: Sandbox;
let elsewhere: Witness;
let n8n: N8n;
let execution: StoredExecution;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 3 });
	elsewhere = await startWitness();
	const account = credentialFor('account', sandbox);
	const requests = workflow('requests', [
		httpRequest('Own service', account, `${sandbox.baseUrl}/api/v2/courses`),
		httpRequest('Other host', account, `${elsewhere.origin}/api/v2/courses`),
	]);
	n8n = await N8n.with({ credentials: [account], workflows: [requests] });
	execution = await n8n.execute(requests);
});

afterAll(async () => {
	await Promise.all([sandbox.stop(), elsewhere.stop()]);
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
});
