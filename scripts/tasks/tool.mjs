import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from '../setup/process.mjs';
import { root } from '../setup/root.mjs';

/** The command line of an installed tool, run by its own file: the same on Windows, without a shell. */
export function commandOf(tool, args = []) {
	const folder = join(root, 'node_modules', tool);
	const { name, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const file = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]);
	return [join(folder, file), ...args];
}

/** Runs an installed tool in this terminal and answers its exit code. */
export async function tool(name, args = [], options = {}) {
	return await run(process.execPath, commandOf(name, args), { cwd: root, ...options });
}

/** Runs a TypeScript file in this terminal and answers its exit code. */
export async function typescript(file, args = []) {
	return await run(process.execPath, ['--import', 'tsx', file, ...args], { cwd: root });
}

/** Runs steps until one fails; answers that one's exit code, or 0. */
export async function inOrder(...steps) {
	for (const step of steps) {
		const code = await step();
		if (code !== 0) return code;
	}
	return 0;
}
