import type { OwnersCall } from './owner';
import { inDatabase } from './storedExecution';
import type { ImportedWorkflow } from './workflow';

/** Columns that n8n keeps for itself. */
const SYSTEM_COLUMNS = ['id', 'createdAt', 'updatedAt'];

/** A data table of n8n, seen from its SQLite database, while n8n runs or not. */
export class DataTable {
	constructor(
		private readonly home: string,
		private readonly name: string,
	) {}

	/** The rows as they were inserted; none as long as there is no such table. */
	rows(): Record<string, unknown>[] {
		return this.run('SELECT * FROM % ORDER BY id').map((row) =>
			Object.fromEntries(Object.entries(row).filter(([name]) => !SYSTEM_COLUMNS.includes(name))),
		);
	}

	/** Adds a row by hand. */
	insert(courseId: string, name: string): void {
		this.run('INSERT INTO % (courseId, name) VALUES (?, ?)', courseId, name);
	}

	/** Changes a name by hand. */
	rename(courseId: string, name: string): void {
		this.run('UPDATE % SET name = ? WHERE courseId = ?', name, courseId);
	}

	/** Removes rows by hand. */
	remove(courseIds: string[]): void {
		for (const courseId of courseIds) this.run('DELETE FROM % WHERE courseId = ?', courseId);
	}

	private run(sql: string, ...values: string[]): Record<string, unknown>[] {
		return inDatabase(this.home, {}, (database) => {
			const row = database.prepare('SELECT id FROM data_table WHERE name = ?').get(this.name);
			if (row === undefined) return [];
			const table = `"data_table_user_${String(row.id)}"`;
			return database.prepare(sql.replace('%', table)).all(...values);
		});
	}
}

const CREATE = 'Create the table if it is missing';

/** Does what an example says is to be done in n8n 1, which makes no tables and finds them by ID only. */
export async function withTableByHand(
	example: ImportedWorkflow,
	call: OwnersCall,
): Promise<ImportedWorkflow> {
	const { columns, tableName } =
		example.nodes.find(({ name }) => name === CREATE)?.parameters ?? {};
	const { id: project } = await call<{ id: string }>('projects/personal');
	const { id: value } = await call<{ id: string }>(`projects/${project}/data-tables`, {
		name: tableName,
		columns: (columns as { column: object[] }).column,
	});
	const dataTableId = { __rl: true, mode: 'list', value };
	const behind = example.connections[CREATE]?.main?.[0] ?? [];
	const links = Object.entries(example.connections).map(([from, { main = [] }]) => [
		from,
		{
			main: main.map((ends) =>
				(ends ?? []).flatMap((end) => (end.node === CREATE ? behind : [end])),
			),
		},
	]);
	const nodes = example.nodes
		.filter(({ name }) => name !== CREATE)
		.map((node) =>
			node.type === 'n8n-nodes-base.dataTable'
				? { ...node, parameters: { ...node.parameters, dataTableId } }
				: node,
		);
	return {
		...example,
		nodes,
		connections: Object.fromEntries(links) as ImportedWorkflow['connections'],
	};
}
