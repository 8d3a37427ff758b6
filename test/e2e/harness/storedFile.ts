import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IBinaryData } from 'n8n-workflow';

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
