import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflows } from '../harness/examples';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { list, node, ourNode, workflow } from '../harness/workflow';

let sandbox: Sandbox;
let n8n: N8n;
let execution: StoredExecution;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 1234, groups: 345 });
	const account = credentialFor('account', sandbox);
	const course = { resource: 'course' };
	const readBack = (name: string, operation: string, options = {}, binaryPropertyName = 'data') =>
		node(name, 'n8n-nodes-base.extractFromFile', { operation, options, binaryPropertyName });
	const lists = workflow(
		'lists',
		list('All courses', account, { ...course, returnAll: true }),
		list('All groups', account, { resource: 'group', returnAll: true }),
		list('Archived courses', account, {
			...course,
			returnAll: true,
			filters: { status: 'archived' },
		}),
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
	const fresh = credentialFor('without a token', sandbox);
	const nightly = workflow(
		'nightly',
		ourNode('Every course', fresh, { resource: 'course', operation: 'export' }),
	);
	n8n = await N8n.with({ credentials: [account, fresh], workflows: [lists, nightly] });
	// This ends in an error unless n8n takes every example.
	await n8n.import('workflow', exampleWorkflows(account));
	execution = await n8n.execute(lists);
});

afterAll(async () => {
	await sandbox.stop();
	await n8n.remove();
});

const idsIn = (records: readonly object[]) =>
	records.map((record) => (record as { _id: string })._id);

describe('lists in n8n', () => {
	it('ends well', () => {
		expect(execution).toMatchObject({ status: 'success', mode: 'cli' });
	});

	it.each([
		['All courses', 'courses', 1234],
		['All groups', 'groups', 345],
	] as const)(
		'"%s": every record of every page once, in the order of the service',
		(node, kind, count) => {
			expect(execution.json(node)).toHaveLength(count);
			expect(idsIn(execution.json(node))).toEqual(idsIn(sandbox.catalogue.list(kind)));
		},
	);

	it('links every item to the item it was made from', () => {
		const pairs = new Set(
			execution.items('All courses').map(({ pairedItem }) => JSON.stringify(pairedItem)),
		);
		expect([...pairs]).toEqual([JSON.stringify({ item: 0 })]);
	});

	it('filters by status, with literal brackets in the request', () => {
		const archived = sandbox.catalogue
			.list('courses')
			.filter(({ status }) => status === 'archived');
		expect(archived.length).toBeGreaterThan(0);
		expect(idsIn(execution.json('Archived courses'))).toEqual(idsIn(archived));
		expect(sandbox.journal.of('courses').map(({ url }) => url)).toContain(
			'/api/v2/courses?status[eq]=archived',
		);
	});
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

interface LogLine {
	level: string;
	message: string;
}

/** Our lines in n8n's log, in its JSON format, with the times in them written as "N ms". */
function linesOf(said: string): LogLine[] {
	return said
		.split('\n')
		.filter((line) => line.includes('[Learning Platform]'))
		.map((line) => JSON.parse(line) as LogLine)
		.map(({ level, message }) => ({ level, message: message.replace(/\d+ ms/g, 'N ms') }));
}

it('n8n’s log says what happened to a list, page by page at the level "debug"', async () => {
	sandbox.journal.clear();
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 503 });
	const args = ['execute', '--id', 'nightly', '--rawOutput'];
	const said = await n8n.command(args, {
		N8N_LOG_LEVEL: 'debug',
		N8N_LOG_FORMAT: 'json',
	});
	const line = (level: string, what: string) => ({
		level,
		message: `[Learning Platform] courses: ${what} (node "Every course", workflow nightly "nightly")`,
	});
	const lines = linesOf(said);
	// Page 1 may have been read before or after page 2 has failed.
	expect(lines).toHaveLength(6);
	expect(lines).toEqual(
		expect.arrayContaining([
			line('info', 'new access token in N ms'),
			line('debug', 'page 1: 500 records in N ms, another page follows'),
			line('info', 'page 2: failed (503), requested again in N ms'),
			line('debug', 'page 2: 500 records in N ms, another page follows'),
			line('debug', 'page 3: 234 records in N ms, last page'),
			line('info', 'exported 1234 records from 3 pages in N ms'),
		]),
	);
	const sent = sandbox.journal.of('courses').map(({ headers }) => String(headers.authorization));
	for (const secret of [sandbox.clientSecret, ...sent.map((value) => value.split(' ')[1] ?? '')]) {
		expect(secret).not.toBe('');
		expect(said).not.toContain(secret);
	}
});
