import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type Locator, type Page, selectors } from 'playwright-core';
import type { Major } from '../install/majors';
import { compressed } from '../harness/compressed';
import { CHROMIUM, pathOf } from '../install/program';

const ROOT = join(__dirname, '../../..');
const WAIT_MS = 60_000;
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** The assistants of n8n need a service of n8n's and would cover what is to be seen. */
export const EDITOR_ENVIRONMENT: Record<Major, NodeJS.ProcessEnv> = {
	1: { N8N_DISABLED_MODULES: 'insights' },
	2: { N8N_DISABLED_MODULES: 'instance-ai,agents,insights' },
};

export async function launchBrowser(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	const executablePath = pathOf(CHROMIUM);
	if (executablePath === undefined) throw new Error('There is no Chromium');
	return await chromium.launch({ executablePath, args: FLAGS });
}

/** A window as wide as the pictures of the documentation. */
export const WINDOW = { viewport: { width: 1280, height: 800 }, locale: 'en-US' };

/** Does something with a page; when that fails, leaves a picture of what there was to see. */
export async function watching(page: Page, action: () => Promise<void>): Promise<void> {
	page.setDefaultTimeout(WAIT_MS);
	try {
		await action();
	} catch (error) {
		const picture = join(ROOT, 'out', 'editor-failure.png');
		await page.screenshot({ path: picture });
		process.stderr.write(`\nWhat the browser showed: ${picture}\n`);
		throw error;
	} finally {
		await page.context().close();
	}
}

/** A part of a page, in pixels. */
export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/**
 * Writes a picture for the documentation: `docs/images/<name>.png`.
 *
 * @param area the part of the page worth showing
 */
export async function takePicture(page: Page, name: string, area?: Locator | Area): Promise<void> {
	// Notes such as "Node executed successfully" cover what they are about.
	for (const close of await page.locator('.el-notification__closeBtn').all()) await close.click();
	await page.locator('.el-notification').first().waitFor({ state: 'detached' });
	await page.mouse.move(0, 0);
	const still = { animations: 'disabled' } as const;
	const shot =
		area && 'screenshot' in area
			? await area.screenshot(still)
			: await page.screenshot({ ...still, ...(area && { clip: area }) });
	const path = join(ROOT, 'docs', 'images', `${name}.png`);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, await compressed(shot));
}
