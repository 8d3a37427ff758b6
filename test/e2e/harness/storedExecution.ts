import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData, IRunExecutionData, ITaskData } from 'n8n-workflow';

// n8n stores executions with flatted, whose CommonJS build comes without types of its own.
const { parse } = createRequire(__filename)('flatted') as { parse: (text: string) => unknown };

/** An error as n8n keeps it in its database: the fields that people and later workflows can see. */
export interface StoredError {
	name: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
	context?: IDataObject;
}

/** One execution, read from n8n's own database. */
export class StoredExecution {
	constructor(
		readonly id: number,
		readonly workflowId: string,
		readonly status: string,
		readonly mode: string,
		/** Everything that is stored about it, as text: the place to look for secrets. */
		readonly text: string,
	) {}

	private parsed?: IRunExecutionData;

	private get result(): IRunExecutionData['resultData'] {
		this.parsed ??= parse(this.text) as IRunExecutionData;
		return this.parsed.resultData;
	}

	/** The error that ended the execution. */
	get error(): StoredError | undefined {
		return this.result.error as StoredError | undefined;
	}

	/** Every run of a node, in order. */
	runs(node: string): ITaskData[] {
		return this.result.runData[node] ?? [];
	}

	/** The items a node gave on one of its outputs, over all of its runs. */
	items(node: string, output = 0, connection = 'main'): INodeExecutionData[] {
		return this.runs(node).flatMap((run) => run.data?.[connection]?.[output] ?? []);
	}

	/** The JSON of {@link items}. */
	json(node: string, output = 0): IDataObject[] {
		return this.items(node, output).map((item) => item.json);
	}
}

const LOOK_EVERY_MS = 200;

const QUERY = `
	SELECT e.id, e.workflowId, e.status, e.mode, d.data FROM execution_entity e
	JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ? ORDER BY e.id`;

/** All stored executions of a workflow, oldest first. Works while n8n runs, too, and waits while it writes (at most 10 s). */
export function storedExecutions(home: string, workflowId: string): StoredExecution[] {
	const database = new DatabaseSync(join(home, '.n8n', 'database.sqlite'), {
		readOnly: true,
		timeout: 10_000,
	});
	try {
		const rows = database.prepare(QUERY).all(workflowId) as unknown as {
			id: number;
			workflowId: string;
			status: string;
			mode: string;
			data: string;
		}[];
		return rows.map(
			(row) => new StoredExecution(row.id, row.workflowId, row.status, row.mode, row.data),
		);
	} finally {
		database.close();
	}
}

/** The same as soon as none of them is under way. */
export async function endedExecutions(
	home: string,
	workflowId: string,
): Promise<StoredExecution[]> {
	for (;;) {
		const executions = storedExecutions(home, workflowId);
		if (!executions.some(({ status }) => status === 'new' || status === 'running'))
			return executions;
		await pause(LOOK_EVERY_MS);
	}
}
