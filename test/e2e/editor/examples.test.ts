import type { Locator, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { DataTable } from '../harness/dataTable';
import { until } from '../harness/storedExecution';
import type { ImportedCredential } from '../harness/workflow';
import { exampleFiles, exampleWorkflow, setUp } from '../harness/examples';
import type { Area } from './canvas';
import { OwnersEditor } from './ownersEditor';

// Large enough to show the largest example at a readable scale.
const LARGE = { viewport: { width: 1700, height: 1000 } };

/** The buttons on the canvas, and the triangles of nodes without a credential, which readers choose in a later step. */
const COVERS = [
	'[class*="_executionButtons_"]',
	'[data-test-id="canvas-controls"]',
	'[data-test-id^="execute-workflow-button-"]',
	'[data-test-id="canvas-handle-plus-wrapper"]',
	'[data-icon="node-validation-error"]',
].join();

/** The example whose nodes the README shows first, without its note. */
const FIRST = 'not-finished-as-excel';

const isNote = (type: string) => type === 'n8n-nodes-base.stickyNote';

let sandbox: Sandbox;
let account: ImportedCredential;
let editor: OwnersEditor;

beforeAll(async () => {
	// The data table shows 20 courses.
	sandbox = await startSandbox({ courses: 20 });
	account = credentialFor('Learning Platform account', sandbox);
	const workflows = exampleFiles().map((file) => exampleWorkflow(file, account));
	const syncing = setUp(exampleWorkflow('keep-a-data-table-in-step', account), {
		'Every hour': {
			parameters: { rule: { interval: [{ field: 'minutes', minutesInterval: 1 }] } },
		},
	});
	workflows.push({ ...syncing, id: 'syncing', active: true });
	const { nodes, ...first } = exampleWorkflow(FIRST, account);
	workflows.push({ ...first, id: 'first', nodes: nodes.filter(({ type }) => !isNote(type)) });
	editor = await OwnersEditor.with({ credentials: [account], workflows });
});

afterAll(async () => {
	await editor.stop();
	await sandbox.stop();
});

it.each(exampleFiles())('the editor shows the whole example %s', async (file) => {
	const { id, nodes } = exampleWorkflow(file, account);
	await onCanvas(id, nodes.length, async (page, area) => {
		await editor.picture(page, `examples/${file}`, area);
	});
});

it('the README shows the nodes of an example in both themes', async () => {
	await onCanvas('first', 3, async (page, area) => {
		await editor.pictures(page, 'first', area);
	});
});

/** Runs an action on a workflow's page, with the area that the workflow covers. */
async function onCanvas(
	id: string,
	nodes: number,
	action: (page: Page, area: Area) => Promise<void>,
): Promise<void> {
	await editor.at(
		`workflow/${id}`,
		async (page) => {
			// Shows the buttons that were hidden for the last picture.
			await page.reload();
			const shown = page.locator('.vue-flow__node');
			await shown.nth(nodes - 1).waitFor();
			expect(await shown.count()).toBe(nodes);
			// On a busy machine, n8n loads the icons after the nodes.
			const isDrawn = page.locator('svg > *, img');
			const blank = page.locator('.n8n-node-icon').filter({ hasNot: isDrawn });
			await blank.first().waitFor({ state: 'detached' });
			await page.getByTestId('zoom-to-fit').click();
			// A trigger under the mouse pointer would show a button to run the workflow.
			await page.mouse.move(0, 0);
			await page.addStyleTag({ content: `${COVERS} { visibility: hidden !important }` });
			// Connections that lead back to a loop run below its nodes.
			await action(page, await around(page.locator('.vue-flow__node, .vue-flow__edge-path')));
		},
		LARGE,
	);
}

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
	// The bolt of a trigger is to the left of its box.
	const x = Math.max(0, Math.min(...boxes.map((box) => box.x)) - 48);
	const y = Math.min(...boxes.map((box) => box.y)) - 24;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + 64;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + 72;
	return { x, y, width: right - x, height: bottom - y };
}
