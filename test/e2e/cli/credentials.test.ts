import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { createOwner, ownersCall } from '../harness/owner';
import { startN8n, type N8nServer } from '../harness/server';
import type { StoredExecution } from '../harness/storedExecution';
import { list, node, ourNode, type ImportedCredential, workflow } from '../harness/workflow';

const BASE_URL = '={{ $json.tenant }}';

let n8n: N8n;
let one: Sandbox;
let other: Sandbox;
let perTenant: ImportedCredential;
let both: StoredExecution;
let last: StoredExecution;

const set = (name: string, json: object) => {
	const parameters = { mode: 'raw', jsonOutput: JSON.stringify(json) };
	return node(name, 'n8n-nodes-base.set', parameters, { typeVersion: 3.4 });
};

const tenants = (...sandboxes: Sandbox[]) => [
	set('Tenants', { tenant: sandboxes.map(({ baseUrl }) => baseUrl) }),
	node('Tenant', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'tenant' }),
];

beforeAll(async () => {
	one = await startSandbox({ courses: 2, seed: 1 });
	other = await startSandbox({ courses: 3, seed: 2 });
	perTenant = credentialFor('per tenant', one, { baseUrl: BASE_URL });
	const exporting = { resource: 'course', operation: 'export' };
	const byTenant = [
		workflow('both', [...tenants(other, one), ourNode('Export', perTenant, exporting)]),
		workflow('last', [...tenants(other), list('List', perTenant, { returnAll: true })]),
	] as const;
	n8n = await N8n.with({ credentials: [perTenant], workflows: [...byTenant] });
	both = await n8n.execute(byTenant[0]);
	last = await n8n.execute(byTenant[1]);
});

afterAll(async () => {
	await Promise.all([one.stop(), other.stop()]);
	await n8n.remove();
});

it('an expression in Base URL sends each item to its own platform and stays an expression', async () => {
	expect(both.json('Export')).toMatchObject([{ records: 3 }, { records: 2 }]);
	expect(last.json('List')).toEqual(other.catalogue.list('courses'));
	const file = join(n8n.home, 'exported.json');
	const flags = [`--id=${perTenant.id}`, '--decrypted', `--output=${file}`];
	await n8n.command(['export:credentials', ...flags]);
	const [exported] = JSON.parse(await readFile(file, 'utf8')) as ImportedCredential[];
	expect(exported?.data.baseUrl).toBe(BASE_URL);
});

describe("n8n's public API accepts", () => {
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
		['a service with a base URL', { service: 'other', baseUrl: 'https://app.example.com' }, 200],
		['a service from the list', { service: '360learning-eu' }, 200],
		['only known services', { service: 'elsewhere' }, 400],
	])('%s', async (_what, fields, status) => {
		// n8n 1 requires this field in every credential that the HTTP Request node can use.
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
