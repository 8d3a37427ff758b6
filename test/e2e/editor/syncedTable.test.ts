import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { DataTable } from '../harness/dataTable';
import { exampleWorkflow } from '../harness/examples';
import { N8n } from '../harness/n8n';
import { createOwner } from '../harness/owner';
import { setUp } from '../harness/runningSync';
import { startN8n, type N8nServer } from '../harness/server';
import { launchBrowser, takePicture, watching, WINDOW } from './browser';

const TABLE = 'Learning platform courses';

let sandbox: Sandbox;
let n8n: N8n;
let server: N8nServer;
let browser: Browser;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 30, seed: 73 });
	const account = credentialFor('Learning Platform account', sandbox);
	const example = setUp(exampleWorkflow('keep-a-data-table-in-step', account));
	n8n = await N8n.with({ credentials: [account], workflows: [example] });
	await n8n.activate(example);
	server = await startN8n(2, n8n.home, {
		env: { N8N_DISABLED_MODULES: 'instance-ai,agents,insights' },
	});
	browser = await launchBrowser();
});

afterAll(async () => {
	await browser.close();
	await server.stop();
	await sandbox.stop();
	await n8n.remove();
});

/** A page of the owner. */
async function ownersPage(): Promise<Page> {
	const context = await browser.newContext(WINDOW);
	const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(await createOwner(server.url)) ?? [];
	await context.addCookies([{ name, value, url: server.url }]);
	return await context.newPage();
}

it('shows the data table that the example has filled', async () => {
	const table = new DataTable(n8n.home, TABLE);
	while (table.rows().length < 30) {
		sandbox.journal.clear();
		await sandbox.journal.waitFor(({ kind }) => kind === 'courses');
	}
	const page = await ownersPage();
	await watching(page, async () => {
		await page.goto(`${server.url}/home/datatables`);
		await page.getByText(TABLE).first().click();
		await page.getByText(String(sandbox.catalogue.list('courses')[0]?._id)).waitFor();
		await takePicture(page, 'synced-data-table');
	});
});
