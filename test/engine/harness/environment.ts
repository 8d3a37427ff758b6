import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n reads these variables when its modules load, so this file is imported before n8n-core. Otherwise, n8n would
// keep settings and binary data in the user's home and log to the console.
if (!process.env.N8N_USER_FOLDER) {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	process.env.N8N_USER_FOLDER = folder;
	process.once('exit', () => {
		rmSync(folder, { recursive: true, force: true });
	});
}
process.env.N8N_LOG_LEVEL ??= 'silent';
