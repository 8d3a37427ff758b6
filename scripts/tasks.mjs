import { build, buildIfNeeded } from './build.mjs';
import { installForE2e, installIfNeeded } from './install.mjs';
import { compile, inOrder, tool, typescript } from './tool.mjs';

/** The tasks behind package.json's scripts; each receives the command-line arguments. */
const tasks = {
	bench: (args) => withN8n(() => typescript('test/bench/main.ts', args)),
	build,
	contract: (args) => typescript('scripts/contract/main.ts', args),
	editor: (args) => withN8n(() => typescript('scripts/editor/main.ts', args)),
	format: () => tool('prettier', ['--write', '--log-level=warn', '.']),
	lint: (args) =>
		inOrder(
			installForE2e,
			() => eslint(args),
			() => tool('prettier', ['--check', '.']),
			() => types('test'),
			() => types('test/e2e'),
		),
	'lint:fix': (args) => inOrder(installForE2e, () => eslint(['--fix', ...args]), tasks.format),
	sandbox: (args) => typescript('test/sandbox/cli.ts', args),
	start: (args) => withBuild(() => typescript('scripts/start/main.ts', args)),
	// Jest only strips the types from tests; `lint` checks them.
	test: (args) => withBuild(() => tool('jest', args)),
	'test:all': testAll,
	'test:e2e': (args) => e2e(args),
	'test:queue': (args) => e2e(['--queue', ...args]),
};

/** Installs missing packages, runs a task, and sets this process's exit code. */
export async function runTask(name, ...args) {
	try {
		await installIfNeeded();
		process.exitCode = await tasks[name](args);
	} catch (error) {
		console.error(`\n${error.message}`);
		process.exitCode = 1;
	}
}

const withBuild = (task) => inOrder(buildIfNeeded, task);

const withN8n = (task) => inOrder(installForE2e, () => withBuild(task));

const eslint = (args) => tool('eslint', ['.', '--max-warnings=0', ...args]);

/** Runs every test with all repetitions and coverage, plus the checks required before a merge. */
function testAll(args) {
	const env = { TESTS: 'all' };
	if (args.length > 0) return withBuild(() => tool('jest', args, env));
	const options = ['--coverage', '--json', '--outputFile=coverage/test.json'];
	return withBuild(() =>
		sideBySide(
			() => tasks.lint([]),
			() => tool('jest', options, env),
		),
	);
}

const types = (project) => compile(['--project', project]);

const e2e = (args) => withN8n(() => typescript('test/e2e/run.ts', args));

/** Runs steps in parallel and returns the highest exit code. */
async function sideBySide(...steps) {
	return Math.max(...(await Promise.all(steps.map((step) => step()))));
}
