import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const check = resolve(__dirname, '../../../.ci/published.mjs');

const wrong: [line: string, problem: string][] = [
	["require('axios');", "Require of 'axios' is not allowed"],
	["const name = 'f' + 's'; require(name);", 'Using'],
	["import('node:net');", "Using 'ImportExpression' is not allowed"],
	['module.exports = process.env.HOME;', "Unexpected use of 'process'"],
	["fetch('http://example.com');", "Unexpected use of 'fetch'"],
	["eval('1');", 'eval can be harmful'],
	["new Function('return 1')();", 'The Function constructor is eval'],
	["console.log('x');", 'Unexpected console statement'],
	["/* eslint-disable */ require('node:net');", "Require of 'node:net'"],
];

const right = [
	"require('n8n-workflow');",
	"require('node:crypto').createHash('sha256');",
	"require('luxon').DateTime.now();",
	"require('./0');",
];

it('the package check reports every problem and nothing else', () => {
	const manifest = {
		name: 'n8n-nodes-wrong',
		main: 'dist/index.js',
		n8n: { nodes: ['dist/nodes/Wrong.node.js'], credentials: [] },
		dependencies: { axios: '1.0.0' },
		peerDependencies: { 'n8n-workflow': '1.0.0' },
		repository: { url: 'https://example.com/wrong' },
		scripts: { postinstall: 'node dist/index.js' },
	};
	const lines = [...wrong.map(([line]) => line), ...right];
	const files = {
		'package.json': JSON.stringify(manifest),
		'README.md': '',
		'src/secret.ts': '',
		...Object.fromEntries(lines.map((line, index) => [`dist/${index}.js`, line])),
	};
	const folder = mkdtempSync(join(tmpdir(), 'published-'));
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	const { stderr, status } = spawnSync(process.execPath, [check, folder], { encoding: 'utf8' });
	rmSync(folder, { recursive: true });
	expect(status).toBe(1);
	const problems = [
		...wrong.map(([, problem], at) => `dist/${at}.js:1: ${problem}`),
		'must not be published: src/secret.ts',
		'is missing: dist/index.js',
		'is missing: dist/nodes/Wrong.node.js',
		'is missing: dist/nodes/Wrong.node.json',
		'is missing: LICENSE',
		'is missing: an icon',
		'is missing: an output schema',
		'must not have dependencies',
		'peerDependencies must contain only n8n-workflow, with the version "*"',
		'repository must be git+https://github.com/OWNER/NAME.git for npm to verify it',
		'no-forbidden-lifecycle-scripts',
	];
	expect(problems.filter((problem) => !stderr.includes(problem))).toEqual([]);
	for (const at of right.keys()) expect(stderr).not.toContain(`dist/${wrong.length + at}.js:`);
});
