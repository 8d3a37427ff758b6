import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflows } from '../harness/examples';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { type ImportedWorkflow, list, node, ourNode, workflow } from '../harness/workflow';

const WRONG_SECRET = 'not-the-secret-9c1d';
const COURSES = { resource: 'course', returnAll: true };

let sandbox: Sandbox;
let n8n: N8n;
let execution: StoredExecution;
let nightly: ImportedWorkflow;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 1234 });
	const account = credentialFor('account', sandbox);
	const wrong = credentialFor('wrong', sandbox, { clientSecret: WRONG_SECRET });
	const file = (format: string) =>
		ourNode(`Export ${format}`, account, { operation: 'export', resource: 'course', format });
	const readBack = (operation: string, options = {}) =>
		node(operation, 'n8n-nodes-base.extractFromFile', { operation, options });
	const lists = workflow(
		'lists',
		list('All courses', account, COURSES),
		[file('csv'), readBack('csv', { enableBOM: true })],
		list('Wrong secret', wrong, COURSES, { onError: 'continueRegularOutput' }),
	);
	nightly = workflow('nightly', file('csv'));
	n8n = await N8n.with({ credentials: [account, wrong], workflows: [lists, nightly] });
	// This fails unless n8n accepts every example.
	await n8n.import('workflow', exampleWorkflows(account));
	execution = await n8n.execute(lists);
});

afterAll(async () => {
	await sandbox.stop();
	await n8n.remove();
});

it("a list contains each record once, in the service's order", () => {
	expect(execution).toMatchObject({ status: 'success', mode: 'cli' });
	expect(execution.json('All courses')).toEqual(sandbox.catalogue.list('courses'));
});

it('n8n reads every course from an exported CSV file', () => {
	const ids = sandbox.catalogue.list('courses').map(({ _id }) => _id);
	expect(execution.json('csv').map(({ _id }) => _id)).toEqual(ids);
});

it('a wrong secret produces an error item after one token request', () => {
	const error = expect.stringContaining('The service rejected the client ID') as string;
	expect(execution.json('Wrong secret')).toMatchObject([{ error }]);
	const refused = sandbox.journal.of('token').filter(({ body }) => body.includes(WRONG_SECRET));
	expect(refused.map(({ status }) => status)).toEqual([401]);
});

it('all nodes share one token, and stored executions contain neither the token nor a secret', () => {
	const sent = sandbox.journal.entries
		.filter(({ kind }) => kind !== 'token')
		.map(({ headers }) => String(headers.authorization).slice('Bearer '.length));
	const [token = '', ...others] = new Set(sent);
	expect(others).toEqual([]);
	expect(token.length).toBeGreaterThan(10);
	for (const secret of [WRONG_SECRET, sandbox.clientSecret, token]) {
		expect(execution.text).not.toContain(secret);
	}
});

it('a later execution uses the stored token and replaces it if the service rejects it', async () => {
	sandbox.journal.clear();
	await n8n.execute(nightly);
	expect(sandbox.journal.of('token')).toEqual([]);
	sandbox.tokens.revokeAll();
	const later = await n8n.execute(nightly);
	expect(later.json('Export csv')).toMatchObject([{ records: 1234 }]);
	expect(sandbox.journal.of('token')).toHaveLength(1);
	expect(sandbox.journal.of('courses').filter(({ status }) => status === 401)).toHaveLength(1);
});
