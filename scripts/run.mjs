// Runs a package.json script. Even old Node versions must be able to parse this file because it asks users to upgrade.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
	console.error(
		`These commands need Node.js 20.19 or newer, but this is ${process.versions.node}: https://nodejs.org`,
	);
	process.exitCode = 1;
} else {
	import('./tasks.mjs').then(({ runTask }) => runTask(...process.argv.slice(2)));
}
