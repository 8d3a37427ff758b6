import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { compile, root, tool } from './tool.mjs';

const dist = join(root, 'dist');
const sources = [
	'nodes',
	'credentials',
	'index.js',
	'gulpfile.js',
	'tsconfig.json',
	'package.json',
];

/** Builds dist/ file by file, so the old files stay usable during the build. */
export async function build() {
	// Without it, an interrupted build is repeated.
	rmSync(join(dist, 'index.js'), { force: true });
	const code = (await compile()) || (await tool('gulp', ['-L']));
	if (code === 0) removeLeftovers();
	return code;
}

/** Removes built files whose source files no longer exist. */
function removeLeftovers(below = '') {
	for (const entry of readdirSync(join(dist, below), { withFileTypes: true })) {
		const path = join(below, entry.name);
		const source = join(root, path);
		const made = [source, source.replace(/\.js(\.map)?$/, '.ts')];
		if (!made.some((file) => existsSync(file))) rmSync(join(dist, path), { recursive: true });
		else if (entry.isDirectory()) removeLeftovers(path);
	}
}

/** Builds dist/ if a source file has changed since the last build. */
export async function buildIfNeeded() {
	const entry = join(dist, 'index.js');
	const builtAt = existsSync(entry) ? statSync(entry).mtimeMs : 0;
	if (sources.every((source) => newest(join(root, source)) < builtAt)) return 0;
	console.log('Building ...');
	return await build();
}

/** Returns the latest modification time under a path. Removing a file updates its folder's modification time. */
function newest(path) {
	const stats = statSync(path);
	if (!stats.isDirectory()) return stats.mtimeMs;
	const below = readdirSync(path).map((name) => newest(join(path, name)));
	return Math.max(stats.mtimeMs, ...below);
}
