import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type {
	IBinaryData,
	IDataObject,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
} from 'n8n-workflow';

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
	return inDatabase(home, { readOnly: true }, (database) => {
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
	});
}

/** Longer than anything takes on a busy machine: what is not over by then never will be. */
const NEVER_MS = 300_000;

/**
 * Looks until there is something, and answers it.
 *
 * @param look answers `false` or `undefined` as long as there is nothing
 * @throws {Error} with what was waited for, and with `seen`, when there is nothing for five minutes
 */
export async function until<T>(
	look: () => T | Promise<T>,
	everyMs: number,
	seen: () => unknown,
): Promise<Exclude<T, false | undefined>> {
	const never = Date.now() + NEVER_MS;
	for (;;) {
		const found = await look();
		if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>;
		if (Date.now() > never) throw new Error(`Never: ${String(look)}, but ${String(await seen())}`);
		await pause(everyMs);
	}
}

const UNDER_WAY = `
	SELECT id, status, mode, startedAt FROM execution_entity WHERE workflowId = ? AND status IN ('new', 'running')`;

/** All stored executions of a workflow as soon as none of them is under way. */
export async function endedExecutions(
	home: string,
	workflowId: string,
): Promise<StoredExecution[]> {
	const left = () =>
		inDatabase(home, { readOnly: true }, (database) => database.prepare(UNDER_WAY).all(workflowId));
	await until(
		() => left().length === 0,
		LOOK_EVERY_MS,
		() => JSON.stringify(left()),
	);
	return storedExecutions(home, workflowId);
}

/** Does something with n8n's own database, while n8n runs or not; waits while it writes (at most 10 s). */
export function inDatabase<T>(
	home: string,
	options: { readOnly?: boolean },
	use: (database: DatabaseSync) => T,
): T {
	const database = new DatabaseSync(join(home, '.n8n', 'database.sqlite'), {
		...options,
		timeout: 10_000,
	});
	try {
		return use(database);
	} finally {
		database.close();
	}
}

/** Where n8n 1.x and 2.x keep the files of executions in their binary mode "filesystem". */
const STORAGE_FOLDERS = ['binaryData', 'storage'];

/**
 * The content of a file that an execution has stored, in n8n's memory mode or on its disk.
 *
 * @param home of the n8n that ran it
 * @throws {Error} when n8n has no such file
 */
export async function storedFile(home: string, { id, data }: IBinaryData): Promise<Buffer> {
	if (id === undefined) return Buffer.from(data, 'base64');
	const name = id.replace(/^filesystem-v2:/, '');
	const path = STORAGE_FOLDERS.map((folder) => join(home, '.n8n', folder, name)).find(existsSync);
	if (path === undefined) throw new Error(`n8n has no file ${id}`);
	return await readFile(path);
}
