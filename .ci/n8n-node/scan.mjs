// Runs n8n's verification scanner the way n8n does: on the files to publish and on the sources.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'scanned-'));
try {
	const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: root,
	});
	const [{ filename }] = Object.values(JSON.parse(answer));
	execFileSync('tar', ['-xzf', filename], { cwd: folder });
	const results = [
		await analyzePackage(join(folder, 'package')),
		await analyzePackage(root, SOURCE_FILE_PATTERNS),
	];
	for (const { passed, message, details } of results) {
		if (!passed) console.error(message, details);
	}
	process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true });
}
