import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

import { root } from './tool.mjs';

// Prints the size of the repository: node scripts/figures.mjs

/** Files that a reader should be able to understand without reading many imports. */
const ENTRIES = [
	'credentials/LearningPlatformApi.credentials.ts',
	'nodes/LearningPlatform/service/pages.ts',
	'nodes/LearningPlatform/list/index.ts',
	'nodes/LearningPlatform/LearningPlatform.node.ts',
];

const read = (path) => readFileSync(join(root, path), 'utf8');
const linesIn = (paths) => paths.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);

/** Returns the files in the folders, excluding files that Git ignores. */
function filesBelow(...folders) {
	const options = ['--cached', '--others', '--exclude-standard', '--', ...folders];
	const output = execFileSync('git', ['ls-files', ...options], { cwd: root, encoding: 'utf8' });
	return output.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
}

/** Returns a file and everything that it imports, directly or indirectly, including types. */
function closureOf(path, seen = new Set()) {
	if (seen.has(path)) return seen;
	seen.add(path);
	for (const { fileName } of ts.preProcessFile(read(path)).importedFiles) {
		if (!fileName.startsWith('.')) continue;
		const target = join(path, '..', fileName);
		const found = [`${target}.ts`, join(target, 'index.ts')].find((file) =>
			existsSync(resolve(root, file)),
		);
		if (found !== undefined) closureOf(found, seen);
	}
	return seen;
}

const isGenerated = (path) => read(path).startsWith('// Generated');
const sources = filesBelow('nodes', 'credentials').filter((path) => path.endsWith('.ts'));
const DECLARATION =
	/^(?<exported>export )?(?:abstract |async )?(?<kind>class|const|function|interface|type)\*? \w+/gm;
const declarations = sources
	.flatMap((path) => [...read(path).matchAll(DECLARATION)])
	.map(({ groups }) => groups);
const tests = filesBelow('test').filter(
	(path) => /\.(ts|m?js)$/.test(path) && !path.startsWith('test/contract/'),
);

const show = (name, paths) => {
	console.log(`${name}: ${paths.length} files, ${linesIn(paths)} lines`);
};
show(
	'Sources written by hand',
	sources.filter((path) => !isGenerated(path)),
);
show('Generated sources', sources.filter(isGenerated));
for (const path of ENTRIES) show(`${path} with its imports`, [...closureOf(path)]);
const types = declarations.filter(({ kind }) => kind !== 'const' && kind !== 'function');
console.log(`Named types: ${types.length}`);
console.log(`Exported names: ${declarations.filter(({ exported }) => exported).length}`);
const reading = sources.filter((path) => read(path).includes('getCredentials('));
console.log(`Files that call getCredentials: ${reading.length}`);
show('Tests, without the facts in test/contract/', tests);
show('Scripts', filesBelow('scripts'));
