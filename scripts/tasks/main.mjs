import { bench } from './bench.mjs';
import { build } from './build.mjs';
import { e2e, editor } from './e2e.mjs';
import { format, lint } from './lint.mjs';
import { sandbox, start } from './start.mjs';
import { test } from './test.mjs';

/** What the scripts of package.json run: each takes the arguments of the command line. */
const tasks = {
	bench,
	build,
	editor,
	format,
	lint: (args) => lint(args),
	'lint:fix': (args) => lint(['--fix', ...args]),
	sandbox,
	start,
	test,
	'test:e2e': e2e,
};

const [name = '', ...args] = process.argv.slice(2);
const task = tasks[name];
if (task) {
	process.exitCode = await task(args);
} else {
	console.error(`There is no task "${name}". Tasks: ${Object.keys(tasks).join(', ')}`);
	process.exitCode = 1;
}
