// Checks the files to publish: packs the package or uses a folder that contains the unpacked package. n8n verifies
// community packages with @n8n/scan-community-package, which .ci/n8n-node/scan.mjs runs. This script applies the
// same rules without installing the scanner and allows fewer globals and imports.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { ESLint } from 'eslint';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const MAY_BE_PUBLISHED =
	/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/.+\.(js|js\.map|json|svg))$/;

const rules = defineConfig(
	n8nCommunityNodesPlugin.configs.recommended,
	{ plugins: { 'n8n-nodes-base': n8nNodesBase }, rules: { 'no-console': 'error' } },
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser },
		rules: n8nNodesBase.configs.community.rules,
	},
	{
		files: ['**/*.js'],
		languageOptions: { sourceType: 'commonjs' },
		rules: {
			'no-eval': 'error',
			'no-new-func': 'error',
			'no-restricted-globals': [
				'error',
				'process',
				'global',
				'globalThis',
				'fetch',
				'WebSocket',
				'EventSource',
				'XMLHttpRequest',
				'setTimeout',
				'setInterval',
				'setImmediate',
			],
			'no-restricted-syntax': [
				'error',
				'ImportExpression',
				'CallExpression[callee.name="require"]:not([arguments.0.type="Literal"])',
				'CallExpression[callee.name="require"][arguments.0.value!=/^(\\.|n8n-workflow$|luxon$|node:crypto$)/]',
			],
		},
	},
);

const [given] = process.argv.slice(2);
const folder = given ?? mkdtempSync(join(tmpdir(), 'published-'));
try {
	if (given === undefined) unpackInto(folder);
	const problems = [...inFiles(folder), ...inManifest(folder), ...(await inCode(folder))];
	for (const problem of problems) console.error(problem);
	process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
	if (given === undefined) rmSync(folder, { recursive: true });
}

function unpackInto(folder) {
	const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', folder]);
	const [{ filename, size, unpackedSize, entryCount }] = Object.values(JSON.parse(answer));
	const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
	console.log(
		`${entryCount} files, ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`,
	);
	execFileSync('tar', ['-xzf', filename, '--strip-components=1'], { cwd: folder });
	rmSync(join(folder, filename));
}

/** Returns the files that are missing or must not be published. */
function inFiles(folder) {
	const paths = readdirSync(folder, { recursive: true })
		.filter((path) => statSync(join(folder, path)).isFile())
		.map((path) => path.replaceAll('\\', '/'));
	const { main, n8n } = manifestIn(folder);
	const codex = n8n.nodes.map((node) => node.replace(/\.js$/, '.json'));
	const texts = ['README.md', 'LICENSE', 'CHANGELOG.md'];
	const wanted = [...texts, main, ...n8n.credentials, ...n8n.nodes, ...codex];
	const kinds = { 'an icon': /\.svg$/, 'an output schema': /\/__schema__\// };
	return [
		...paths
			.filter((path) => !MAY_BE_PUBLISHED.test(path))
			.map((path) => `must not be published: ${path}`),
		...wanted.filter((path) => !paths.includes(path)).map((path) => `is missing: ${path}`),
		...Object.entries(kinds)
			.filter(([, kind]) => !paths.some((path) => kind.test(path)))
			.map(([name]) => `is missing: ${name}`),
	];
}

/** Returns the problems in package.json: third-party dependencies, or a repository that npm cannot verify. */
function inManifest(folder) {
	const manifest = manifestIn(folder);
	const { peerDependencies, repository } = manifest;
	const others = ['dependencies', 'optionalDependencies', 'bundleDependencies', 'overrides'];
	const problems = others.filter((name) => name in manifest).map((name) => `must not have ${name}`);
	if (JSON.stringify(peerDependencies) !== '{"n8n-workflow":"*"}') {
		problems.push('peerDependencies must contain only n8n-workflow, with the version "*"');
	}
	if (!/^git\+https:\/\/github\.com\/[\w.-]+\/[\w.-]+\.git$/.test(repository?.url)) {
		problems.push('repository must be git+https://github.com/OWNER/NAME.git for npm to verify it');
	}
	return problems;
}

async function inCode(folder) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: rules,
		ignore: false,
	});
	const results = await eslint.lintFiles(['dist/**/*.js', 'package.json']);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ line, message, ruleId }) =>
				`${filePath.slice(folder.length + 1)}:${line}: ${message} (${ruleId})`,
		),
	);
}

function manifestIn(folder) {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
