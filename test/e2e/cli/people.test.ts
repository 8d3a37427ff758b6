import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow } from '../harness/examples';
import { addresseeOf, type Mailbox, startMailbox } from '../harness/mailbox';
import { N8n } from '../harness/n8n';
import { type ImportedCredential, type ImportedWorkflow, node } from '../harness/workflow';

// The examples that write, from rows to mails, twice: the second run writes nothing.

const UPSERT = 'Create or update each person';
const UPDATE = 'Set the date of deactivation';
const REMOVE = 'Remove each from the group';

let sandbox: Sandbox;
let mailbox: Mailbox;
let n8n: N8n;
let hires: ImportedWorkflow;
let leavers: ImportedWorkflow;
let groupId: string;

/** An example that is started by hand, with rows in place of the table of the user, and everything chosen. */
function exampleWith(file: string, rows: IDataObject[], account: ImportedCredential) {
	const { nodes, connections, ...example } = exampleWorkflow(file, account);
	const made = JSON.stringify({ rows });
	const set = { mode: 'raw', jsonOutput: made, options: {} };
	const start = nodes.find(({ type }) => type.endsWith('.scheduleTrigger'))?.name ?? '';
	const table = nodes.find(({ type }) => type.endsWith('.dataTable'))?.name ?? '';
	const locator = { groupId: { __rl: true, mode: 'list', value: groupId } };
	const replaced: Record<string, [type: string, parameters: INodeParameters]> = {
		[start]: ['n8n-nodes-base.manualTrigger', {}],
		[table]: ['n8n-nodes-base.splitOut', { fieldToSplitOut: 'rows', options: {} }],
	};
	const all = nodes.map((one) => {
		const [type, parameters] = replaced[one.name] ?? [one.type, one.parameters];
		const credentials = type.endsWith('.emailSend') && { smtp: { id: 'smtp', name: 'smtp' } };
		const isOurs = 'groupId' in parameters;
		const typeVersion = replaced[one.name] ? 1 : one.typeVersion;
		return {
			...{ ...one, type, typeVersion, parameters: { ...parameters, ...(isOurs && locator) } },
			...(credentials && { credentials }),
		};
	});
	const rowsNode = node('Rows', 'n8n-nodes-base.set', set, { typeVersion: 3.4 });
	const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
	return {
		...example,
		nodes: [...all, rowsNode],
		connections: { ...connections, [start]: to('Rows'), Rows: to(table) },
	};
}

beforeAll(async () => {
	[sandbox, mailbox] = await Promise.all([
		startSandbox({ courses: 1, groups: 3, users: 0 }),
		startMailbox(),
	]);
	const { catalogue } = sandbox;
	groupId = catalogue.list('groups')[0]?._id ?? '';
	for (const firstName of ['Ana', 'Cem']) {
		const mail = `${firstName.toLowerCase()}@example.com`;
		const more = { job: 'Nurse', status: 'active', toBeDeactivatedAt: undefined };
		const { _id } = catalogue.add('users', { firstName, lastName: 'X', mail, ...more });
		catalogue.clear(`users/${_id}/roles`);
		catalogue.add(`users/${_id}/roles`, { groupId, role: 'learner' });
	}
	const account = credentialFor('account', sandbox);
	hires = exampleWith(
		'new-hires',
		[
			{ mail: 'ANA@example.com', firstName: 'Ana', lastName: 'X', job: null },
			{ mail: 'dora@example.com', firstName: 'Dora', lastName: '', job: 'Nurse' },
		],
		account,
	);
	leavers = exampleWith(
		'leavers',
		[
			{ mail: 'ana@example.com', lastDay: '2020-01-31' },
			{ mail: 'cem@example.com', lastDay: '2999-12-31' },
			{ mail: 'nobody@example.com', lastDay: '2020-01-31' },
		],
		account,
	);
	n8n = await N8n.with({
		credentials: [account, mailbox.credential],
		workflows: [hires, leavers],
	});
});

afterAll(async () => {
	await Promise.all([sandbox.stop(), mailbox.stop()]);
	await n8n.remove();
});

const writes = () =>
	sandbox.journal.entries.filter(({ method, kind }) => method !== 'GET' && kind !== 'token').length;

it('who is new gets an account, a group and a mail, and nobody a second time', async () => {
	const first = await n8n.execute(hires);
	expect(first.error).toBeUndefined();
	expect(first.json(UPSERT).map(({ outcome }) => outcome)).toEqual(['unchanged', 'created']);
	expect(mailbox.mails.map(addresseeOf)).toEqual(['dora@example.com']);
	const before = writes();
	const second = await n8n.execute(hires);
	expect(second.json(UPSERT).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
	expect(writes()).toBe(before);
	expect(mailbox.mails).toHaveLength(1);
});

it('who leaves gets the date, and on the last day leaves the group', async () => {
	const first = await n8n.execute(leavers);
	expect(first.error).toBeUndefined();
	expect(first.json(UPDATE).map(({ outcome }) => outcome)).toEqual(['updated', 'updated']);
	expect(first.json(REMOVE)).toMatchObject([{ groupId, outcome: 'removed' }]);
	const second = await n8n.execute(leavers);
	// A last day that is over long ago is asked for once more, an hour from now.
	expect(second.json(UPDATE).map(({ outcome }) => outcome)).toEqual(['updated', 'unchanged']);
	expect(second.json(REMOVE)).toMatchObject([{ outcome: 'notMember' }]);
});
