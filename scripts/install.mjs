import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NODE_24, node24, root, run } from './tool.mjs';

// Hides npm's warnings about the Node version that runs npm: the tools run on Node 24.
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs the development dependencies in package-lock.json if any are missing, and Node 24 if the machine has a
 * different version.
 *
 * @throws {Error} that describes the problem with npm, the network, or the installation
 */
export async function installIfNeeded() {
	await Promise.all([
		installIn('.', 'the development dependencies (only once; takes half a minute or more)'),
		// The only install script that may run: it downloads Node 24.
		node24() === process.execPath || installIn(NODE_24, 'Node 24', ['--ignore-scripts=false']),
	]);
}

/** Installs the packages for the end-to-end tests. */
export async function installForE2e() {
	await installIn(join('test', 'e2e'), 'the packages for the end-to-end tests');
}

async function installIn(folder, what, args = ['--ignore-scripts']) {
	const isDone = () => isInstalled(folder);
	if (isDone()) return;
	console.log(`Installing ${what} ...`);
	await npm(['ci', ...args, ...quiet], isDone, join(root, folder));
}

function isInstalled(folder) {
	const wanted = packagesIn(join(folder, 'package-lock.json'));
	// npm writes this file last, so it is missing after an interrupted installation.
	const installed = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
	return Object.entries(wanted).every(([path, { version, optional }]) => {
		if (path === '') return true;
		const found = installed[path];
		return found ? found.version === version : optional === true;
	});
}

function packagesIn(lockfile) {
	const file = join(root, lockfile);
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

async function npm(args, isDone, cwd) {
	// On Windows, npm is a batch file.
	const shell = process.platform === 'win32';
	const code = await run('npm', args, { cwd, shell }).catch((cause) => {
		const message =
			'npm was not found. Install Node.js from https://nodejs.org; npm comes with it.';
		throw new Error(message, { cause });
	});
	// npm 10 exits with 0 even if it cannot reach the registry.
	if (code === 0 && isDone()) return;
	throw new Error(
		"npm could not install the development dependencies: see npm's message above.\n" +
			'The first run needs the npm registry: check the network, the proxy (HTTPS_PROXY), and the output of "npm config get registry".',
	);
}
