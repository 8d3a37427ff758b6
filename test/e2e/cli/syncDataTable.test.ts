import { isFullCampaign } from '../../campaign';
import { createDataTable, DataTable } from '../harness/dataTable';
import { itKeepsInStep } from '../harness/keepsInStep';
import type { N8n } from '../harness/n8n';
import { RunningSync, setUp } from '../harness/runningSync';
import { startN8n } from '../harness/server';
import type { ImportedWorkflow } from '../harness/workflow';

const TABLE = 'Learning platform courses';
const CREATE = 'Create the table if it is missing';

// Data Table writes some 50 rows a second.
const COURSES = isFullCampaign ? 1_200 : 120;

let sync: RunningSync;

beforeAll(async () => {
	sync = await RunningSync.of('keep-a-data-table-in-step', {
		courses: COURSES,
		prepare: async (example, n8n) =>
			n8n.major === 1 ? await forN8n1(example, n8n) : setUp(example),
		table: ({ home }) => {
			const table = new DataTable(home, TABLE);
			return {
				rows: () => table.rows(),
				insert: (courseId, syncRun) => {
					table.insert({ courseId, syncRun });
				},
				refuse: (isRefusing) => {
					if (isRefusing) table.renameColumn('name', 'title');
					else table.renameColumn('title', 'name');
				},
			};
		},
	});
});

afterAll(async () => {
	await sync.end();
});

/** Does what the example says is to be done in n8n 1, which makes no tables and finds them by ID only. */
async function forN8n1(example: ImportedWorkflow, { home }: N8n): Promise<ImportedWorkflow> {
	const { columns } = example.nodes.find(({ name }) => name === CREATE)?.parameters ?? {};
	const { column } = columns as { column: { name: string }[] };
	const server = await startN8n(1, home);
	const names = column.map(({ name }) => name);
	const id = await createDataTable(server.url, TABLE, names);
	await server.stop();
	const dataTableId = { __rl: true, mode: 'list', value: id };
	const changed = setUp(example, { 'n8n-nodes-base.dataTable': { parameters: { dataTableId } } });
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
	itKeepsInStep(() => sync, COURSES);

	it('follows what happens while n8n is stopped', async () => {
		await sync.settled();
		const before = sync.executions().length;
		await sync.stop();
		sync.edit();
		await sync.start();
		await sync.inStep();
		await sync.settled();
		// Only what changed, in one run.
		const [trigger, ...others] = sync
			.executions()
			.slice(before)
			.map((execution) => execution.json('When the catalog changes').length);
		expect(others).toEqual([]);
		expect(trigger).toBeLessThan(20);
	});
});
