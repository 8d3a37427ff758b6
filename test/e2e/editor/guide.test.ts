import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { chainsOf, ourNode, ourTrigger, workflow } from '../harness/workflow';
import { takePicture } from './browser';
import { dragIn, newWorkflow, showOurActions } from './canvas';
import { OwnersEditor } from './ownersEditor';
import { keepPlainNames } from './plainNames';

// What README and docs/ lead a reader through, with a picture of each.

// Low windows, so that pictures show what they are about and not much else.
const LOW = { viewport: { width: 1500, height: 640 } };
const HIGH = { viewport: { width: 1500, height: 1000 } };

let sandbox: Sandbox;
let editor: OwnersEditor;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 73 });
	keepPlainNames(sandbox);
	const account = { ...credentialFor('account', sandbox), name: 'Learning Platform account' };
	const courses = { resource: 'course', operation: 'list', output: 'simplified' };
	const filters = {
		createdAfter: '2020-01-10T00:00:00',
		status: 'published',
		fieldFilters: {
			filter: [{ field: 'modifiedAt', operator: 'lt', value: '2020-06-01T00:00:00.000Z' }],
		},
	};
	const unknown = { fieldFilters: { filter: [{ field: 'color', operator: 'eq', value: 'blue' }] } };
	const everyQuarter = { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] };
	editor = await OwnersEditor.with({
		credentials: [account],
		workflows: [
			workflow('filters', ourNode('List', account, { ...courses, returnAll: true, filters })),
			workflow('error', ourNode('List', account, { ...courses, filters: unknown })),
			chainsOf('trigger', [
				[
					ourTrigger('When a course is published', account, {
						pollTimes: everyQuarter,
						resource: 'course',
						triggerOn: ['added'],
						filters: { status: 'published' },
						output: 'simplified',
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

it('takes the name of the package to install it', async () => {
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
			await takePicture(page, 'install', dialog);
		},
		LOW,
	);
});

it('lists the courses that a chosen filter leaves, with names, and exports the same to a workbook', async () => {
	await editor.at(
		'workflow/new',
		async (page) => {
			await newWorkflow(page, editor.server.url);
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
			await takePicture(page, 'list-courses', await panel.withoutInput());

			sandbox.journal.clear();
			await panel.choose('operation', 'Export to File');
			await panel.choose('format', 'Excel (XLSX)');
			await panel.run();
			await panel.output.getByText('Binary').click();
			await panel.output.getByText(/^courses-.*\.xlsx$/).waitFor();
			expect(sandbox.journal.of('courses')[0]?.url).toBe(request);
			expect(sandbox.journal.of('groups')).not.toEqual([]);
			await takePicture(page, 'export-to-file', await panel.withoutInput());
		},
		LOW,
	);
});

it('lists what filters of every kind leave', async () => {
	await editor.inNode(
		['filters', 'List'],
		async (panel, page) => {
			await panel.run();
			const [request] = sandbox.journal.of('courses').map(({ url }) => url);
			expect(request).toMatch(
				/createdAt\[gte\]=.*status\[eq\]=published.*&modifiedAt\[lt\]=2020-06-01T00/,
			);
			await takePicture(page, 'filters', await panel.withoutInput());
		},
		HIGH,
	);
});

it('says what is wrong with a filter', async () => {
	await editor.inNode(
		['error', 'List'],
		async (panel, page) => {
			await panel.dialog.getByTestId('node-execute-button').click();
			await panel.output.getByText('The service refused the request as invalid').first().waitFor();
			await takePicture(page, 'error', await panel.withoutInput());
		},
		LOW,
	);
});

it('fetches a test event for the trigger', async () => {
	await editor.inNode(
		['trigger', 'When a course is published'],
		async (panel, page) => {
			await panel.run();
			await takePicture(page, 'trigger', await panel.withoutInput());
		},
		HIGH,
	);
});
