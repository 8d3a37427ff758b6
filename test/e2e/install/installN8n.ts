import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Major, n8nFolder, n8nVersion } from './majors';
import { addNativePackages, compiledSqlite3 } from './native';
import { npm } from './npm';

const HEARTBEAT_MS = 20_000;

/**
 * Installs the pinned n8n unless the installed tree is the one its lockfile describes. A tree counts as installed only
 * once everything in it is built, so an interrupted install starts over.
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
	const step = async (what: string, work: () => Promise<unknown>) => {
		const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
		say(`n8n ${n8nVersion(major)}: ${what} (${elapsed()})`);
		const heartbeat = setInterval(() => {
			say(`n8n ${n8nVersion(major)}: still ${what} (${elapsed()})`);
		}, HEARTBEAT_MS);
		await work().finally(() => {
			clearInterval(heartbeat);
		});
	};
	const [sqlite3] = await Promise.all([
		compiledSqlite3(versionOf(folder, 'sqlite3')),
		step('installing about 2,000 packages', () => npm(['ci'], { cwd: folder })),
	]);
	await step('building what is native', () => addNativePackages(folder, sqlite3));
	await writeFile(stamp, fingerprint);
	say(`n8n ${n8nVersion(major)} is ready after ${Math.round((Date.now() - started) / 1000)} s`);
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

/** The version of a package that the lockfile of an n8n names. */
function versionOf(folder: string, name: string): string {
	const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, { version: string }>;
	};
	return packages[`node_modules/${name}`]?.version ?? '';
}
