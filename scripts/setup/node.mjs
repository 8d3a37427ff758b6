import { delimiter, join } from 'node:path';

import { root } from './root.mjs';

const folder = join(root, 'node_modules', 'node', 'bin');

/** The Node 24 of the development dependency `node`. */
export const ownNode = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');

/** An environment in which `node` is that Node 24 and the installed tools are found by name. */
export function pathWithTools(env) {
	// Windows spells it "Path"; a second variable "PATH" beside it would be ignored.
	const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
	const folders = [folder, join(root, 'node_modules', '.bin'), env[key] ?? ''];
	return { ...env, [key]: folders.join(delimiter) };
}
