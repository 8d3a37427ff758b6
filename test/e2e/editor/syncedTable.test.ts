import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { DataTable } from '../harness/dataTable';
import { exampleWorkflow, setUp } from '../harness/examples';
import { until } from '../harness/storedExecution';
import { OwnersEditor } from './ownersEditor';
import { keepPlainNames } from './plainNames';

const TABLE = 'Learning platform courses';

let sandbox: Sandbox;
let editor: OwnersEditor;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 60, seed: 73 });
	keepPlainNames(sandbox);
	const account = credentialFor('Learning Platform account', sandbox);
	const example = setUp(exampleWorkflow('keep-a-data-table-in-step', account), {
		'Every hour': {
			parameters: { rule: { interval: [{ field: 'minutes', minutesInterval: 1 }] } },
		},
	});
	const workflows = [{ ...example, active: true }];
	editor = await OwnersEditor.with({ credentials: [account], workflows });
});

afterAll(async () => {
	await editor.stop();
	await sandbox.stop();
});

it('shows the data table that the example has filled', async () => {
	const table = new DataTable(editor.n8n.home, TABLE);
	const courses = sandbox.catalogue.count('courses');
	await until(
		() => table.rows().length === courses,
		1_000,
		() => table.rows().length,
	);
	await editor.at('home/datatables', async (page) => {
		await page.getByText(TABLE).first().click();
		await page.getByText(String(sandbox.catalogue.list('courses')[0]?._id)).waitFor();
		await editor.picture(page, 'synced-data-table');
	});
});
