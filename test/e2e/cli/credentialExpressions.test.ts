import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { list, node, ourNode, workflow, type ImportedCredential } from '../harness/workflow';

const BASE_URL = '={{ $json.tenant }}';

let one: Sandbox;
let other: Sandbox;
let n8n: N8n;
let account: ImportedCredential;
let both: StoredExecution;
let last: StoredExecution;

const tenants = (...sandboxes: Sandbox[]) => [
	node(
		'Tenants',
		'n8n-nodes-base.set',
		{
			mode: 'raw',
			jsonOutput: JSON.stringify({ tenant: sandboxes.map(({ baseUrl }) => baseUrl) }),
		},
		{ typeVersion: 3.4 },
	),
	node('Tenant', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'tenant' }),
];

beforeAll(async () => {
	one = await startSandbox({ courses: 2, seed: 1 });
	other = await startSandbox({ courses: 3, seed: 2 });
	account = credentialFor('account', one, { baseUrl: BASE_URL });
	const exporting = { resource: 'course', operation: 'export' };
	const workflows = [
		workflow('first', [...tenants(one), list('List', account, { returnAll: true })]),
		workflow('both', [...tenants(other, one), ourNode('Export', account, exporting)]),
		workflow('last', [...tenants(other), list('List', account, { returnAll: true })]),
	] as const;
	n8n = await N8n.with({ credentials: [account], workflows: [...workflows] });
	await n8n.execute(workflows[0]);
	both = await n8n.execute(workflows[1]);
	last = await n8n.execute(workflows[2]);
});

afterAll(async () => {
	await Promise.all(
		[one, other].map(async (sandbox) => {
			await sandbox.stop();
		}),
	);
	await n8n.remove();
});

describe('a credential whose Base URL is an expression', () => {
	it('leads each item to its own platform', () => {
		expect(both.json('Export')).toMatchObject([{ records: 3 }, { records: 2 }]);
	});

	it('leads a later execution to the platform of its own item', () => {
		expect(last.json('List')).toEqual(other.catalogue.list('courses'));
	});

	it('is still an expression after all the token exchanges', async () => {
		const file = join(n8n.home, 'exported.json');
		const flags = [`--id=${account.id}`, '--decrypted', `--output=${file}`];
		await n8n.command('export:credentials', ...flags);
		const [exported] = JSON.parse(await readFile(file, 'utf8')) as ImportedCredential[];
		expect(exported?.data.baseUrl).toBe(BASE_URL);
	});
});
