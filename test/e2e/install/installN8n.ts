import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Major, n8nFolder, n8nVersion } from './majors';
import { npm } from './npm';

/**
 * Installs the pinned n8n unless the installed tree matches its lockfile. An interrupted installation starts over.
 */
export async function installN8n(major: Major, say: (line: string) => void): Promise<void> {
	const folder = n8nFolder(major);
	const fingerprint = fingerprintOf(folder);
	const stamp = join(folder, 'node_modules', '.installed-for');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) {
		say(`n8n ${n8nVersion(major)} is installed`);
		return;
	}
	const started = Date.now();
	say(`Installing n8n ${n8nVersion(major)}, about 2,000 packages: a few minutes`);
	await npm(['ci'], { cwd: folder });
	await addSqlite3(folder);
	await writeFile(stamp, fingerprint);
	say(`n8n ${n8nVersion(major)} is ready after ${Math.round((Date.now() - started) / 1000)} s`);
}

/**
 * Copies the sqlite3 binary from a fork that includes one. The package itself would download the binary or spend two
 * minutes compiling it.
 */
async function addSqlite3(folder: string): Promise<void> {
	const fork = join(__dirname, '..', 'node_modules', '@appthreat', 'sqlite3');
	const build = createRequire(join(fork, 'lib'))('node-gyp-build') as {
		path: (folder: string) => string;
	};
	const target = join(folder, 'node_modules', 'sqlite3', 'build', 'Release');
	await mkdir(target, { recursive: true });
	await copyFile(build.path(fork), join(target, 'node_sqlite3.node'));
}

function fingerprintOf(folder: string): string {
	const hash = createHash('sha256').update(
		`${process.version} ${process.platform} ${process.arch}`,
	);
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		hash.update(readFileSync(join(folder, file)));
	}
	return hash.digest('hex');
}
