import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;

/** Creates one n8n folder for all test files because jest's processes do not run exit handlers. */
export default async function createInstanceFolder(): Promise<void> {
	folder = await mkdtemp(join(tmpdir(), 'n8n-engine-'));
	await mkdir(join(folder, '.n8n'));
	// Otherwise, each test process would create the file.
	const settings = JSON.stringify({ encryptionKey: 'engine-tests' });
	await writeFile(join(folder, '.n8n', 'config'), settings, { mode: 0o600 });
	process.env.N8N_USER_FOLDER = folder;
	process.env.N8N_LOG_LEVEL ??= 'silent';
}

export async function removeInstanceFolder(): Promise<void> {
	await rm(folder, { recursive: true, force: true });
}
