// Runs a task of package.json on a fresh machine: this file and scripts/setup need nothing but
// Node >= 18 and npm. What is missing is installed first; the task itself runs on the Node 24 that
// comes with the development dependencies.
import { ensureDependencies } from './setup/dependencies.mjs';
import { ownNode, pathWithTools } from './setup/node.mjs';
import { run } from './setup/process.mjs';
import { root } from './setup/root.mjs';

try {
	await ensureDependencies();
	process.exitCode = await run(ownNode, ['scripts/tasks/main.mjs', ...process.argv.slice(2)], {
		cwd: root,
		env: pathWithTools(process.env),
	});
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
