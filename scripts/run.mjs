// Installs what is missing, then runs an installed tool or a TypeScript file on Node 24:
//   node scripts/run.mjs [STEP...] [TOOL|FILE.ts ARGUMENT...]
// Old versions of Node must be able to read this file and its imports because it asks users to upgrade.
import { build, buildIfNeeded } from './build.mjs';
import { installForE2e, installIfNeeded } from './install.mjs';
import { tool } from './tool.mjs';

/** What can be asked for before the tool, in any order. */
const steps = {
	all: () => {
		process.env.TESTS = 'all';
	},
	build,
	buildIfNeeded,
	e2e: installForE2e,
};

/** Returns the exit code of the first step that fails, or that of the tool. */
async function run([first, ...rest]) {
	if (first === undefined) return 0;
	const step = steps[first];
	return step ? (await step()) || (await run(rest)) : await tool(first, rest);
}

const [major, minor] = process.versions.node.split('.').map(Number);
try {
	if (major < 20 || (major === 20 && minor < 19)) {
		const found = `this is ${process.versions.node}: https://nodejs.org`;
		throw new Error(`These commands need Node.js 20.19 or newer, but ${found}`);
	}
	await installIfNeeded();
	process.exitCode = await run(process.argv.slice(2));
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
