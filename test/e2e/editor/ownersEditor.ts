import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
	type Browser,
	type BrowserContext,
	chromium,
	type Locator,
	type Page,
	selectors,
} from 'playwright-core';
import sharp from 'sharp';
import { type Content, N8n } from '../harness/n8n';
import { createOwner, OWNER } from '../harness/owner';
import { startN8n, type N8nServer } from '../harness/server';
import type { Major } from '../install/majors';
import { pathOf } from '../install/program';
import { type Area, NodePanel } from './canvas';

const ROOT = join(__dirname, '../../..');
/** A busy machine takes more than a minute to load n8n's editor. */
const WAIT_MS = 300_000;
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** n8n's assistants need an online service and would cover parts of the page. */
const EDITOR_ENVIRONMENT: Record<Major, NodeJS.ProcessEnv> = {
	1: { N8N_DISABLED_MODULES: 'insights' },
	2: { N8N_DISABLED_MODULES: 'instance-ai,agents,insights' },
};

/** A window as wide as the screenshots in the documentation. */
const WINDOW = { viewport: { width: 1280, height: 800 }, locale: 'en-US' };

/** A page with no open dialogs. */
const NEUTRAL = '/home/workflows';

/** Overrides the usual window settings. */
interface Window {
	viewport?: { width: number; height: number };
}

/** The editor in a test's own n8n, signed in as the owner. */
export class OwnersEditor {
	/** Shared by the tests in a file: n8n's editor takes ten seconds to load. */
	private page?: Page | undefined;

	private constructor(
		readonly n8n: N8n,
		readonly server: N8nServer,
		private readonly context: BrowserContext,
	) {}

	/** Starts n8n with credentials and workflows. */
	static async with(content: Content): Promise<OwnersEditor> {
		return await OwnersEditor.of(await N8n.with(content));
	}

	/**
	 * Starts an n8n.
	 *
	 * @param environment additional settings for n8n
	 */
	static async of(n8n: N8n, environment: NodeJS.ProcessEnv = {}): Promise<OwnersEditor> {
		const env = { ...EDITOR_ENVIRONMENT[n8n.major], ...environment };
		const server = await startN8n(n8n.major, n8n.home, { env });
		await createOwner(server.url);
		const context = await (await launchBrowser()).newContext(WINDOW);
		context.setDefaultTimeout(WAIT_MS);
		const { email, password } = OWNER;
		await context.request.post(`${server.url}/rest/login`, {
			data: { emailOrLdapLoginId: email, password },
		});
		return new OwnersEditor(n8n, server, context);
	}

	/** Runs an action on n8n's page at `path`; takes a screenshot if the action fails. */
	async at(
		path: string,
		action: (page: Page) => Promise<void>,
		{ viewport = WINDOW.viewport }: Window = {},
	): Promise<void> {
		const page = (this.page ??= await this.load());
		try {
			await page.setViewportSize(viewport);
			await goTo(page, `/${path}`);
			await action(page);
			await leave(page);
		} catch (error) {
			const picture = join(ROOT, 'out', 'editor-failure.png');
			await page.screenshot({ path: picture });
			process.stderr.write(`\nWhat the browser showed: ${picture}\n`);
			// The next test starts with a new page.
			this.page = undefined;
			await page.close();
			throw error;
		}
	}

	private async load(): Promise<Page> {
		const page = await this.context.newPage();
		await page.goto(`${this.server.url}${NEUTRAL}`);
		await listOfWorkflows(page).waitFor();
		return page;
	}

	/** Runs an action in a node's panel. */
	async inNode(
		[workflow, node]: [workflow: string, node: string],
		action: (panel: NodePanel, page: Page) => Promise<void>,
		options: Window = {},
	): Promise<void> {
		await this.at(
			`workflow/${workflow}`,
			async (page) => {
				await page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
				const panel = new NodePanel(page);
				await panel.dialog.waitFor();
				await action(panel, page);
			},
			options,
		);
	}

	/**
	 * Takes a picture for the documentation (`docs/images/<name>.png`), but only in the newer n8n version.
	 *
	 * @param area the part of the page to show
	 */
	async picture(page: Page, name: string, area?: Locator | Area): Promise<void> {
		if (this.n8n.major === 1) return;
		// Notifications cover the output.
		for (const close of await page.locator('.el-notification__closeBtn').all()) {
			// A notification may close by itself before the click.
			await close.click({ timeout: 2_000 }).catch(() => undefined);
		}
		await page.locator('.el-notification').first().waitFor({ state: 'detached' });
		await page.mouse.move(0, 0);
		const still = { animations: 'disabled' } as const;
		const shot =
			area && 'screenshot' in area
				? await area.screenshot(still)
				: await page.screenshot({ ...still, ...(area && { clip: area }) });
		const path = join(ROOT, 'docs', 'images', `${name}.png`);
		await mkdir(dirname(path), { recursive: true });
		// A color palette halves the file size without a visible difference.
		await writeFile(path, await sharp(shot).png({ palette: true, effort: 10 }).toBuffer());
	}

	/** Takes a picture in each theme: `<name>.png` and `<name>-dark.png`. */
	async pictures(page: Page, name: string, area: Area): Promise<void> {
		await this.picture(page, name, area);
		await page.emulateMedia({ colorScheme: 'dark' });
		await this.picture(page, `${name}-dark`, area);
		await page.emulateMedia({ colorScheme: null });
	}

	async stop(): Promise<void> {
		await this.context.browser()?.close();
		await this.server.stop();
		await this.n8n.remove();
	}
}

/** Follows a link inside n8n without reloading the editor. */
async function goTo(page: Page, path: string): Promise<void> {
	await page.evaluate(
		`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
	);
}

/** Closes dialogs and leaves the page, so the next test starts clean. */
async function leave(page: Page): Promise<void> {
	if (await page.locator(CLOSE).isVisible()) {
		await page.locator(CLOSE).click();
		await withoutSaving(page, page.locator(`body:not(:has(${CLOSE}))`));
	}
	await goTo(page, NEUTRAL);
	await withoutSaving(page, listOfWorkflows(page));
	await page.evaluate('localStorage.clear()');
}

/** The buttons that close dialogs and a node's panel, which n8n 1 would reopen in the next workflow. */
const CLOSE = '.el-dialog__headerbtn:visible, [data-test-id="back-to-canvas"]:visible';

/** Waits for the next page and discards changes if n8n asks to save them. */
async function withoutSaving(page: Page, next: Locator): Promise<void> {
	const discard = page
		.locator('.el-message-box')
		.getByRole('button', { name: /^(Close|Leave without saving)$/ });
	await next.or(discard).first().waitFor();
	if (await discard.isVisible()) await discard.click();
	await discard.waitFor({ state: 'hidden' });
	await next.waitFor();
}

const listOfWorkflows = (page: Page) => page.getByTestId('resources-list-wrapper');

async function launchBrowser(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({ executablePath: pathOf('Chromium'), args: FLAGS });
}
