import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow, exampleWorkflows } from '../harness/examples';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import type { ImportedWorkflow } from '../harness/workflow';

let sandbox: Sandbox;
let n8n: N8n;
let examples: ImportedWorkflow[];
let execution: StoredExecution;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 600 });
	const account = credentialFor('account', sandbox);
	examples = exampleWorkflows(account);
	n8n = await N8n.with({ credentials: [account], workflows: examples });
	execution = await n8n.execute(exampleWorkflow('published-courses', account));
});

afterAll(async () => {
	await sandbox.stop();
	await n8n.remove();
});

describe('the example workflows in n8n', () => {
	it('can all be imported', async () => {
		const said = await n8n.command('list:workflow');
		for (const { id, name } of examples) expect(said).toContain(`${id}|${name}`);
	});

	it('"Published courses as CSV" makes a file of every published course', () => {
		const published = sandbox.catalogue
			.list('courses')
			.filter(({ status }) => status === 'published');
		expect(execution.status).toBe('success');
		expect(execution.items('Export published courses')).toMatchObject([
			{
				json: { records: published.length },
				binary: { data: { fileName: 'published-courses.csv', mimeType: 'text/csv' } },
			},
		]);
	});
});
