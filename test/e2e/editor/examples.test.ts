import type { Locator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { DataTable } from '../harness/dataTable';
import { until } from '../harness/storedExecution';
import type { ImportedCredential } from '../harness/workflow';
import { exampleFiles, exampleWorkflow, setUp } from '../harness/examples';
import type { Area } from './canvas';
import { OwnersEditor } from './ownersEditor';
import { keepPlainNames } from './plainNames';

// Large enough to show the largest example at a readable scale.
const LARGE = { viewport: { width: 1700, height: 1000 } };

/** The buttons over the canvas. */
const COVERS =
	'[class*="_executionButtons_"], [data-test-id="canvas-controls"], [data-test-id^="execute-workflow-button-"]';

let sandbox: Sandbox;
let account: ImportedCredential;
let editor: OwnersEditor;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 60, seed: 73 });
	keepPlainNames(sandbox);
	account = credentialFor('Learning Platform account', sandbox);
	const workflows = exampleFiles().map((file) => exampleWorkflow(file, account));
	const syncing = setUp(exampleWorkflow('keep-a-data-table-in-step', account), {
		'Every hour': {
			parameters: { rule: { interval: [{ field: 'minutes', minutesInterval: 1 }] } },
		},
	});
	workflows.push({ ...syncing, id: 'syncing', active: true });
	editor = await OwnersEditor.with({ credentials: [account], workflows });
});

afterAll(async () => {
	await editor.stop();
	await sandbox.stop();
});

it.each(exampleFiles())('the editor shows the whole example %s', async (file) => {
	const { id, nodes } = exampleWorkflow(file, account);
	await editor.at(
		`workflow/${id}`,
		async (page) => {
			// Shows the buttons that were hidden for the last picture.
			await page.reload();
			const shown = page.locator('.vue-flow__node');
			await shown.nth(nodes.length - 1).waitFor();
			expect(await shown.count()).toBe(nodes.length);
			await page.getByTestId('zoom-to-fit').click();
			// A trigger under the mouse pointer would show a button to run the workflow.
			await page.mouse.move(0, 0);
			await page.addStyleTag({ content: `${COVERS} { visibility: hidden }` });
			// Connections that lead back to a loop run below its nodes.
			const parts = page.locator('.vue-flow__node, .vue-flow__edge-path');
			await editor.picture(page, `examples/${file}`, await around(parts));
		},
		LARGE,
	);
});

it("the editor shows the example's data table", async () => {
	const table = new DataTable(editor.n8n.home, 'Learning platform courses');
	const courses = sandbox.catalogue.count('courses');
	await until(
		() => table.rows().length === courses,
		1_000,
		() => table.rows().length,
	);
	await editor.at('home/datatables', async (page) => {
		await page.getByText('Learning platform courses').first().click();
		await page.getByText(String(sandbox.catalogue.list('courses')[0]?._id)).waitFor();
		await editor.picture(page, 'synced-data-table');
	});
});

/** The area around these boxes, including the names below them. */
async function around(parts: Locator): Promise<Area> {
	const boxes = (await Promise.all((await parts.all()).map((one) => one.boundingBox()))).filter(
		(box) => box !== null,
	);
	const x = Math.min(...boxes.map((box) => box.x)) - 24;
	const y = Math.min(...boxes.map((box) => box.y)) - 24;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + 64;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + 72;
	return { x, y, width: right - x, height: bottom - y };
}
