import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

import manifest from '../../package.json';

const root = resolve(__dirname, '../..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const [, section = ''] = /\n## A first change[^\n]*\n(.*?)\n## /s.exec(page) ?? [];

/** Matches a step that changes a file: the location, the new lines, and the text that follows. */
const STEP =
	/in `(?<path>[^`]+)`, below `(?<line>[^`]+)`:\n\n( *)```\w+\n(?<block>.*?)\n\3```\n(?<after>.*?)(?=in `[^`]+`, below|$)/gs;
const steps = [...section.matchAll(STEP)].map(({ 3: indent = '', groups = {} }) => {
	const { path = '', line = '', block = '', after = '' } = groups;
	return { path, line, lines: block.replaceAll(`\n${indent}`, '\n').slice(indent.length), after };
});

/** The rooms that a filter concerns: all of test/unit would take a minute. */
const ABOUT_FILTERS = 'unit/(catalog|docs|form|labels|list|operations|readme)';

let copy: string;
let formsAre = '';

const node = (...args: string[]) => {
	// Long tests run outside of the copy.
	const env = { ...process.env, FORMS: formsAre, TESTS: '' };
	return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env });
};

beforeAll(() => {
	copy = mkdtempSync(join(tmpdir(), 'first-change-'));
	const left = ['.git', 'node_modules', 'coverage', 'out', '.editor'];
	const isWanted = (from: string) =>
		!relative(root, from)
			.split('/')
			.some((part) => left.includes(part));
	cpSync(root, copy, { recursive: true, filter: isWanted });
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => {
	rmSync(copy, { recursive: true, force: true });
});

/** Inserts lines below the first line that contains a string, and indents them like that line. */
function writeBelow(path: string, text: string, lines: string): void {
	const file = join(copy, path);
	const all = readFileSync(file, 'utf8').split('\n');
	const at = all.findIndex((line) => line.includes(text));
	expect([path, text, at]).not.toEqual([path, text, -1]);
	const [indent = ''] = /^\s*/.exec(all[at] ?? '') ?? [];
	const written = lines.split('\n').map((line) => (line === '' ? line : indent + line));
	writeFileSync(file, [...all.slice(0, at + 1), ...written, ...all.slice(at + 1)].join('\n'));
}

/** Compiles, then runs `npm test -- NAMES`. */
function runTests(names: string): string {
	const compiled = node(
		'--input-type=module',
		'-e',
		"import('./scripts/tool.mjs').then((it) => it.compile())",
	);
	expect(compiled.stdout + compiled.stderr).toBe('');
	const { status, stderr } = node('node_modules/jest/bin/jest.js', '--silent', ...names.split(' '));
	const failed = new Set(stderr.match(/^ {2}● .*/gm));
	return status === 0 ? 'passes' : ['fails', ...failed].join('\n');
}

it('the first change in CONTRIBUTING.md passes and fails tests as described', () => {
	expect(steps.map(({ path }) => path)).toHaveLength(3);
	for (const { path, line, lines, after } of steps) {
		writeBelow(path, line, lines);
		if (!after.includes('`npm run contract`')) continue;
		expect(node('--import', 'tsx', 'scripts/contract/main.ts').status).toBe(0);
		const [, names = ''] = /`npm test -- ([^`]+)` now fails/.exec(after) ?? [];
		expect(runTests(names)).toMatch(/^fails\n/);
	}
	expect(section).toContain('`npm run docs`');
	for (const [script] of manifest.scripts.docs.matchAll(/scripts\/docs\/\w+\.ts/g)) {
		expect(node('--import', 'tsx', script).status).toBe(0);
	}
	formsAre = 'write';
	expect(runTests(ABOUT_FILTERS)).toBe('passes');
});
