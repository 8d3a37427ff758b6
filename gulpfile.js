const { copyFileSync, cpSync } = require('node:fs');

// tsc writes the code, but n8n also needs icons, codex files, and output schemas next to it.
const filter = (path) => !path.endsWith('.ts');

// Copies by name because gulp's `src` reads brackets in the name of a parent folder as a pattern.
exports.default = async () => {
	for (const folder of ['nodes', 'credentials']) {
		cpSync(folder, `dist/${folder}`, { recursive: true, filter });
	}
	// The last file of a build: its time tells when dist/ was built.
	copyFileSync('index.js', 'dist/index.js');
};
