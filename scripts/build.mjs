import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { compile, inOrder, root, tool } from './tool.mjs';

const dist = join(root, 'dist');
const stamp = join(root, 'node_modules', '.cache', 'n8n-nodes-learning-platform', 'built');
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
	rmSync(stamp, { force: true });
	return await inOrder(
		() => compile(),
		() => tool('gulp', ['--silent']),
		() => {
			removeLeftovers();
			mkdirSync(dirname(stamp), { recursive: true });
			writeFileSync(stamp, '');
			return 0;
		},
	);
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
	if (isBuilt()) return 0;
	console.log('Building ...');
	return await build();
}

function isBuilt() {
	if (!existsSync(dist) || !existsSync(stamp)) return false;
	const builtAt = statSync(stamp).mtimeMs;
	return sources.every((source) => newest(join(root, source)) < builtAt);
}

/** Returns the latest modification time under a path. Removing a file updates its folder's modification time. */
function newest(path) {
	const stats = statSync(path);
	if (!stats.isDirectory()) return stats.mtimeMs;
	const below = readdirSync(path).map((name) => newest(join(path, name)));
	return Math.max(stats.mtimeMs, ...below);
}
