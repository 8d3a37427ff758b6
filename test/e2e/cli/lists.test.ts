import type { INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflows } from '../harness/examples';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import {
	httpRequest,
	type ImportedWorkflow,
	list,
	node,
	ourNode,
	workflow,
} from '../harness/workflow';

const WRONG_SECRET = 'not-the-secret-9c1d';
const COURSES = { resource: 'course', returnAll: true };

let sandbox: Sandbox;
let elsewhere: Witness;
let n8n: N8n;
let execution: StoredExecution;
let stopped: StoredExecution;
let nightly: ImportedWorkflow;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 1234, groups: 345 });
	elsewhere = await startWitness();
	const account = credentialFor('account', sandbox);
	const wrong = credentialFor('wrong', sandbox, { clientSecret: WRONG_SECRET });
	const file = (name: string, parameters: INodeParameters) =>
		ourNode(name, account, { operation: 'export', ...parameters });
	const readBack = (name: string, operation: string, options = {}, binaryPropertyName = 'data') =>
		node(name, 'n8n-nodes-base.extractFromFile', { operation, options, binaryPropertyName });
	const unzip = node('Unzip', 'n8n-nodes-base.compression', { outputPrefix: 'file_' });
	const groups = { resource: 'group', format: 'jsonl' };
	const zipped = { ...groups, fileName: 'groups.jsonl', options: { compress: true } };
	const csv = { resource: 'course', format: 'csv', fileName: 'all courses.csv' };
	const xlsx = { resource: 'course', format: 'xlsx', fileName: 'all courses.xlsx' };
	const listPath = { __rl: true, mode: 'path', value: 'paths' };
	const lists = workflow(
		'lists',
		list('All courses', account, COURSES),
		list('All groups', account, { resource: 'group', returnAll: true }),
		list('Another list', account, { resource: 'other', returnAll: true, listPath }),
		list('Archived courses', account, { ...COURSES, filters: { status: 'archived' } }),
		[file('CSV', csv), readBack('Rows', 'csv', { enableBOM: true })],
		[file('Workbook', xlsx), readBack('Sheet', 'xlsx')],
		[file('JSON Lines', groups), readBack('Text', 'text')],
		[file('Compressed', zipped), unzip, readBack('Text of a ZIP', 'text', {}, 'file_0')],
		list('Wrong secret', wrong, COURSES, { onError: 'continueRegularOutput' }),
		httpRequest('Other host', account, `${elsewhere.origin}/api/v2/courses`),
	);
	nightly = workflow('nightly', file('Every course', { resource: 'course' }));
	const stopping = workflow('stopping', list('Wrong secret', wrong, COURSES));
	n8n = await N8n.with({
		credentials: [account, wrong],
		workflows: [lists, nightly, stopping],
	});
	// This ends in an error unless n8n takes every example.
	await n8n.import('workflow', exampleWorkflows(account));
	execution = await n8n.execute(lists);
	stopped = await n8n.execute(stopping);
});

afterAll(async () => {
	await Promise.all([sandbox.stop(), elsewhere.stop()]);
	await n8n.remove();
});

it.each([
	['All courses', 'courses', /./],
	['All groups', 'groups', /./],
	['Another list', 'paths', /./],
	['Archived courses', 'courses', /archived/],
])('"%s": each record once, in the order of the service', (node, kind, status) => {
	expect(execution).toMatchObject({ status: 'success', mode: 'cli' });
	const wanted = sandbox.catalogue
		.list(kind)
		.filter((record) => status.test(String(record.status)));
	expect(wanted).not.toEqual([]);
	expect(execution.json(node)).toEqual(wanted);
});

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

it.each([
	['CSV', { fileName: 'all courses.csv', mimeType: 'text/csv' }],
	['Workbook', { fileName: 'all courses.xlsx', fileExtension: 'xlsx', mimeType: XLSX }],
])('the file of "%s" has a name and a type', (node, data) => {
	expect(execution.items(node)).toMatchObject([{ binary: { data } }]);
});

it('n8n reads back a CSV file: every course once, in order', () => {
	const ids = sandbox.catalogue.list('courses').map(({ _id }) => _id);
	expect(execution.json('Rows').map(({ _id }) => _id)).toEqual(ids);
});

it('n8n reads back a workbook: every course once, in order, with its types', () => {
	const cell = (value: unknown) => {
		const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value);
		if (isDate) return expect.any(Number) as number;
		return typeof value === 'object' ? JSON.stringify(value) : value;
	};
	const rows = sandbox.catalogue.list('courses').map((course) => {
		const filled = Object.entries(course).filter(([, value]) => value !== null && value !== '');
		return Object.fromEntries(filled.map(([name, value]) => [name, cell(value)]));
	});
	expect(execution.json('Sheet')).toEqual(rows);
});

it.each(['Text', 'Text of a ZIP'])('n8n reads back JSON Lines, every group once: %s', (node) => {
	const [text] = execution.json(node).map(({ data }) => data as string);
	const lines = text?.trimEnd().split('\n') ?? [];
	const groups = sandbox.catalogue.list('groups');
	expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(groups);
});

it('an error says what is wrong and what to change, as the end of a run or as an item', () => {
	const problem = 'The service rejected the client ID or the client secret';
	expect(stopped).toMatchObject({ status: 'error' });
	expect(stopped.error).toMatchObject({
		name: 'NodeApiError',
		message: expect.stringContaining(`${problem} (courses, page 1). Copy Client ID`) as string,
		description: expect.stringContaining('Check that these API credentials are active') as string,
		httpCode: '401',
	});
	const error = expect.stringContaining(problem) as string;
	expect(execution.json('Wrong secret')).toMatchObject([{ error }]);
	// One for each of the two executions, not one for each try of n8n.
	const refused = sandbox.journal.of('token').filter(({ body }) => body.includes(WRONG_SECRET));
	expect(refused.map(({ status }) => status)).toEqual([401, 401]);
});

it('the HTTP Request node sends the token to no other host', () => {
	expect(elsewhere.requests).toEqual([]);
	const message = 'The request does not go to the service of this credential';
	expect(execution.json('Other host')).toMatchObject([{ error: { message } }]);
});

it('one token is enough for all nodes, and n8n stores neither it nor a secret with an execution', () => {
	const sent = sandbox.journal.entries
		.filter(({ kind }) => kind !== 'token')
		.map(({ headers }) => String(headers.authorization).slice('Bearer '.length));
	const [token = '', ...others] = new Set(sent);
	expect(others).toEqual([]);
	expect(token.length).toBeGreaterThan(10);
	for (const { text } of [stopped, execution]) {
		for (const secret of [WRONG_SECRET, sandbox.clientSecret, token]) {
			expect(text).not.toContain(secret);
		}
	}
});

it('a token that is stored serves a later execution, and is replaced when the service refuses it', async () => {
	sandbox.journal.clear();
	await n8n.execute(nightly);
	expect(sandbox.journal.of('token')).toEqual([]);
	sandbox.tokens.revokeAll();
	const later = await n8n.execute(nightly);
	expect(later.json('Every course')).toMatchObject([{ records: 1234 }]);
	expect(sandbox.journal.of('token')).toHaveLength(1);
	expect(sandbox.journal.of('courses').filter(({ status }) => status === 401)).toHaveLength(1);
});
