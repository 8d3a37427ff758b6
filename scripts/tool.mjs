import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(import.meta.url), '../..');

/** The folder of a package that provides Node 24. It is installed in parallel with the other packages. */
export const NODE_24 = join('scripts', 'node24');

/**
 * Returns the path to Node 24, which runs all tools: this process's own Node or the one in `NODE_24`. n8n 1 refuses
 * newer versions.
 */
export function node24() {
	if (process.versions.node.startsWith('24.')) return process.execPath;
	const file = process.platform === 'win32' ? 'node.exe' : 'node';
	return join(root, NODE_24, 'node_modules', 'node', 'bin', file);
}

/** With more room for new objects, Node spends a tenth less time on collecting garbage. */
const FAST = ['--max-semi-space-size=64'];

/** Runs an installed tool or a TypeScript file without a shell, on any system, and returns its exit code. */
export async function tool(name, args = []) {
	// Windows names the variable "Path" and would ignore a second one named "PATH".
	const path = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
	const node = node24();
	const folders = [dirname(node), join(root, 'node_modules', '.bin'), process.env[path] ?? ''];
	const program = name.endsWith('.ts') ? ['--import', 'tsx', name] : [...FAST, fileOf(name)];
	const env = { ...process.env, [path]: folders.join(delimiter) };
	return await run(node, [...program, ...args], { env });
}

function fileOf(name) {
	const folder = join(root, 'node_modules', name);
	const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	return join(folder, typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]));
}

/** Runs TypeScript 7, which is four times as fast as TypeScript 5. The linter and scripts need version 5's API. */
export const compile = (args) => tool('typescript7', args);

/**
 * Runs a program in this terminal and returns its exit code. Passes on signals, so stopping a task also stops its
 * programs.
 *
 * @throws the system error if the program cannot start, such as `ENOENT`
 */
export function run(command, args, options = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
		for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
		child.on('error', reject).on('close', (code) => resolve(code ?? 1));
	});
}
