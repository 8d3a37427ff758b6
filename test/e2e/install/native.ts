import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { npm } from './npm';

/** Where a package of sqlite3 has what is compiled. */
const BINARY = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/** What is or will be compiled, by version. */
const compiled = new Map<string, Promise<Buffer>>();

/**
 * Compiles sqlite3 for this machine, in a folder of its own: it takes two minutes, and so can begin before the n8n
 * that cannot start without it is installed. Both majors have the same version, which is compiled once.
 */
export async function compiledSqlite3(version: string): Promise<Buffer> {
	const binary = compiled.get(version) ?? compile(version);
	compiled.set(version, binary);
	return await binary;
}

async function compile(version: string): Promise<Buffer> {
	const folder = await mkdtemp(join(tmpdir(), 'learning-platform-sqlite3-'));
	try {
		const args = ['--no-save', '--no-package-lock', '--ignore-scripts=false', '--prefix', folder];
		await npm(['install', ...args, `sqlite3@${version}`], { cwd: folder, env: await headers() });
		return await readFile(join(folder, BINARY));
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

/**
 * Gives an n8n what it cannot start without: isolated-vm, which brings a build for most machines along, and sqlite3.
 *
 * @param folder the one with the package.json of an n8n whose packages are installed
 */
export async function addNativePackages(folder: string, sqlite3: Buffer): Promise<void> {
	const args = ['rebuild', '--ignore-scripts=false', 'isolated-vm'];
	await npm(args, { cwd: folder, env: await headers() });
	await mkdir(dirname(join(folder, BINARY)), { recursive: true });
	await writeFile(join(folder, BINARY), sqlite3);
}

async function headers(): Promise<NodeJS.ProcessEnv> {
	return { npm_config_nodedir: await nodeHeaders(join(__dirname, '..', '.node-headers')) };
}

/**
 * Finds the C++ headers of the running Node, which building sqlite3 needs: next to its binary, or else in the npm
 * package that carries Node for this platform, which is then installed into `folder`.
 *
 * @returns the folder that holds `include/node`, for npm's `nodedir`
 */
async function nodeHeaders(folder: string): Promise<string> {
	const carrier = `node-${process.platform}-${process.arch}`;
	const beside = dirname(dirname(process.execPath));
	const installed = join(folder, 'node_modules', carrier);
	const found = [beside, join(beside, 'node_modules', carrier), installed].find((candidate) =>
		existsSync(join(candidate, 'include', 'node', 'node.h')),
	);
	if (found !== undefined) return found;
	await mkdir(folder, { recursive: true });
	await npm(
		[
			'install',
			'--no-save',
			'--no-package-lock',
			'--prefix',
			folder,
			`${carrier}@${process.versions.node}`,
		],
		{ cwd: folder },
	);
	return installed;
}
