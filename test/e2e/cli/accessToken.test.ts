import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { list, node, workflow } from '../harness/workflow';

const COURSES = { resource: 'course', returnAll: true };

let cold: Sandbox;
let expiring: Sandbox;
let revoking: Sandbox;
let n8n: N8n;
let first: StoredExecution;
let second: StoredExecution;

beforeAll(async () => {
	cold = await startSandbox({ courses: 3 });
	// The token outlives the first page and not the second.
	expiring = await startSandbox({ courses: 1234, firstByteDelayMs: 1500, tokenLifetimeSeconds: 2 });
	revoking = await startSandbox({ courses: 1234 });
	revoking.faults.add({
		on: { kind: 'courses', page: 2 },
		before: () => {
			revoking.tokens.revokeAll();
		},
	});
	const coldAccount = credentialFor('cold', cold);
	const twentyItems = [
		node(
			'Twenty numbers',
			'n8n-nodes-base.set',
			{
				mode: 'raw',
				jsonOutput: JSON.stringify({ number: Array.from({ length: 20 }, (_, index) => index) }),
			},
			{ typeVersion: 3.4 },
		),
		node('Twenty items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'number' }),
	];
	const tokens = workflow(
		'tokens',
		[...twentyItems, list('Once per item', coldAccount, COURSES)],
		list('While it expires', credentialFor('expiring', expiring), COURSES),
		list('While it is revoked', credentialFor('revoking', revoking), COURSES),
	);
	const later = workflow('later', list('Another time', coldAccount, COURSES));
	n8n = await N8n.with({
		credentials: [
			coldAccount,
			credentialFor('expiring', expiring),
			credentialFor('revoking', revoking),
		],
		workflows: [tokens, later],
	});
	first = await n8n.execute(tokens);
	second = await n8n.execute(later);
});

afterAll(async () => {
	await Promise.all([cold, expiring, revoking].map((sandbox) => sandbox.stop()));
	await n8n.remove();
});

const statuses = (sandbox: Sandbox) => sandbox.journal.of('courses').map(({ status }) => status);

describe('the access token in n8n', () => {
	it('is exchanged once for 20 items that run at once, and again by no later execution', () => {
		expect(first.runs('Once per item')).toHaveLength(1);
		expect(first.json('Once per item')).toHaveLength(20 * 3);
		expect(second.json('Another time')).toHaveLength(3);
		expect(cold.journal.of('token')).toHaveLength(1);
		expect(new Set(statuses(cold))).toEqual(new Set([200]));
	});

	it('is renewed in the middle of a list before the service refuses it', () => {
		expect(new Set(first.json('While it expires').map(({ _id }) => _id)).size).toBe(1234);
		expect(expiring.journal.of('token').length).toBeGreaterThan(1);
		expect(statuses(expiring)).toEqual([200, 200, 200]);
	});

	it('is exchanged once more when it was revoked, and the list goes on', () => {
		expect(new Set(first.json('While it is revoked').map(({ _id }) => _id)).size).toBe(1234);
		expect(revoking.journal.of('token')).toHaveLength(2);
		expect(statuses(revoking)).toEqual([200, 401, 200, 200]);
		expect(revoking.faults.pending()).toEqual([]);
	});
});
