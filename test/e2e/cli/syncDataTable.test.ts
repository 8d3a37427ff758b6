import { isFullCampaign } from '../../campaign';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { createDataTable, DataTable } from '../harness/dataTable';
import { exampleWorkflow } from '../harness/examples';
import { N8n } from '../harness/n8n';
import {
	catalogueRows,
	editCatalogue,
	LONG_MS,
	RunningSync,
	setUp,
	shownRows,
} from '../harness/runningSync';
import { startN8n } from '../harness/server';
import type { ImportedWorkflow } from '../harness/workflow';

const CREATE = 'Create the table if it is missing';
const TABLE_NODES = ['Write the row', 'Delete the row', 'Delete rows left behind'];

// Data Table writes some 50 rows a second.
const COURSES = isFullCampaign ? 1_200 : 120;

jest.setTimeout(LONG_MS);

let sandbox: Sandbox;
let n8n: N8n;
let sync: RunningSync;
let table: DataTable;

const isEqual = () =>
	JSON.stringify(shownRows(table.rows())) === JSON.stringify(catalogueRows(sandbox));

beforeAll(async () => {
	sandbox = await startSandbox({ courses: COURSES });
	const account = credentialFor('account', sandbox);
	const example = exampleWorkflow('keep-a-data-table-in-step', account);
	const { tableName } = example.nodes.find(({ name }) => name === CREATE)?.parameters ?? {};
	n8n = await N8n.with({ credentials: [account], workflows: [] });
	table = new DataTable(n8n.home, tableName as string);
	sync = new RunningSync(sandbox, n8n, n8n.major === 1 ? await forN8n1(example) : setUp(example));
	await sync.install();
	await sync.start();
});

afterAll(async () => {
	await sync.stop();
	await sandbox.stop();
	await n8n.remove();
});

/** Does what the example says is to be done in n8n 1, which makes no tables and finds them by ID only. */
async function forN8n1(example: ImportedWorkflow): Promise<ImportedWorkflow> {
	const { tableName, columns } =
		example.nodes.find(({ name }) => name === CREATE)?.parameters ?? {};
	const { column } = columns as { column: { name: string }[] };
	const server = await startN8n(1, n8n.home);
	const names = column.map(({ name }) => name);
	const id = await createDataTable(server.url, tableName as string, names);
	await server.stop();
	const dataTableId = { __rl: true, mode: 'list', value: id };
	const chosen = TABLE_NODES.map((name) => [name, { parameters: { dataTableId } }] as const);
	const changed = setUp(example, Object.fromEntries(chosen));
	const links = Object.entries(changed.connections).map(([from, { main = [] }]) => [
		from,
		{ main: main.map((ends) => (ends ?? []).filter((end) => end.node !== CREATE)) },
	]);
	return {
		...changed,
		nodes: changed.nodes.filter(({ name }) => name !== CREATE),
		connections: Object.fromEntries(links) as ImportedWorkflow['connections'],
	};
}

describe('the example that keeps a data table in step', () => {
	it(`fills the table with ${COURSES} courses`, async () => {
		await sync.until(isEqual);
		expect(sync.executions().map(({ status, error }) => error?.message ?? status)).toEqual([
			'success',
		]);
	});

	it('follows additions, changes, emptied fields and removals', async () => {
		editCatalogue(sandbox, 1);
		await sync.until(isEqual);
	});

	it('follows what happens while n8n is stopped', async () => {
		await sync.settled();
		const before = sync.executions().length;
		await sync.stop();
		editCatalogue(sandbox, 2);
		await sync.start();
		await sync.until(isEqual);
		// Only what changed, in one run.
		const [trigger, ...others] = sync
			.executions()
			.slice(before)
			.map((execution) => execution.json('When the catalog changes').length);
		expect(others).toEqual([]);
		expect(trigger).toBeLessThan(20);
	});

	it('heals when everything is reported again after it failed, and deletes rows that were left behind', async () => {
		await sync.settled();
		table.renameColumn('name', 'title');
		editCatalogue(sandbox, 3);
		await sync.until(() => sync.executions().some(({ status }) => status === 'error'));
		table.renameColumn('title', 'name');
		await sync.settled();
		expect(isEqual()).toBe(false);
		await sync.askForEverything();
		await sync.until(isEqual);
		await sync.settled();
		expect(sync.executions().at(-1)?.status).toBe('success');
	});
});
