import type { DatabaseSync } from 'node:sqlite';
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
		return inDatabase(this.home, {}, (database) => {
			const id = this.id(database);
			if (id === undefined) return [];
			const rows = database.prepare(`SELECT * FROM "data_table_user_${id}" ORDER BY id`).all();
			return rows.map((row) =>
				Object.fromEntries(Object.entries(row).filter(([name]) => !SYSTEM_COLUMNS.includes(name))),
			);
		});
	}

	/** Adds a row by hand. */
	insert(row: Record<string, string | null>): void {
		const columns = Object.keys(row).map((name) => `"${name}"`);
		const values = Object.values(row);
		inDatabase(this.home, {}, (database) => {
			database
				.prepare(
					`INSERT INTO "data_table_user_${this.id(database)}" (${columns.join()}) VALUES (${values.map(() => '?').join()})`,
				)
				.run(...values);
		});
	}

	/** Changes a cell of a course by hand. */
	write(courseId: string, column: string, text: string): void {
		inDatabase(this.home, {}, (database) => {
			const table = `data_table_user_${this.id(database)}`;
			database
				.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE courseId = ?`)
				.run(text, courseId);
		});
	}

	/** Removes rows by hand. */
	remove(courseIds: string[]): void {
		inDatabase(this.home, {}, (database) => {
			const marks = courseIds.map(() => '?').join();
			database
				.prepare(`DELETE FROM "data_table_user_${this.id(database)}" WHERE courseId IN (${marks})`)
				.run(...courseIds);
		});
	}

	private id(database: DatabaseSync): string | undefined {
		const row = database.prepare('SELECT id FROM data_table WHERE name = ?').get(this.name);
		return row?.id as string | undefined;
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
