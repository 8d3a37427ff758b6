import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeHeaders } from './nodeHeaders';
import { npm } from './npm';

/** Folders in which a version of sqlite3 is built, or will be. */
const builds = new Map<string, Promise<string>>();

/**
 * Builds for this machine what n8n cannot start without: isolated-vm, which brings a build for most machines along,
 * and sqlite3. That one takes two minutes to compile, and both majors have the same: it is compiled for the first that
 * asks, and copied for the other.
 *
 * @param folder the one with the package.json of an n8n whose packages are installed
 */
export async function buildNativePackages(folder: string): Promise<void> {
	await rebuild('isolated-vm', folder);
	const version = versionOf(folder, 'sqlite3');
	const earlier = builds.get(version);
	if (earlier === undefined) {
		const build = rebuild('sqlite3', folder).then(() => folder);
		builds.set(version, build);
		await build;
		return;
	}
	const binary = 'node_modules/sqlite3/build/Release/node_sqlite3.node';
	await cp(join(await earlier, binary), join(folder, binary));
}

async function rebuild(name: string, folder: string): Promise<void> {
	await npm(['rebuild', '--ignore-scripts=false', name], {
		cwd: folder,
		env: { npm_config_nodedir: await nodeHeaders(join(folder, '..', '.node-headers')) },
	});
}

function versionOf(folder: string, name: string): string {
	const manifest = join(folder, 'node_modules', name, 'package.json');
	return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
