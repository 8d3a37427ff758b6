import type { IDataObject } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow, setUp } from '../harness/examples';
import { addresseeOf, type Mailbox, startMailbox } from '../harness/mailbox';
import { N8n } from '../harness/n8n';
import { startWitness, type Witness } from '../harness/witness';
import { type ImportedWorkflow, node, ourNode, workflow } from '../harness/workflow';

// Runs each example twice: the second run writes nothing. A retry of a node repeats only what failed.

const UPSERT = 'Create or update each person';
const UPDATE = 'Set the deactivation date';
const REQUEST = 'n8n-nodes-base.httpRequest';

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Test rows that replace each example's table. */
const ROWS: Record<string, IDataObject[]> = {
	'new-hires': [
		{
			number: '1',
			mail: 'ANA@example.com',
			firstName: 'Ana',
			lastName: 'X',
			job: null,
			department: 'Nurses',
		},
		{
			number: '2',
			mail: 'dora@example.com',
			firstName: 'Dora',
			lastName: '',
			job: 'Nurse',
			department: 'Nurses',
		},
	],
	leavers: [
		{ mail: 'ANA@example.com', lastDay: yesterday },
		{ mail: 'cem@example.com', lastDay: '2999-12-31' },
		{ mail: 'nobody@example.com', lastDay: yesterday },
	],
	retried: ['eva', 'cem', 'gus'].map((name) => ({ mail: `${name}@example.com`, job: 'Doctor' })),
};

let sandbox: Sandbox;
let mailbox: Mailbox;
let tables: Witness;
let n8n: N8n;
let hires: ImportedWorkflow;
let leavers: ImportedWorkflow;
let retried: ImportedWorkflow;
let groupId: string;

beforeAll(async () => {
	[sandbox, mailbox, tables] = await Promise.all([
		startSandbox({ courses: 1, groups: 3, users: 0 }),
		startMailbox(),
		startWitness(({ url }) => ROWS[url.slice(1)]),
	]);
	const { catalogue } = sandbox;
	groupId = catalogue.list('groups')[0]?._id ?? '';
	catalogue.update('groups', groupId, { name: 'Nurses' });
	for (const firstName of ['Ana', 'Cem']) {
		const mail = `${firstName.toLowerCase()}@example.com`;
		const more = { job: 'Nurse', status: 'active', toBeDeactivatedAt: undefined };
		const { _id } = catalogue.add('users', { firstName, lastName: 'X', mail, ...more });
		catalogue.clear(`users/${_id}/roles`);
		catalogue.add(`users/${_id}/roles`, { groupId, role: 'learner' });
	}
	const account = credentialFor('account', sandbox);
	const example = (file: string) =>
		setUp(exampleWorkflow(file, account), {
			'n8n-nodes-base.scheduleTrigger': { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
			'n8n-nodes-base.dataTable': {
				type: REQUEST,
				typeVersion: 4.2,
				parameters: { url: `${tables.origin}/${file}` },
			},
			'n8n-nodes-base.emailSend': { credentials: { smtp: { id: 'smtp', name: 'smtp' } } },
		});
	[hires, leavers] = [example('new-hires'), example('leavers')];
	const upsert = ourNode(UPSERT, account, {
		resource: 'user',
		operation: 'upsert',
		mail: '={{ $json.mail }}',
		fields: { job: '={{ $json.job }}' },
		options: { maxRetries: 0 },
		groupId: { __rl: true, mode: 'id', value: groupId },
	});
	retried = workflow('retried', [
		node('Rows', REQUEST, { url: `${tables.origin}/retried` }, { typeVersion: 4.2 }),
		{ ...upsert, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
	]);
	const credentials = [account, mailbox.credential];
	n8n = await N8n.with({ credentials, workflows: [hires, leavers, retried] });
});

afterAll(async () => {
	await Promise.all([sandbox.stop(), mailbox.stop(), tables.stop()]);
	await n8n.remove();
});

const writtenKinds = () =>
	sandbox.journal.entries
		.filter(({ method, kind }) => method !== 'GET' && kind !== 'token')
		.map(({ kind }) => kind);

const writes = () => writtenKinds().length;

it('new hires get an account, a group, and an email exactly once', async () => {
	const first = await n8n.execute(hires);
	expect(first.error).toBeUndefined();
	expect(first.json(UPSERT).map(({ outcome }) => outcome)).toEqual(['updated', 'created']);
	expect(mailbox.mails.map(addresseeOf)).toEqual(['dora@example.com']);
	const before = writes();
	const second = await n8n.execute(hires);
	expect(second.json(UPSERT).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
	expect(writes()).toBe(before);
	expect(mailbox.mails).toHaveLength(1);
});

it('departing employees lose access after their last day, and the report names who is not found', async () => {
	const first = await n8n.execute(leavers);
	expect(first.error?.message).toContain(
		'- nobody@example.com: The platform has no such user. The entry is "nobody@example.com".',
	);
	expect(first.json(UPDATE).map(({ outcome }) => outcome)).toEqual(['updated', 'updated']);
	const before = writes();
	const second = await n8n.execute(leavers);
	expect(second.json(UPDATE).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
	expect(writes()).toBe(before);
});

it('Retry On Fail sends only the failed change again, and creates nobody twice', async () => {
	const [create, change] = ['POST users', 'PATCH users/{userId}'] as const;
	sandbox.faults.add({ on: { kind: change }, status: 503 });
	sandbox.faults.add({ on: { kind: create }, drop: 'answer' });
	const before = writes();
	const run = await n8n.execute(retried);
	expect(run.error).toBeUndefined();
	expect(run.json(UPSERT).map(({ outcome }) => outcome)).toEqual(['created', 'updated', 'created']);
	expect(writtenKinds().slice(before)).toEqual([create, change, change, create]);
	const mails = sandbox.catalogue.list('users').map(({ mail }) => mail);
	expect(mails.filter((mail) => mail === 'eva@example.com')).toHaveLength(1);
	expect(sandbox.faults.pending()).toEqual([]);
});
