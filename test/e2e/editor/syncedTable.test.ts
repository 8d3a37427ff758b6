import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { DataTable } from '../harness/dataTable';
import { exampleWorkflow } from '../harness/examples';
import { setUp } from '../harness/runningSyncs';
import { OwnersEditor } from './ownersEditor';
import { keepPlainNames } from './plainNames';

const TABLE = 'Learning platform courses';

let sandbox: Sandbox;
let editor: OwnersEditor;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 60, seed: 73 });
	keepPlainNames(sandbox);
	const account = credentialFor('Learning Platform account', sandbox);
	const example = setUp(exampleWorkflow('keep-a-data-table-in-step', account));
	editor = await OwnersEditor.with({ credentials: [account], workflows: [example] }, [example]);
});

afterAll(async () => {
	await editor.stop();
	await sandbox.stop();
});

it('shows the data table that the example has filled', async () => {
	const table = new DataTable(editor.n8n.home, TABLE);
	while (table.rows().length < sandbox.catalogue.count('courses')) {
		sandbox.journal.clear();
		await sandbox.journal.waitFor(({ kind }) => kind === 'courses');
	}
	await editor.at('home/datatables', async (page) => {
		await page.getByText(TABLE).first().click();
		await page.getByText(String(sandbox.catalogue.list('courses')[0]?._id)).waitFor();
		await editor.picture(page, 'synced-data-table');
	});
});
