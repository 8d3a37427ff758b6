import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { node, ourNode, workflow } from '../harness/workflow';

let sandbox: Sandbox;
let n8n: N8n;
let execution: StoredExecution;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 1234, groups: 345 });
	const account = credentialFor('account', sandbox);
	const readBack = (name: string, operation: string, options = {}, binaryPropertyName = 'data') =>
		node(name, 'n8n-nodes-base.extractFromFile', { operation, options, binaryPropertyName });
	const files = workflow(
		'files',
		[
			ourNode('Courses as CSV', account, {
				resource: 'course',
				operation: 'export',
				format: 'csv',
				fileName: 'all courses.csv',
			}),
			readBack('Rows', 'csv', { enableBOM: true }),
		],
		[
			ourNode('Groups as JSON Lines', account, {
				resource: 'group',
				operation: 'export',
				format: 'jsonl',
			}),
			readBack('Text', 'text'),
		],
		[
			ourNode('Courses as a workbook', account, {
				resource: 'course',
				operation: 'export',
				format: 'xlsx',
				fileName: 'all courses.xlsx',
			}),
			readBack('Sheet', 'xlsx'),
		],
		[
			ourNode('Groups, compressed', account, {
				resource: 'group',
				operation: 'export',
				format: 'jsonl',
				fileName: 'groups.jsonl',
				options: { compress: true },
			}),
			node('Decompressed', 'n8n-nodes-base.compression', { outputPrefix: 'file_' }),
			readBack('Decompressed text', 'text', {}, 'file_0'),
		],
	);
	n8n = await N8n.with({ credentials: [account], workflows: [files] });
	execution = await n8n.execute(files);
});

afterAll(async () => {
	await sandbox.stop();
	await n8n.remove();
});

describe('exports in n8n', () => {
	it('writes a CSV file that n8n reads back: every course once, in order', () => {
		expect(execution.items('Courses as CSV')).toMatchObject([
			{ binary: { data: { fileName: 'all courses.csv', mimeType: 'text/csv' } } },
		]);
		expect(execution.json('Rows').map(({ _id }) => _id)).toEqual(
			sandbox.catalogue.list('courses').map(({ _id }) => _id),
		);
	});

	it('writes a workbook that n8n reads back: every course once, in order, with its types', () => {
		expect(execution.items('Courses as a workbook')).toMatchObject([
			{
				binary: {
					data: {
						fileName: 'all courses.xlsx',
						fileExtension: 'xlsx',
						mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
					},
				},
			},
		]);
		const cell = (value: unknown) => {
			const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value);
			if (isDate) return expect.any(Number) as number;
			return typeof value === 'object' ? JSON.stringify(value) : value;
		};
		expect(execution.json('Sheet')).toEqual(
			sandbox.catalogue
				.list('courses')
				.map((course) =>
					Object.entries(course).filter(([, value]) => value !== null && value !== ''),
				)
				.map((fields) => Object.fromEntries(fields.map(([name, value]) => [name, cell(value)]))),
		);
	});

	it.each(['Text', 'Decompressed text'])(
		'writes JSON Lines: every group once, in order: %s',
		(node) => {
			const [text] = execution.json(node).map(({ data }) => data as string);
			const lines = text?.trimEnd().split('\n') ?? [];
			expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
				sandbox.catalogue.list('groups'),
			);
		},
	);
});
