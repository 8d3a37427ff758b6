import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { compile, root, tool } from './tool.mjs';

const dist = join(root, 'dist');
const sources = ['nodes', 'credentials', 'index.js', 'gulpfile.js', 'tsconfig.json'];

/** Builds dist/ from nothing, so that no file stays whose source is gone. */
export async function build() {
	rmSync(dist, { recursive: true, force: true });
	return (await compile()) || (await tool('gulp', ['-L']));
}

/** Builds dist/ if a source file has changed since the last build. */
export async function buildIfNeeded() {
	// gulpfile.js copies this file last.
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
