import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm } from '../install/npm';
import type { Major } from '../install/majors';
import { n8nCommand } from './n8nCommand';

const PACKAGE = 'n8n-nodes-learning-platform';

/**
 * Creates an n8n home with a migrated SQLite database and installs our tarball the way n8n installs a community
 * package: by unpacking the tarball, dropping peer and development dependencies, and running `npm install` without
 * scripts.
 */
export async function createHome(major: Major, home: string, tarball: string): Promise<void> {
	await mkdir(home, { recursive: true });
	await installCommunityPackage(home, tarball);
	const { exitCode, said } = await n8nCommand(major, home, ['list:workflow']);
	if (exitCode !== 0) throw new Error(`n8n ${major} could not prepare its database:\n${said}`);
}

/** Returns the folder of the installed package. */
export const installedPackage = (home: string): string =>
	join(home, '.n8n', 'nodes', 'node_modules', PACKAGE);

/** Installs or replaces the package in `home`. */
export async function installCommunityPackage(home: string, tarball: string): Promise<void> {
	const nodes = join(home, '.n8n', 'nodes');
	const folder = installedPackage(home);
	await mkdir(folder, { recursive: true });
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	const manifestPath = join(folder, 'package.json');
	const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Record<string, unknown>;
	for (const unwanted of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		Reflect.deleteProperty(manifest, unwanted);
	}
	await writeFile(manifestPath, JSON.stringify(manifest, null, 2));
	const flags = ['audit=false', 'fund=false', 'bin-links=false', 'install-strategy=shallow'];
	await npm(
		[
			'install',
			...flags.map((flag) => `--${flag}`),
			'--ignore-scripts=true',
			'--package-lock=false',
		],
		{ cwd: folder },
	);
	const ledger = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [PACKAGE]: manifest.version },
	};
	await writeFile(join(nodes, 'package.json'), JSON.stringify(ledger, null, 2));
}
