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

// n8n stores executions with flatted, whose CommonJS build has no types.
const { parse } = createRequire(__filename)('flatted') as { parse: (text: string) => unknown };

/** The fields of a stored error that people and error workflows see. */
interface StoredError {
	name: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
	context?: IDataObject;
}

/** An execution in n8n's database. */
export class StoredExecution {
	constructor(
		readonly id: number,
		readonly workflowId: string,
		readonly status: string,
		readonly mode: string,
		/** All stored data as a string, which tests search for secrets. */
		readonly text: string,
	) {}

	private parsed?: IRunExecutionData;

	private get result(): IRunExecutionData['resultData'] {
		this.parsed ??= parse(this.text) as IRunExecutionData;
		return this.parsed.resultData;
	}

	get error(): StoredError | undefined {
		return this.result.error as StoredError | undefined;
	}

	runs(node: string): ITaskData[] {
		return this.result.runData[node] ?? [];
	}

	/** Returns the items that a node emitted in all its runs. */
	items(node: string, output = 0, connection = 'main'): INodeExecutionData[] {
		return this.runs(node).flatMap((run) => run.data?.[connection]?.[output] ?? []);
	}

	json(node: string, output = 0): IDataObject[] {
		return this.items(node, output).map((item) => item.json);
	}
}

const LOOK_EVERY_MS = 200;

const QUERY = `
	SELECT e.id, e.workflowId, e.status, e.mode, d.data FROM execution_entity e
	JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ? ORDER BY e.id`;

/** Returns the stored executions of a workflow, oldest first. */
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

/** Longer than any operation takes on a busy machine. */
const NEVER_MS = 300_000;

/**
 * Calls `look` until it returns something other than `false` or `undefined`.
 *
 * @throws {Error} after five minutes, with `look` and the result of `seen`
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
		if (Date.now() > never)
			throw new Error(`Still waiting for ${String(look)}; last seen: ${String(await seen())}`);
		await pause(everyMs);
	}
}

const UNDER_WAY = `
	SELECT id, status, mode, startedAt FROM execution_entity WHERE workflowId = ? AND status IN ('new', 'running')`;

/** Returns the stored executions of a workflow once all have ended. */
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

/** Opens n8n's database, whether or not n8n is running; waits up to 10 s if n8n is writing. */
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

/** The folders in which n8n 1 and 2 store execution files. */
const STORAGE_FOLDERS = ['binaryData', 'storage'];

/**
 * Returns the content of a stored file, from memory or disk.
 *
 * @throws {Error} if the file is missing
 */
export async function storedFile(home: string, { id, data }: IBinaryData): Promise<Buffer> {
	if (id === undefined) return Buffer.from(data, 'base64');
	const name = id.replace(/^filesystem-v2:/, '');
	const path = STORAGE_FOLDERS.map((folder) => join(home, '.n8n', folder, name)).find(existsSync);
	if (path === undefined) throw new Error(`n8n has no file ${id}`);
	return await readFile(path);
}
