import type { IDataObject } from 'n8n-workflow';
import { N8n } from '../harness/n8n';
import { createOwner, ownersCall } from '../harness/owner';
import { startN8n, type N8nServer } from '../harness/server';

let n8n: N8n;
let server: N8nServer;
let apiKey: string;

beforeAll(async () => {
	n8n = await N8n.with({ credentials: [], workflows: [] });
	server = await startN8n(n8n.major, n8n.home);
	const owner = ownersCall(server.url, await createOwner(server.url));
	const key = { label: 'test', scopes: ['credential:create'], expiresAt: null };
	({ rawApiKey: apiKey } = await owner<{ rawApiKey: string }>('api-keys', key));
});

afterAll(async () => {
	await server.stop();
	await n8n.remove();
});

it.each<[string, IDataObject, number]>([
	['a base URL', { baseUrl: 'https://app.example.com' }, 200],
	['a service with a base URL', { service: 'other', baseUrl: 'https://app.example.com' }, 200],
	['a service from the list', { service: '360learning-eu' }, 200],
	['only known services', { service: 'elsewhere' }, 400],
])("n8n's public API accepts %s", async (_what, fields, status) => {
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
