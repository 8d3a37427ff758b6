import type { OwnersCall } from './owner';
import { inDatabase } from './storedExecution';
import type { ImportedWorkflow } from './workflow';

/** n8n's own columns. */
const SYSTEM_COLUMNS = ['id', 'createdAt', 'updatedAt'];

/** A data table in n8n's SQLite database, accessible whether or not n8n is running. */
export class DataTable {
	constructor(
		private readonly home: string,
		private readonly name: string,
	) {}

	/** Returns the rows in insertion order, or none if there is no table. */
	rows(): Record<string, unknown>[] {
		return this.run('SELECT * FROM % ORDER BY id').map((row) =>
			Object.fromEntries(Object.entries(row).filter(([name]) => !SYSTEM_COLUMNS.includes(name))),
		);
	}

	insert(courseId: string, name: string): void {
		this.run('INSERT INTO % (courseId, name) VALUES (?, ?)', courseId, name);
	}

	edit(courseId: string, column: string, text: string): void {
		this.run(`UPDATE % SET ${column} = ? WHERE courseId = ?`, text, courseId);
	}

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
const READ = 'Read the table';

/** Follows an example's instructions for n8n 1, which does not create tables and finds them only by ID. */
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
	const nodes = example.nodes.map((node) => ({
		...node,
		...(node.name === CREATE && { disabled: true }),
		...(node.name === READ && { parameters: { ...node.parameters, dataTableId } }),
	}));
	return { ...example, nodes };
}
