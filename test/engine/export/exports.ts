import { parse } from 'csv-parse/sync';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { type NodeOptions, type NodeRun, readBinaryData, runNode } from '../harness';

type Options = Omit<NodeOptions, 'parameters' | 'credential'>;

/** Runs "Export courses to file" or the same operation for groups in n8n's engine. */
export async function exportFile(
	credential: NodeOptions['credential'],
	parameters: INodeParameters = {},
	options: Options = {},
): Promise<NodeRun> {
	const all = { resource: 'course', operation: 'export', ...parameters };
	return await runNode({ ...options, credential, parameters: all });
}

/** Reads an item's file. */
export async function fileIn(item: INodeExecutionData | undefined): Promise<Buffer> {
	const file = item?.binary?.data;
	if (!file) throw new Error(`The item has no file: ${JSON.stringify(item)}`);
	return await readBinaryData(file);
}

/** Reads the rows of a CSV file, including the header, as a strict reader would. */
export async function rowsIn(item: INodeExecutionData | undefined): Promise<string[][]> {
	return parse(await fileIn(item), { bom: true, record_delimiter: '\r\n' });
}

/** Reads the rows of a CSV file as objects with the names in the header. */
export async function recordsIn(
	item: INodeExecutionData | undefined,
): Promise<Record<string, string>[]> {
	const [header = [], ...rows] = await rowsIn(item);
	return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
}
