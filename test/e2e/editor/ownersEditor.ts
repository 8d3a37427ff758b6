import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { N8n } from '../harness/n8n';
import { createOwner, OWNER } from '../harness/owner';
import { startN8n, type N8nServer } from '../harness/server';
import type { ImportedWorkflow } from '../harness/workflow';
import { EDITOR_ENVIRONMENT, launchBrowser, takePicture, watching, WINDOW } from './browser';
import { NodePanel } from './canvas';

/** The editor of an n8n of a test's own, as its owner sees it. */
export class OwnersEditor {
	private constructor(
		readonly n8n: N8n,
		readonly server: N8nServer,
		private readonly browser: Browser,
		private readonly session: NonNullable<BrowserContextOptions['storageState']>,
	) {}

	/** Starts n8n with credentials and workflows in it; `active` are those that its triggers run. */
	static async with(
		content: Parameters<typeof N8n.with>[0],
		active: ImportedWorkflow[] = [],
	): Promise<OwnersEditor> {
		const n8n = await N8n.with(content);
		for (const workflow of active) await n8n.activate(workflow);
		const server = await startN8n(n8n.major, n8n.home, { env: EDITOR_ENVIRONMENT[n8n.major] });
		await createOwner(server.url);
		const browser = await launchBrowser();
		const context = await browser.newContext();
		const { email, password } = OWNER;
		await context.request.post(`${server.url}/rest/login`, {
			data: { emailOrLdapLoginId: email, password },
		});
		return new OwnersEditor(n8n, server, browser, await context.storageState());
	}

	/** Does something in a window of its own, at an address below n8n's. */
	async at(
		path: string,
		action: (page: Page) => Promise<void>,
		options: BrowserContextOptions = {},
	): Promise<void> {
		const context = await this.browser.newContext({
			...WINDOW,
			storageState: this.session,
			...options,
		});
		const page = await context.newPage();
		await watching(page, async () => {
			await page.goto(`${this.server.url}/${path}`);
			await action(page);
		});
	}

	/** Does something with the panel of a node open. */
	async inNode(
		[workflow, node]: [workflow: string, node: string],
		action: (panel: NodePanel, page: Page) => Promise<void>,
		options: BrowserContextOptions = {},
	): Promise<void> {
		await this.at(
			`workflow/${workflow}/${encodeURIComponent(node)}`,
			async (page) => {
				const panel = new NodePanel(page);
				await panel.dialog.waitFor();
				await action(panel, page);
			},
			options,
		);
	}

	/** A picture for the documentation; those are of the newer n8n. */
	async picture(...[page, name, area]: Parameters<typeof takePicture>): Promise<void> {
		if (this.n8n.major === 2) await takePicture(page, name, area);
	}

	async stop(): Promise<void> {
		await this.browser.close();
		await this.server.stop();
		await this.n8n.remove();
	}
}
