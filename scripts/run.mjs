// Runs a command of package.json. This file must be understood by any Node, so that an old one gets an answer.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
	console.error(
		`This is Node.js ${process.versions.node}; the commands need 20.19 or newer: https://nodejs.org`,
	);
	process.exitCode = 1;
} else {
	import('./tasks.mjs').then(({ runTask }) => runTask(...process.argv.slice(2)));
}
