import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox';
import { OwnersEditor } from '../editor/ownersEditor';
import { credentialFor } from '../harness/accounts';
import { installedPackage } from '../harness/home';
import { N8n } from '../harness/n8n';
import { type Registry, startRegistry } from '../harness/registry';
import { list, workflow } from '../harness/workflow';
import { type Major, MAJORS } from '../install/majors';
import { OwnersClone } from './ownersClone';

// Follows the owner's steps in CONTRIBUTING.md with a local npm registry. In both major versions of n8n, an
// administrator then installs, updates, and uninstalls the package in the editor. Each test continues where the
// previous one ended.

const PACKAGE = 'n8n-nodes-learning-platform';
const contributing = readFileSync(join(__dirname, '../../../CONTRIBUTING.md'), 'utf8');

let sandbox: Sandbox;
let registry: Registry;
let owner: OwnersClone;
const editors = new Map<Major, OwnersEditor>();

beforeAll(async () => {
	[sandbox, registry] = await Promise.all([startSandbox({ courses: 3 }), startRegistry()]);
	owner = await OwnersClone.of(registry);
	for (const major of MAJORS) editors.set(major, await editorWithoutPackage(major));
});

// In the order of `beforeAll`: if it failed halfway, everything that it started still stops.
afterAll(async () => {
	await sandbox.stop();
	await registry.stop();
	await owner.remove();
	for (const editor of editors.values()) await editor.stop();
});

async function editorWithoutPackage(major: Major): Promise<OwnersEditor> {
	const account = credentialFor('account', sandbox);
	const workflows = [workflow('courses', list('List', account, {}))];
	const n8n = await N8n.with({ credentials: [account], workflows }, {}, major);
	const nodes = join(installedPackage(n8n.home), '../..');
	await rm(nodes, { recursive: true });
	await mkdir(nodes);
	// n8n 1 hides its proxy from npm when it looks for updates.
	if (major === 1) await writeFile(join(nodes, '.npmrc'), registry.npmrc);
	return await OwnersEditor.of(n8n, registry.environment);
}

/** Runs a command from CONTRIBUTING.md. */
async function follow(command: string): Promise<void> {
	expect(contributing).toContain(`\`${command}\``);
	await owner.run(command);
}

/** Repeats the step that publishes a version. */
async function release(version: string): Promise<void> {
	expect(contributing).toContain('`npm version 0.2.0 --ignore-scripts=false`');
	await owner.run(`npm version ${version} --ignore-scripts=false`);
	await follow('git push --follow-tags');
	await owner.publish(`v${version}`);
}

/** Runs an action on the page with the installed packages. */
async function administer(
	major: Major,
	action: (page: Page, card: Locator) => Promise<void>,
): Promise<void> {
	await editors.get(major)?.at('settings/community-nodes', async (page) => {
		await action(page, page.getByTestId('community-package-card').filter({ hasText: PACKAGE }));
	});
}

async function listsCourses(major: Major): Promise<void> {
	await editors.get(major)?.inNode(['courses', 'List'], async (panel) => {
		await panel.run();
		await panel.output.getByText('3 items', { exact: true }).waitFor();
	});
}

it('the first release claims the name, and a tag publishes a version', async () => {
	await follow('npm run first-release');
	await follow('git restore package.json package-lock.json');
	await release('0.2.0');
	const published = await owner.run(`npm view ${PACKAGE} versions --json`);
	expect(JSON.parse(published)).toEqual(['0.0.1', '0.2.0']);
});

it.each(MAJORS)('n8n %d installs the version, and a workflow lists courses', async (major) => {
	await administer(major, async (page, card) => {
		await page
			.getByRole('button', { name: /install/i })
			.first()
			.click();
		await page.locator('input[name="packageNameInput"]').fill(PACKAGE);
		await page.getByText('I understand the risks').click();
		await page.getByTestId('install-community-package-button').click();
		await card.getByText('v0.2.0').waitFor();
	});
	await listsCourses(major);
});

it('the owner publishes a later version', async () => {
	await owner.announce('A later version.');
	await release('0.2.1');
});

it.each(MAJORS)(
	'n8n %d updates the package, and the workflow still lists courses',
	async (major) => {
		await administer(major, async (page, card) => {
			await card.getByRole('button', { name: 'Update' }).click();
			await page.getByRole('button', { name: 'Confirm update' }).click();
			await card.getByText('v0.2.1').waitFor();
		});
		await listsCourses(major);
	},
);

it.each(MAJORS)('n8n %d uninstalls the package, and the workflow says so', async (major) => {
	await administer(major, async (page, card) => {
		await card.getByRole('button').last().click();
		await page.getByText('Uninstall package').click();
		await page.getByRole('button', { name: 'Confirm uninstall' }).click();
		await card.waitFor({ state: 'detached' });
	});
	await editors.get(major)?.inNode(['courses', 'List'], async ({ dialog }) => {
		await dialog.getByText('Install this node to use it').waitFor();
	});
});
