import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox';
import { homeOf } from '../harness/n8n';
import { OWNER } from '../harness/owner';
import { startN8n, type N8nServer } from '../harness/server';
import { EDITOR_ENVIRONMENT, launchBrowser, takePicture, watching, WINDOW } from './browser';
import { dragIn, newWorkflow, NodePanel, showOurActions } from './canvas';
import { CredentialForm } from './credentialForm';
import { keepPlainNames } from './plainNames';

let sandbox: Sandbox;
let n8n: N8nServer;
let home: string;
let browser: Browser;
let session: BrowserContextOptions['storageState'];

beforeAll(async () => {
	const runFolder = process.env.E2E_RUN_FOLDER ?? '';
	home = await mkdtemp(join(runFolder, 'editor-'));
	await cp(homeOf(runFolder, 2), home, { recursive: true });
	sandbox = await startSandbox({ seed: 73, groupPageSize: 200 });
	keepPlainNames(sandbox);
	n8n = await startN8n(2, home, { env: EDITOR_ENVIRONMENT[2] });
	browser = await launchBrowser();
	const page = await newPage();
	await watching(page, async () => {
		await setUpOwner(page);
		session = await page.context().storageState();
		await createCredential(page);
	});
});

afterAll(async () => {
	await browser.close();
	await n8n.stop();
	await sandbox.stop();
	await rm(home, { recursive: true, force: true });
});

beforeEach(() => {
	sandbox.journal.clear();
});

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
	const context = await browser.newContext({
		...WINDOW,
		...(session && { storageState: session }),
		...options,
	});
	return await context.newPage();
}

async function setUpOwner(page: Page): Promise<void> {
	await page.goto(n8n.url);
	for (const [name, value] of Object.entries(OWNER)) {
		await page.locator(`input[name=${name}]`).fill(value);
	}
	await page.getByRole('button', { name: 'Next' }).click();
	await page.waitForURL(/home/);
}

async function createCredential(page: Page): Promise<void> {
	const form = await CredentialForm.open(page, n8n.url);
	const { baseUrl, clientId, clientSecret } = sandbox;
	await form.choose('service', 'Other');
	await form.fill({ baseUrl, clientId, clientSecret });
	await form.save();
	await form.dialog.getByText('Connection tested successfully').waitFor();
}

describe("n8n's editor", () => {
	it('says what is wrong with a credential in our words, and that the mended one works', async () => {
		const page = await newPage({ viewport: { width: 1280, height: 1100 } });
		await watching(page, async () => {
			const form = await CredentialForm.open(page, n8n.url);
			const { baseUrl, clientId, clientSecret } = sandbox;
			await form.choose('service', 'Other');
			await form.fill({ baseUrl, clientId, clientSecret: 'not the secret' });
			await form.save();
			await form.dialog.getByText('More details').click();
			await form.dialog
				.getByText('The service rejected the client ID or the client secret')
				.waitFor();
			await takePicture(page, 'credential-rejected', form.dialog);

			await form.fill({ clientSecret });
			await form.save();
			await form.dialog.getByText('Connection tested successfully').waitFor();
			expect(await form.dialog.getByText('Couldn’t connect').count()).toBe(0);
			await takePicture(page, 'credential-accepted', form.dialog);
		});
	});

	it('finds the node by what it is good for, and names what the trigger starts on', async () => {
		const page = await newPage();
		await watching(page, async () => {
			await newWorkflow(page, n8n.url);
			await showOurActions(page, 'spreadsheet');
			await page.getByText('Triggers (8)').click();
			await page.getByText('Course Added, Updated or Removed').click();
			const panel = new NodePanel(page);
			await panel.dialog.waitFor();
			expect(await panel.parameter('value').locator('input').inputValue()).toBe('15');
			expect(await panel.dialog.getByTestId('parameter-input-mode').count()).toBe(1);
		});
	});

	it('offers the node, and lists all groups when it is dragged in and run', async () => {
		const page = await newPage();
		await watching(page, async () => {
			await newWorkflow(page, n8n.url);
			await showOurActions(page);
			await takePicture(page, 'node-actions', { x: 380, y: 0, width: 900, height: 800 });

			const panel = await dragIn(page, 'List groups');
			await panel.chooseCredential(
				'Learning Platform (360Learning, 360 Learning, LMS, eLearning, Training) account',
			);
			expect(await panel.parameter('resource').locator('input').inputValue()).toBe('Group');
			expect(await panel.parameter('operation').locator('input').inputValue()).toBe('List');
			await panel.switchOn('returnAll');
			await panel.run();

			const groups = sandbox.catalogue.list('groups');
			await panel.output.getByText(`${groups.length} items`, { exact: true }).waitFor();
			expect(await panel.namesInOutput(5)).toEqual(groups.slice(0, 5).map(({ name }) => name));
			expect(sandbox.journal.of('groups').map(({ page: number }) => number)).toEqual([1, 2]);
		});
	});

	it('evaluates an expression as the status filter, and is readable in the dark theme', async () => {
		const page = await newPage({ colorScheme: 'dark' });
		await watching(page, async () => {
			await newWorkflow(page, n8n.url);
			await showOurActions(page);
			const panel = await dragIn(page, 'List courses');
			await panel.chooseCredential(
				'Learning Platform (360Learning, 360 Learning, LMS, eLearning, Training) account',
			);
			await panel.choose('output', 'Simplified');
			await panel.filterByExpression(
				'Status',
				"{{ $workflow.active ? 'published' : 'archived' }}",
				'archived',
			);
			await panel.run();

			const archived = sandbox.catalogue
				.list('courses')
				.filter(({ status }) => status === 'archived');
			expect(await panel.namesInOutput(5)).toEqual(archived.slice(0, 5).map(({ name }) => name));
			expect(sandbox.journal.of('courses').map(({ url }) => url)).toEqual([
				'/api/v2/courses?status[eq]=archived',
			]);
			await takePicture(page, 'list-courses-dark', await panel.withoutInput());
		});
	});
});
