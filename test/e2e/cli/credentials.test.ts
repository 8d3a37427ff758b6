import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { createOwner, ownersCall } from '../harness/owner';
import { startN8n, type N8nServer } from '../harness/server';
import type { StoredExecution } from '../harness/storedExecution';
import { list, type ImportedCredential, workflow } from '../harness/workflow';

// Credentials that nobody has entered in the form of this version: from older ones, from files, from n8n's public API.

let sandbox: Sandbox;
let n8n: N8n;
let execution: StoredExecution;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 3 });
	const { baseUrl, clientId, clientSecret } = sandbox;
	const least = (id: string, data: IDataObject): ImportedCredential => ({
		...credentialFor(id, sandbox),
		data: { clientId, clientSecret, ...data },
	});
	const credentials = [
		// Version 0.1.0 had no field Service.
		credentialFor('of 0.1.0', sandbox),
		least('with a base URL alone', { baseUrl }),
		least('for another service', { service: 'other', baseUrl }),
		least('saved after an exchange', { service: '', baseUrl }),
		least('without a service', {}),
	];
	const lists = credentials.map((credential) =>
		list(credential.id, credential, {}, { onError: 'continueRegularOutput' }),
	);
	const courses = workflow('courses', ...lists);
	n8n = await N8n.with({ credentials, workflows: [courses] });
	execution = await n8n.execute(courses);
});

afterAll(async () => {
	await sandbox.stop();
	await n8n.remove();
});

it.each([
	...['of 0.1.0', 'with a base URL alone', 'for another service', 'saved after an exchange'],
])('a credential %s lists courses', (which) => {
	expect(execution.json(which)).toEqual(sandbox.catalogue.list('courses'));
});

it('a credential without a service says to choose one', () => {
	const error = expect.stringContaining(
		'No service is chosen in the credential. Choose your platform under Service',
	) as string;
	expect(execution.json('without a service')).toMatchObject([{ error }]);
});

describe("n8n's public API takes", () => {
	let server: N8nServer;
	let apiKey: string;

	beforeAll(async () => {
		server = await startN8n(n8n.major, n8n.home);
		const owner = ownersCall(server.url, await createOwner(server.url));
		const key = { label: 'test', scopes: ['credential:create'], expiresAt: null };
		({ rawApiKey: apiKey } = await owner<{ rawApiKey: string }>('api-keys', key));
	});

	afterAll(async () => {
		await server.stop();
	});

	it.each<[string, IDataObject, number]>([
		['a base URL', { baseUrl: 'https://app.example.com' }, 200],
		['a base URL and Other', { service: 'other', baseUrl: 'https://app.example.com' }, 200],
		[
			'all fields of 0.1.0',
			{ baseUrl: 'https://app.example.com', versionHeader: 'x-version', apiVersion: 'v2.0' },
			200,
		],
		['a service of the list', { service: '360learning-eu' }, 200],
		['no service that nobody knows', { service: 'elsewhere' }, 400],
	])('%s', async (_what, fields, status) => {
		// Without it n8n 1 asks for allowed domains, of every credential that it can send requests with.
		const ofN8n = { allowedHttpRequestDomains: 'all' };
		const data = { clientId: 'id', clientSecret: 'secret', ...ofN8n, ...fields };
		const response = await fetch(`${server.url}/api/v1/credentials`, {
			method: 'POST',
			headers: { 'x-n8n-api-key': apiKey, 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify({ name: 'account', type: 'learningPlatformApi', data }),
		});
		expect({ status: response.status, text: await response.text() }).toMatchObject({ status });
	});
});
