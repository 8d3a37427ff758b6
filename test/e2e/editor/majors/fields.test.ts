import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { credentialFor } from '../../harness/accounts';
import { exampleWorkflows } from '../../harness/examples';
import { type ImportedCredential, node, ourNode, workflow } from '../../harness/workflow';
import { OwnersEditor } from '../ownersEditor';

// Tests our fields and the examples' notes in n8n's editor, in both major versions; the pictures show the newer version.

let sandbox: Sandbox;
let account: ImportedCredential;
let editor: OwnersEditor;

beforeAll(async () => {
	sandbox = await startSandbox({ groupPageSize: 200 });
	account = { ...credentialFor('account', sandbox), name: 'Learning Platform account' };
	const workflows = [
		...forms(account),
		notes(account),
		agent('agent', account),
		agent('agent-filters', account, { filters: { status: 'archived' } }),
	];
	editor = await OwnersEditor.with({ credentials: [account], workflows });
});

afterAll(async () => {
	await editor.stop();
	await sandbox.stop();
});

beforeEach(() => {
	sandbox.journal.clear();
});

/** Each form has its own workflow: n8n 2 keeps a workflow locked for a while after the workflow's page is closed. */
function forms(account: ImportedCredential) {
	const courses = { resource: 'course', operation: 'list', limit: 8 };
	return [
		workflow('get-group', ourNode('Get', account, { resource: 'group', operation: 'get' })),
		workflow('other', ourNode('List', account, { resource: 'other', operation: 'list' })),
		workflow(
			'courses',
			ourNode('List', account, {
				...courses,
				filters: { status: 'archived' },
				options: { addNames: ['groups', 'users'] },
			}),
		),
		workflow('field-names', ourNode('List', account, { ...courses, ...TYPED })),
		workflow('slow', ourNode('Get', account, { resource: 'group', operation: 'get' })),
	];
}

/** The notes of all examples, side by side. */
function notes(account: ImportedCredential) {
	const nodes = exampleWorkflows(account)
		.flatMap((example) => example.nodes)
		.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
		.map((note, at) => ({
			...note,
			name: `Note ${at}`,
			position: [at * 1_000, 0] as [number, number],
		}));
	return { ...workflow('notes', ...nodes), connections: {} };
}

/** Finds the texts for which a note is too small: n8n would cut them. Runs in the browser. */
const TEXTS_CUT = `[...document.querySelectorAll('.vue-flow__node *')]
	.filter((one) => one.innerText && getComputedStyle(one).overflowY !== 'visible')
	.filter((one) => one.scrollHeight > one.clientHeight + 1)
	.map((one) => one.innerText.slice(0, 40))`;

/** Field names as older workflows store them: strings. */
const TYPED = {
	output: 'selected',
	outputFields: 'name, translations.0.lang',
	filters: { fieldFilters: { filter: [{ field: 'type', operator: 'eq', value: 'archived' }] } },
};

/** An agent with a new tool. */
function agent(id: string, account: ImportedCredential, tool: INodeParameters = {}) {
	const parameters = { promptType: 'define', text: 'List courses', options: {} };
	const made = workflow(
		id,
		node('AI Agent', '@n8n/n8n-nodes-langchain.agent', parameters, { typeVersion: 2 }),
	);
	const type = 'n8n-nodes-learning-platform.learningPlatformTool';
	made.nodes.push({ ...node('List', type, tool, { credential: account }), position: [0, 300] });
	made.connections.List = {
		ai_tool: [[{ node: 'AI Agent', type: 'ai_tool', index: 0 }]],
	};
	return made;
}

describe("n8n's editor", () => {
	it('finds a group by part of its name and gets the selected group', async () => {
		await editor.inNode(['get-group', 'Get'], async (panel, page) => {
			const groups = sandbox.catalogue.list('groups');
			const first = groups.find(({ name }) => String(name).includes('Málaga'));
			const choices = await panel.searchList('malaga', /málaga/i);
			expect(await choices.first().innerText()).toMatch(String(first?.name));
			await editor.picture(page, 'pick-group', await panel.parameters());
			await choices.first().click();
			await panel.run();
			const read = sandbox.journal.entries.map(({ url }) => url);
			expect(read).toContain(`/api/v2/groups/${first?._id}`);
		});
	});

	it('finds a list by its name and asks for the ID in its path', async () => {
		await editor.inNode(['other', 'List'], async (panel) => {
			const choices = await panel.searchList('member', /member/i);
			await choices.getByText('Memberships in a Group (groups:read)').waitFor();
			const group = panel.dialog.getByText('Group', { exact: true });
			expect(await group.count()).toBe(0);
			await choices.first().click();
			await group.waitFor();
			expect(sandbox.journal.entries).toEqual([]);
		});
	});

	it('in n8n 2, offers other ways to choose a record if the list is slow', async () => {
		let answer: () => void = () => undefined;
		const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
		sandbox.faults.add({ on: { kind: 'groups' }, before: () => mayAnswer });
		await editor.inNode(['slow', 'Get'], async (panel, page) => {
			await panel.dialog.getByTestId('rlc-input').first().click();
			const notice = page.getByText('If that takes too long, choose By ID or By URL.');
			if (editor.n8n.major === 2) await notice.waitFor();
			answer();
			await page.getByTestId('rlc-item').first().waitFor();
		});
	});

	it('asks for Output Fields only where they apply and shows rows with names', async () => {
		await editor.inNode(['courses', 'List'], async (panel, page) => {
			expect(await panel.chosen('output')).toBe('Raw');
			expect(await panel.parameter('outputFields').count()).toBe(0);
			await panel.choose('output', 'Simplified');
			expect(await panel.parameter('outputFields').count()).toBe(0);
			await panel.choose('output', 'Row');
			await panel.parameter('outputFields').locator('input').fill('name, groupName');
			await panel.run();
			await panel.output.locator('thead').getByText('courseId').waitFor();
			const columns = await panel.output.locator('thead th').allInnerTexts();
			expect(columns.filter((name) => name.trim() !== '')).toEqual([
				'courseId',
				'name',
				'groupName',
			]);
			await editor.picture(page, 'list-rows', await panel.withoutInput());
		});
	});

	it("offers the list's fields and keeps typed names", async () => {
		await editor.inNode(['field-names', 'List'], async (panel, page) => {
			const typed = panel.parameter('outputFields').locator('input');
			expect(await typed.inputValue()).toBe(TYPED.outputFields);
			const duration = page.getByText('How long the course takes, in minutes');
			// n8n closes an open menu when its options arrive.
			await duration.waitFor({ state: 'attached' });
			await panel.parameter('outputFieldsFromList').click();
			await duration.click();
			await page.keyboard.press('Escape');
			const field = panel.dialog.getByTestId('resource-locator-field');
			const named = field.getByTestId('rlc-input');
			expect(await named.inputValue()).toBe('type');
			await named.fill('typed');
			expect(await named.inputValue()).toBe('typed');
			await field.getByTestId('rlc-mode-selector').click();
			await page.getByTestId('mode-list').click();
			const choices = await panel.searchList('status', /status/);
			await choices.getByText('status: Published, archived, or deleted (Equals)').click();
			await panel.run();
			expect(sandbox.journal.entries.map(({ url }) => url)).toContain(
				'/api/v2/courses?status[eq]=archived',
			);
			await panel.output.locator('thead').getByText('duration').waitFor();
			const columns = await panel.output.locator('thead th').allInnerTexts();
			expect(columns.filter((name) => name.trim() !== '')).toEqual([
				'_id',
				'duration',
				'name',
				'translations.0.lang',
			]);
		});
	});

	it('shows the whole notes of the examples', async () => {
		await editor.at('workflow/notes', async (page) => {
			const { nodes } = notes(account);
			await page
				.locator('.vue-flow__node')
				.nth(nodes.length - 1)
				.waitFor();
			expect(await page.evaluate<string[]>(TEXTS_CUT)).toEqual([]);
		});
	});

	it('gives a tool a description, short responses, and no export', async () => {
		await editor.inNode(['agent', 'List'], async (panel, page) => {
			expect(await panel.chosen('output')).toBe('Simplified');
			expect(await panel.chosen('limit')).toBe('10');
			const description = panel.parameter('toolDescription').locator('textarea');
			expect(await description.inputValue()).toMatch(/^List courses on the learning platform/);
			await editor.picture(page, 'agent-tool', await panel.parameters());
			await panel.parameter('operation').click();
			const options = page.getByRole('option');
			await options.getByText('Get', { exact: true }).waitFor();
			const names = (await options.allInnerTexts()).map((text) => text.split('\n')[0]);
			expect(names).toEqual(['Get', 'List']);
		});
	});

	it('lets an agent fill in the status, which is otherwise a menu', async () => {
		await editor.inNode(['agent-filters', 'List'], async (panel) => {
			const status = panel.parameter('status').locator('input');
			expect(await status.inputValue()).toBe('archived');
			await panel.dialog.getByTestId('from-ai-override-button').last().click();
			await panel.dialog.getByText('Defined automatically by the model').waitFor();
		});
	});
});
