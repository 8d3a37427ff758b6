import { utils, write } from '@e965/xlsx';
import type { IDataObject } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow, setUp } from '../harness/examples';
import { type Mailbox, startMailbox } from '../harness/mailbox';
import { N8n } from '../harness/n8n';
import { startWitness, type Witness } from '../harness/witness';
import { type ImportedWorkflow, node } from '../harness/workflow';

// Three nights of the example for the whole HR table, which is an Excel file here.

const READ = 'Read the HR table';

const person = (number: number, name: string, more: IDataObject = {}): IDataObject => ({
	number,
	mail: `${name.toLowerCase()}@example.com`,
	firstName: name,
	lastName: 'Silva',
	job: 'Nurse',
	department: 'Nurses',
	manager: '',
	lastDay: '',
	'Cost Center': 'C 1',
	...more,
});

const TABLE = [
	person(1, 'Ana', { manager: 'cem@example.com' }),
	person(2, 'Dora', { department: 'Doctors', manager: 'ana@example.com' }),
	person(3, 'Cem', { department: 'Doctors', lastDay: 73_049 }),
	person(4, 'Ben', { job: '#N/A' }),
];

const END_OF_REPORT = [
	'Failed: 1',
	'- 1 row: Job is an error, not a value. The entry is "#N/A". Correct the formula in the table. If you use an expression, check its result. (ben@example.com)',
	'Deleted on the platform, and left that way: none',
	'Not stored: none',
];

const workbookOf = (rows: IDataObject[]): Buffer => {
	const workbook = utils.book_new();
	utils.book_append_sheet(workbook, utils.json_to_sheet(rows));
	return write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

let sandbox: Sandbox;
let mailbox: Mailbox;
let files: Witness;
let n8n: N8n;
let example: ImportedWorkflow;
let table = TABLE;

beforeAll(async () => {
	[sandbox, mailbox, files] = await Promise.all([
		startSandbox({ courses: 1, groups: 2, users: 0 }),
		startMailbox(),
		startWitness(() => workbookOf(table)),
	]);
	const { catalogue, company } = sandbox;
	catalogue.clear('external-ids');
	catalogue.clear('custom-fields');
	company.addCustomField('Cost Center');
	const [nurses, doctors] = catalogue.list('groups').map(({ _id }) => _id);
	catalogue.update('groups', nurses ?? '', { name: 'Nurses', public: false });
	catalogue.update('groups', doctors ?? '', { name: 'Doctors', public: false });
	for (const firstName of ['Ana', 'Cem']) {
		const mail = `${firstName.toLowerCase()}@example.com`;
		const user = company.addUser({ firstName, lastName: 'Silva', job: 'Nurse', mail });
		company.join(user._id, { groupId: nurses ?? '', role: 'learner' });
	}
	const account = credentialFor('account', sandbox);
	const imported = setUp(exampleWorkflow('hr-table-every-night', account), {
		'n8n-nodes-base.scheduleTrigger': { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
		[READ]: { type: 'n8n-nodes-base.extractFromFile', parameters: { operation: 'xlsx' } },
		'n8n-nodes-base.emailSend': { credentials: { smtp: { id: 'smtp', name: 'smtp' } } },
	});
	const download = node(
		'Download',
		'n8n-nodes-base.httpRequest',
		{ url: files.origin, options: { response: { response: { responseFormat: 'file' } } } },
		{ typeVersion: 4.2 },
	);
	const { 'Every night': first, ...others } = imported.connections;
	const toDownload = { main: [[{ node: 'Download', type: 'main' as const, index: 0 }]] };
	example = {
		...imported,
		nodes: [...imported.nodes, download],
		connections: { ...others, 'Every night': toDownload, ...(first && { Download: first }) },
	};
	n8n = await N8n.with({ credentials: [account, mailbox.credential], workflows: [example] });
});

afterAll(async () => {
	await Promise.all([sandbox.stop(), mailbox.stop(), files.stop()]);
	await n8n.remove();
});

const writes = () =>
	sandbox.journal.entries.filter(({ method, kind }) => method !== 'GET' && kind !== 'token').length;

/** Returns the text of the last report, with the date of the leavers' last day as DATE. */
const lastReport = () =>
	(mailbox.mails.at(-1) ?? '')
		.replace(/=\r?\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
		.split(/\r?\n\r?\n/)
		.slice(1)
		.join('\n')
		.replace(/\d{4}-\d\d-\d\d/g, 'DATE')
		.split(/\r?\n/)
		.filter((line) => line !== '');

it('the first night creates, updates, and moves people, and reports what it did', async () => {
	const run = await n8n.execute(example);
	expect(run.error).toBeUndefined();
	expect(lastReport()).toEqual([
		'Accounts: updated 2, created 1',
		'Groups: unchanged 2, removed 1, added 1',
		'No longer in the table: none',
		...END_OF_REPORT,
	]);
});

it('the second night writes nothing, and reports that', async () => {
	const before = writes();
	const run = await n8n.execute(example);
	expect(run.error).toBeUndefined();
	expect(writes()).toBe(before);
	expect(lastReport()).toEqual([
		'Accounts: unchanged 3',
		'Groups: unchanged 3',
		'No longer in the table: none',
		...END_OF_REPORT,
	]);
});

it('the third night closes the account of somebody who is no longer in the table', async () => {
	table = TABLE.filter(({ firstName }) => firstName !== 'Dora');
	const before = writes();
	const run = await n8n.execute(example);
	expect(run.error).toBeUndefined();
	expect(lastReport()).toEqual([
		'Accounts: unchanged 2',
		'Groups: unchanged 2',
		'No longer in the table: updated 1',
		'- dora@example.com, access until DATE',
		...END_OF_REPORT,
	]);
	expect(writes()).toBe(before + 1);
});
