import { inOrder, tool } from './tool.mjs';

/** Lints and checks the formatting; `--fix` as an argument mends what can be mended. */
export async function lint(args, options) {
	const formatting = args.includes('--fix') ? ['--write', '--log-level=warn'] : ['--check'];
	return await inOrder(
		() => tool('eslint', ['.', '--max-warnings=0', ...args], options),
		() => tool('prettier', [...formatting, '.'], options),
	);
}

/** Formats every file. */
export async function format() {
	return await tool('prettier', ['--write', '--log-level=warn', '.']);
}

/** Checks the types of everything, tests and scripts included. */
export async function typecheck(options) {
	return await tool('typescript', ['--project', 'test'], options);
}
