// Runs a command of package.json. This file must be understood by any Node, so that an old one gets an answer.
const [major] = process.versions.node.split('.').map(Number);
if (major < 18) {
	console.error(
		`This is Node.js ${process.versions.node}; to start, the commands need 18 or newer: https://nodejs.org`,
	);
	process.exitCode = 1;
} else {
	import('./tasks.mjs').then(({ runTask }) => runTask(...process.argv.slice(2)));
}
