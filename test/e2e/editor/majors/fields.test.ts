import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startSandbox, type ListRecord, type Sandbox } from '../../../sandbox';
import { credentialFor } from '../../harness/accounts';
import { N8n } from '../../harness/n8n';
import { createOwner, OWNER } from '../../harness/owner';
import { startN8n, type N8nServer } from '../../harness/server';
import { type ImportedCredential, node, ourNode, workflow } from '../../harness/workflow';
import { EDITOR_ENVIRONMENT, launchBrowser, takePicture, watching, WINDOW } from '../browser';
import { NodePanel } from '../canvas';
import { CredentialForm } from '../credentialForm';

// What n8n's editor makes of our fields, in both majors; pictures are of the newer one.

let sandbox: Sandbox;
let n8n: N8n;
let server: N8nServer;
let browser: Browser;
let session: NonNullable<BrowserContextOptions['storageState']>;

beforeAll(async () => {
	// A seed whose first names any font can write.
	sandbox = await startSandbox({ seed: 73, groupPageSize: 200 });
	const account = { ...credentialFor('account', sandbox), name: 'Learning Platform account' };
	const workflows = [...forms(account), agent(account)];
	n8n = await N8n.with({ credentials: [account], workflows });
	server = await startN8n(n8n.major, n8n.home, { env: EDITOR_ENVIRONMENT[n8n.major] });
	await createOwner(server.url);
	browser = await launchBrowser();
	const context = await browser.newContext();
	const { email, password } = OWNER;
	await context.request.post(`${server.url}/rest/login`, {
		data: { emailOrLdapLoginId: email, password },
	});
	session = await context.storageState();
});

afterAll(async () => {
	await browser.close();
	await server.stop();
	await sandbox.stop();
	await n8n.remove();
});

beforeEach(() => {
	sandbox.journal.clear();
});

/** A workflow for each form to look at: n8n 2 locks one for a while after its page was closed. */
function forms(account: ImportedCredential) {
	const courses = { resource: 'course', operation: 'list', limit: 8 };
	const edit = node('Edit', 'n8n-nodes-base.set', {}, { typeVersion: 3.4 });
	return [
		workflow('get-course', ourNode('Get', account, { resource: 'course', operation: 'get' })),
		workflow('get-group', ourNode('Get', account, { resource: 'group', operation: 'get' })),
		workflow('other', ourNode('List', account, { resource: 'other', operation: 'list' })),
		workflow('courses', ourNode('List', account, { ...courses, filters: { status: 'archived' } })),
		workflow('fields', [ourNode('List', account, courses), edit]),
	];
}

/** An agent with a tool that nobody has set up yet. */
function agent(account: ImportedCredential) {
	const parameters = { promptType: 'define', text: 'List courses', options: {} };
	const made = workflow(
		'agent',
		node('AI Agent', '@n8n/n8n-nodes-langchain.agent', parameters, { typeVersion: 2 }),
	);
	const type = 'n8n-nodes-learning-platform.learningPlatformTool';
	made.nodes.push(node('List', type, {}, { credential: account }));
	made.connections.List = {
		ai_tool: [[{ node: 'AI Agent', type: 'ai_tool', index: 0 }]],
	};
	return made;
}

/** Does something in the editor, with the panel of a node open or without. */
async function inEditor(
	action: (page: Page, panel: NodePanel) => Promise<void>,
	of?: [workflow: string, node: string],
): Promise<void> {
	const page = await (await browser.newContext({ ...WINDOW, storageState: session })).newPage();
	await watching(page, async () => {
		const panel = new NodePanel(page);
		if (of) {
			await page.goto(`${server.url}/workflow/${of.join('/')}`);
			await panel.dialog.waitFor();
		}
		await action(page, panel);
	});
}

async function picture(...[page, name, area]: Parameters<typeof takePicture>): Promise<void> {
	if (n8n.major === 2) await takePicture(page, name, area);
}

const publishedFirst = (records: ListRecord[]) => [
	...records.filter(({ status }) => status === 'published'),
	...records.filter(({ status }) => status !== 'published'),
];

describe("n8n's editor", () => {
	it.each([
		['course', 'WORKSHOP', /workshop/i, () => publishedFirst(sandbox.catalogue.list('courses'))],
		['group', 'zurich', /zürich/i, () => sandbox.catalogue.list('groups')],
	])('finds a %s by a part of its name, and gets the one that is picked', async (...row) => {
		const [resource, part, pattern, records] = row;
		await inEditor(
			async (page, panel) => {
				const first = records().find(({ name }) => pattern.test(String(name)));
				const choices = await panel.searchList(part, pattern);
				expect(await choices.first().innerText()).toMatch(String(first?.name));
				if (resource === 'group') await picture(page, 'pick-group', panel.dialog);
				await choices.first().click();
				await panel.run();
				const read = sandbox.journal.entries.map(({ url }) => url);
				expect(read).toContain(`/api/v2/${resource}s/${first?._id}`);
			},
			[`get-${resource}`, 'Get'],
		);
	});

	it('finds a list by its name, and asks for the ID that its path needs', async () => {
		await inEditor(
			async (_page, panel) => {
				const choices = await panel.searchList('member', /member/i);
				await choices.getByText('Memberships in a Group (groups:read)').waitFor();
				const group = panel.dialog.getByText('Group', { exact: true });
				expect(await group.count()).toBe(0);
				await choices.first().click();
				await group.waitFor();
				expect(sandbox.journal.entries).toEqual([]);
			},
			['other', 'List'],
		);
	});

	it('asks for Output Fields only where they count, and shows the rows', async () => {
		await inEditor(
			async (page, panel) => {
				expect(await panel.chosen('output')).toBe('Raw');
				expect(await panel.parameter('outputFields').count()).toBe(0);
				await panel.choose('output', 'Simplified');
				expect(await panel.parameter('outputFields').count()).toBe(0);
				await panel.choose('output', 'Row');
				await panel.parameter('outputFields').locator('input').fill('name, status');
				await panel.run();
				await panel.output.locator('thead').getByText('courseId').waitFor();
				const columns = await panel.output.locator('thead th').allInnerTexts();
				expect(columns.filter((name) => name.trim() !== '')).toEqual([
					...['courseId', 'name', 'status'],
				]);
				await picture(page, 'list-rows', panel.dialog);
			},
			['courses', 'List'],
		);
	});

	it('knows the fields of courses before the node has run', async () => {
		await inEditor(
			async (_page, panel) => {
				await panel.dialog.getByText('Usually outputs the following fields.').waitFor();
				for (const field of ['_id', 'name', 'status', 'modifiedAt', 'translations']) {
					await panel.dialog.getByText(field, { exact: true }).first().waitFor();
				}
				expect(sandbox.journal.entries).toEqual([]);
			},
			['fields', 'Edit'],
		);
	});

	it('offers an agent a tool that describes itself, with short answers and no export', async () => {
		await inEditor(
			async (page, panel) => {
				expect(await panel.chosen('output')).toBe('Simplified');
				expect(await panel.chosen('limit')).toBe('10');
				const description = panel.parameter('toolDescription').locator('textarea');
				expect(await description.inputValue()).toMatch(/^List courses of the learning platform/);
				await picture(page, 'agent-tool', panel.dialog);
				await panel.parameter('operation').click();
				const options = page.getByRole('option');
				await options.getByText('Get', { exact: true }).waitFor();
				const names = (await options.allInnerTexts()).map((text) => text.split('\n')[0]);
				expect(names).toEqual(['List', 'Get']);
			},
			['agent', 'List'],
		);
	});

	it('asks for client ID and secret only when the service is one of the list', async () => {
		await inEditor(async (page) => {
			const form = await CredentialForm.open(page, server.url);
			await form.choose('service', '360Learning (EU)');
			await form.dialog.getByText('Base URL').waitFor({ state: 'detached' });
			// The last one is n8n's own.
			expect(await form.labels()).toEqual([
				...['Service', 'Client ID', 'Client Secret', 'Ignore SSL Issues'],
				'Allowed HTTP Request Domains',
			]);
			await picture(page, 'credential-service', form.dialog);
		});
	});
});
