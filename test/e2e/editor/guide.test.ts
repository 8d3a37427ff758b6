import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { chainsOf, ourNode, ourTrigger, workflow } from '../harness/workflow';
import { dragIn, newWorkflow, NodePanel, showOurActions } from './canvas';
import { CredentialForm } from './credentialForm';
import { OwnersEditor } from './ownersEditor';

// Follows the steps in the README and docs/ and takes a picture of each.

// Short enough that pictures have no empty space.
const LOW = { viewport: { width: 1500, height: 640 } };
const HIGH = { viewport: { width: 1500, height: 1000 } };
// Wide enough for a table of courses with names.
const WIDE = { viewport: { width: 2560, height: 640 } };

/** A field name as stored by the form. */
const byName = (value: string) => ({ __rl: true, mode: 'name', value });

let sandbox: Sandbox;
let editor: OwnersEditor;

beforeAll(async () => {
	sandbox = await startSandbox();
	const account = { ...credentialFor('account', sandbox), name: 'Learning Platform account' };
	const courses = { resource: 'course', operation: 'list', output: 'simplified' };
	const filters = {
		createdAfter: '2020-01-10T00:00:00',
		status: 'published',
		fieldFilters: {
			filter: [{ field: byName('modifiedAt'), operator: 'lt', value: '2020-06-01T00:00:00.000Z' }],
		},
	};
	const status = "={{ $workflow.active ? 'published' : 'archived' }}";
	const unknown = {
		fieldFilters: { filter: [{ field: byName('color'), operator: 'eq', value: 'blue' }] },
	};
	const everyQuarter = { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] };
	editor = await OwnersEditor.with({
		credentials: [account],
		workflows: [
			workflow('filters', ourNode('List', account, { ...courses, returnAll: true, filters })),
			workflow('expression', ourNode('List', account, { ...courses, filters: { status } })),
			workflow('error', ourNode('List', account, { ...courses, filters: unknown })),
			chainsOf('trigger', [
				[
					ourTrigger('When a course is completed', account, {
						pollTimes: everyQuarter,
						resource: 'courseCompletion',
						triggerOn: ['completed'],
						output: 'simplified',
						options: { addNames: ['courses', 'users'] },
					}),
				],
			]),
		],
	});
});

afterAll(async () => {
	await editor.stop();
	await sandbox.stop();
});

beforeEach(() => {
	sandbox.journal.clear();
});

it('installs the package by its name', async () => {
	await editor.at(
		'settings/community-nodes',
		async (page) => {
			await page
				.getByRole('button', { name: /install/i })
				.first()
				.click();
			const dialog = page.locator('.el-dialog').filter({ hasText: 'npm Package Name' });
			await dialog.locator('input').first().fill('n8n-nodes-learning-platform');
			await dialog.getByText('I understand the risks').click();
			await editor.picture(page, 'install', dialog);
		},
		LOW,
	);
});

it('explains what is wrong with a credential and confirms that the corrected one works', async () => {
	await editor.at(
		'home/credentials/create',
		async (page) => {
			const form = await CredentialForm.open(page);
			const { baseUrl, clientId, clientSecret } = sandbox;
			await form.choose('service', 'Other');
			await form.fill({ baseUrl, clientId, clientSecret: 'not the secret' });
			await form.save();
			await form.dialog.getByText('More details').click();
			await form.dialog
				.getByText('The service rejected the client ID or the client secret')
				.waitFor();
			await editor.picture(page, 'credential-rejected', form.dialog);

			await form.fill({ clientSecret });
			await form.save();
			await form.dialog.getByText('Connection tested successfully').waitFor();
			expect(await form.dialog.getByText('Couldn’t connect').count()).toBe(0);
			await editor.picture(page, 'credential-accepted', form.dialog);
		},
		{ viewport: { width: 1280, height: 1100 } },
	);
});

it('finds the node by its purpose and shows the trigger events', async () => {
	await editor.at('workflow/new', async (page) => {
		await newWorkflow(page);
		await showOurActions(page, 'spreadsheet');
		await editor.picture(page, 'node-actions', { x: 380, y: 0, width: 900, height: 754 });
		await page.getByText('Triggers (8)').click();
		await page.getByText('Course Added, Updated, or Removed').click();
		const panel = new NodePanel(page);
		await panel.dialog.waitFor();
		expect(await panel.chosen('value')).toBe('15');
		expect(await panel.dialog.getByTestId('parameter-input-mode').count()).toBe(1);
	});
});

it('lists filtered courses with names and exports them to a workbook', async () => {
	await editor.at(
		'workflow/new',
		async (page) => {
			await newWorkflow(page);
			await showOurActions(page);
			const panel = await dragIn(page, 'List courses');
			await panel.switchOn('returnAll');
			await panel.choose('output', 'Simplified');
			await panel.dialog.getByTestId('collection-parameter-add').first().click();
			await page.getByTestId('collection-parameter-option').getByText('Status').click();
			await panel.dialog.getByTestId('collection-parameter-add').nth(1).click();
			await page.getByTestId('collection-parameter-option').getByText('Add Names Of').click();
			await panel.run();
			await panel.namesInOutput(5);
			const [request] = sandbox.journal.of('courses').map(({ url }) => url);
			expect(request).toBe('/api/v2/courses?status[eq]=published');
			await editor.pictures(page, 'list-courses', await panel.table('authorName', 6));

			sandbox.journal.clear();
			await panel.choose('operation', 'Export to File');
			await panel.choose('format', 'Excel (XLSX)');
			await panel.run();
			await panel.output.getByText('Binary').click();
			await panel.output.getByText(/^courses-.*\.xlsx$/).waitFor();
			expect(sandbox.journal.of('courses')[0]?.url).toBe(request);
			expect(sandbox.journal.of('groups')).not.toEqual([]);
			await page.setViewportSize(LOW.viewport);
			await editor.picture(page, 'export-to-file', await panel.withoutInput());
		},
		WIDE,
	);
});

it('sends filters of every kind', async () => {
	await editor.inNode(
		['filters', 'List'],
		async (panel, page) => {
			await panel.run();
			const [request] = sandbox.journal.of('courses').map(({ url }) => url);
			expect(request).toMatch(
				/createdAt\[gte\]=.*status\[eq\]=published.*&modifiedAt\[lt\]=2020-06-01T00/,
			);
			await editor.picture(page, 'filters', await panel.withoutInput());
		},
		HIGH,
	);
});

it('evaluates an expression as a filter', async () => {
	await editor.inNode(['expression', 'List'], async (panel, page) => {
		await panel.run();
		const archived = sandbox.catalogue
			.list('courses')
			.filter(({ status }) => status === 'archived');
		expect(await panel.namesInOutput(5)).toEqual(archived.slice(0, 5).map(({ name }) => name));
		await editor.picture(page, 'expression', await panel.withoutInput());
	});
});

it('explains what is wrong with a filter', async () => {
	await editor.inNode(
		['error', 'List'],
		async (panel, page) => {
			await panel.dialog.getByTestId('node-execute-button').click();
			await panel.output.getByText('The service rejected the request').first().waitFor();
			// The picture starts by closing the notification, which appears later.
			await page.locator('.el-notification').first().waitFor();
			await editor.picture(page, 'error', await panel.withoutInput());
		},
		LOW,
	);
});

it('fetches a test event for the trigger', async () => {
	await editor.inNode(
		['trigger', 'When a course is completed'],
		async (panel, page) => {
			await panel.run();
			// JSON shows the fields of a single item better than a table with one row does.
			await panel.output.getByText('JSON', { exact: true }).click();
			await panel.output.getByText('userName').waitFor();
			await editor.picture(page, 'trigger', await panel.withoutInput());
		},
		{ viewport: { width: 1500, height: 760 } },
	);
});
