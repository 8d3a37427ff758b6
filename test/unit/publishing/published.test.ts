import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const check = resolve(__dirname, '../../../.ci/published.mjs');

const code: [line: string, problem: string][] = [
	["require('node:fs');", "dist/0.js:1: Require of 'node:fs' is not allowed"],
	["require('axios');", "dist/1.js:1: Require of 'axios' is not allowed"],
	["require('n8n-core');", 'dist/2.js:1: Using'],
	["const name = 'f' + 's'; require(name);", 'dist/3.js:1: Using'],
	["import('node:net');", "dist/4.js:1: Using 'ImportExpression' is not allowed"],
	['module.exports = process.env.HOME;', "dist/5.js:1: Unexpected use of 'process'"],
	["fetch('http://example.com');", "dist/6.js:1: Unexpected use of 'fetch'"],
	["eval('1');", 'dist/7.js:1: eval can be harmful'],
	["new Function('return 1')();", 'dist/8.js:1: The Function constructor is eval'],
	["console.log('x');", 'dist/9.js:1: Unexpected console statement'],
	['setTimeout(() => {}, 1);', "dist/10.js:1: Unexpected use of 'setTimeout'"],
	["/* eslint-disable */ require('node:net');", "dist/11.js:1: Require of 'node:net'"],
];

const right = [
	"require('n8n-workflow');",
	"require('node:crypto').createHash('sha256');",
	"require('luxon').DateTime.now();",
	"require('./0');",
];

describe('a package that does everything wrong', () => {
	let problems: string[];

	beforeAll(() => {
		const manifest = {
			name: 'n8n-nodes-wrong',
			main: 'dist/index.js',
			n8n: { nodes: ['dist/nodes/Wrong.node.js'], credentials: [] },
			dependencies: { axios: '1.0.0' },
			peerDependencies: { 'n8n-workflow': '1.0.0' },
			repository: { url: 'https://example.com/wrong' },
			scripts: { postinstall: 'node dist/index.js' },
		};
		const lines = [...code.map(([line]) => line), ...right];
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
		problems = stderr.split('\n');
		expect(status).toBe(1);
	});

	it.each(code)('may not have the code %s', (_line, problem) => {
		expect(problems).toContainEqual(expect.stringContaining(problem));
	});

	it.each(right)('may have the code %s', (line) => {
		const file = `dist/${code.length + right.indexOf(line)}.js`;
		expect(problems.filter((problem) => problem.startsWith(`${file}:`))).toEqual([]);
	});

	it.each([
		'must not be published: src/secret.ts',
		'is missing: dist/index.js',
		'is missing: dist/nodes/Wrong.node.js',
		'is missing: dist/nodes/Wrong.node.json',
		'is missing: LICENSE',
		'is missing: an icon',
		'is missing: an output schema',
		'must not have dependencies',
		'peerDependencies must be n8n-workflow in any version, and nothing else',
		'repository must be git+https://github.com/OWNER/NAME.git for npm to prove it',
	])('%s', (problem) => {
		expect(problems).toContain(problem);
	});

	it('may run no script when it is installed', () => {
		expect(problems).toContainEqual(expect.stringContaining('no-forbidden-lifecycle-scripts'));
	});
});
