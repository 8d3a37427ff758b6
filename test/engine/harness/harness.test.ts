import { join } from 'node:path';

import { type NodeOptions, runNode, runPoll, StoredCredential } from '.';
import { type Service, startFixtureService } from './fixture/service';

// The fixture package does nothing of its own against n8n's rules, so what is seen here is the
// engine: how often it renews a credential, what it stores, what it makes of errors.
const packageDirectory = join(__dirname, 'fixture');

let service: Service;

beforeEach(async () => {
	service = await startFixtureService();
});

afterEach(() => {
	service.stop();
});

const credentialWith = (token = '') => new StoredCredential({ baseUrl: service.baseUrl, token });

const run = async (options: Partial<NodeOptions> = {}) =>
	await runNode({
		packageName: 'n8n-nodes-fixture',
		type: 'fixture',
		packageDirectory,
		parameters: {},
		credential: credentialWith(),
		...options,
	});

const poll = async (options: Partial<Parameters<typeof runPoll>[0]> = {}) =>
	await runPoll({
		type: 'fixtureTrigger',
		packageDirectory,
		parameters: {},
		credential: credentialWith(),
		...options,
	});

describe('credentials', () => {
	it('are renewed once per input item while the token is empty', async () => {
		const { items } = await run({ items: 20 });
		expect(items).toHaveLength(20);
		expect(service.count('/token')).toBe(20);
	});

	it('stay renewed for the next run', async () => {
		const credential = credentialWith();
		await run({ credential });
		await run({ credential });
		expect(service.count('/token')).toBe(1);
		expect(credential.data).toMatchObject({ token: 'first', label: 'renewed' });
	});

	it('are renewed after a 401 and the request is sent again', async () => {
		service.accept('second');
		const { items, credentialStore } = await run({ credential: credentialWith('first') });
		expect(items.map(({ json }) => json)).toEqual([{ name: 'one' }]);
		expect(service.requests.map(({ url }) => url)).toEqual(['/items', '/token', '/items']);
		expect(credentialStore.token).toBe('second');
	});

	it('keep a field that holds an expression, which is evaluated for every request', async () => {
		const credential = credentialWith('first');
		credential.edit({ label: '={{ 1 + 1 }}' });
		await run({ credential });
		expect(service.requests.at(-1)?.headers.label).toBe('2');
		credential.edit({ token: '' });
		await run({ credential });
		expect(credential.data.label).toBe('={{ 1 + 1 }}');
	});

	it('fill in the defaults of fields that were never saved', async () => {
		await run({ credential: credentialWith('first') });
		expect(service.requests[0]?.headers.label).toBe('unlabelled');
	});
});

it('a field of a credential can be an expression about each input item', async () => {
	const credential = credentialWith('first');
	credential.edit({ label: '={{ $json.tenant }}' });
	const items = ['north', 'south'].map((tenant) => ({ json: { tenant } }));
	await run({ credential, items });
	expect(service.requests.map(({ headers }) => headers.label).sort()).toEqual(['north', 'south']);
	expect(credential.data.label).toBe('={{ $json.tenant }}');
});

describe('what a node writes to the log', () => {
	it('is recorded with level, message and metadata, and nothing of n8n’s own', async () => {
		const { log } = await run({ credential: credentialWith('first'), items: 2 });
		const entry = { level: 'debug', message: 'Item was read' };
		expect(log).toHaveLength(2);
		expect(log).toEqual(
			expect.arrayContaining([
				{ ...entry, metadata: { item: 0, label: 'unlabelled' } },
				{ ...entry, metadata: { item: 1, label: 'unlabelled' } },
			]),
		);
	});

	it('is recorded for each of several runs at once', async () => {
		const credential = credentialWith('first');
		const runs = await Promise.all([1, 2].map(async (items) => await run({ credential, items })));
		expect(runs.map(({ log }) => log.length)).toEqual([1, 2]);
	});

	it('is recorded for a poll', async () => {
		const { log } = await poll();
		expect(log).toEqual([
			{ level: 'info', message: 'List was polled', metadata: { budgetMs: 300_000 } },
		]);
	});
});

describe('a polling trigger', () => {
	it('is told how long a poll may take', async () => {
		const { log } = await poll({ getPollBudgetMs: () => 36_000 });
		expect(log[0]?.metadata).toEqual({ budgetMs: 36_000 });
	});

	it('has the workflow ID, node ID and name that it is given', async () => {
		const copies = ['Trigger', 'Trigger1'].map((nodeName) => ({
			workflowId: 'w1',
			nodeId: 'n1',
			nodeName,
		}));
		const runs = await Promise.all(copies.map(async (copy) => await poll(copy)));
		expect(runs.map(({ items }) => items?.[0]?.json.from)).toEqual(copies);
	});
});
