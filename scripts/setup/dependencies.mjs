import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { ownNode } from './node.mjs';
import { run } from './process.mjs';
import { root } from './root.mjs';

/**
 * Installs the development dependencies with npm unless node_modules holds what package-lock.json
 * asks for already.
 * @throws Error that says what is wrong with npm, the network or the installation.
 */
export async function ensureDependencies() {
	if (isInstalled()) return;
	console.log('Installing the development dependencies (once; this takes a minute or more) ...');
	// npm's warnings are about the Node that runs npm; the tools run on the one that is installed here.
	const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
	// Not `npm ci`: it refuses a lockfile that lacks optional packages of other systems, which npm
	// leaves out when it cannot reach them. This keeps to the lockfile too, and leaves it as it is.
	// Of all install scripts only that of the package `node` is needed: it fetches Node 24.
	const steps = [
		['install', '--no-save', '--ignore-scripts', ...quiet],
		['rebuild', 'node', '--ignore-scripts=false', ...quiet],
	];
	for (const step of steps) {
		if ((await npm(step)) === 0) continue;
		throw new Error(
			'npm could not install the development dependencies; its message is above.\n' +
				'The first run needs the npm registry: check the network, a proxy (HTTPS_PROXY) and "npm config get registry".',
		);
	}
	if (!existsSync(ownNode)) {
		throw new Error(`npm installed no Node 24 for ${process.platform} on ${process.arch}.`);
	}
}

function isInstalled() {
	if (!existsSync(ownNode)) return false;
	const wanted = packagesIn('package-lock.json');
	// npm writes this file last, so it is missing after an installation that was interrupted.
	const installed = packagesIn(join('node_modules', '.package-lock.json'));
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

async function npm(args) {
	try {
		// Under npm, the file of npm itself is known and needs no shell on any system.
		const file = process.env.npm_execpath;
		if (file !== undefined && basename(file).startsWith('npm')) {
			return await run(process.execPath, [file, ...args], { cwd: root });
		}
		return await run('npm', args, { cwd: root, shell: process.platform === 'win32' });
	} catch (cause) {
		throw new Error(
			'npm was not found. Install Node.js from https://nodejs.org; npm comes with it.',
			{
				cause,
			},
		);
	}
}
