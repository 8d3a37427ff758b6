import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
const changelog =
	'# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Get.\n\n## [0.9.0] - 2026-01-31\n\n- List.\n';

let folder: string;

const git = (...args: string[]) =>
	execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const write = (file: string, text: string) => {
	writeFileSync(join(folder, file), text);
};

/** Runs `npm version` in a repository of its own, and returns what it prints about an error. */
function setVersion(...args: string[]): string {
	const command = ['version', '--ignore-scripts=false', ...args];
	const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const;
	return spawnSync('npm', command, options).stderr;
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'version-'));
	git('init', '--quiet', '--initial-branch', 'main');
	git('config', 'user.name', 'Tester');
	git('config', 'user.email', 'tester@example.com');
	const preversion = `node "${join(root, 'scripts/version.mjs')}"`;
	write('package.json', JSON.stringify({ version: '0.9.0', scripts: { preversion } }));
	write('package-lock.json', JSON.stringify({ version: '0.9.0', packages: { '': {} } }));
	write('CHANGELOG.md', changelog);
	write('.npmrc', readFileSync(join(root, '.npmrc'), 'utf8'));
	git('add', '.');
	git('commit', '--quiet', '--message', 'Begin');
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

it.each([
	['0.10.0', '0.10.0'],
	['major', '1.0.0'],
])('npm version %s dates the entries, commits, and tags', (given, version) => {
	expect(setVersion(given)).toBe('');
	const heading = `## [Unreleased]\n\n## [${version}] - ${new Date().toISOString().slice(0, 10)}`;
	expect(read('CHANGELOG.md')).toBe(changelog.replace('## [Unreleased]', heading));
	for (const file of ['package.json', 'package-lock.json']) {
		expect(JSON.parse(read(file))).toMatchObject({ version });
	}
	expect(git('status', '--porcelain')).toBe('');
	expect(git('log', '-1', '--format=%s')).toBe(`Release ${version}`);
	expect(git('describe', '--exact-match')).toBe(`v${version}`);
});

it.each<[what: string, version: string, message: string, prepare?: () => unknown]>([
	['a version that does not exist', 'next', 'Invalid version'],
	['a version for testers', '0.10.0-beta.1', 'is not a version such as'],
	['the current version', '0.9.0', 'Version not changed'],
	['an older version', '0.8.12', '0.8.12 is older than 0.9.0'],
	['an existing tag', '0.10.0', 'The tag v0.10.0 already exists', () => git('tag', 'v0.10.0')],
	['another branch', '0.10.0', 'main branch', () => git('switch', '--quiet', '--create', 'other')],
	[
		'a changed file',
		'0.10.0',
		'not clean',
		() => {
			write('CHANGELOG.md', '');
		},
	],
	[
		'an untracked file',
		'0.10.0',
		'untracked',
		() => {
			write('new.txt', '');
		},
	],
	[
		'a changelog without new entries',
		'0.10.0',
		'no entries under Unreleased',
		() => {
			write('CHANGELOG.md', changelog.replace('- Get.', ''));
			git('commit', '--quiet', '--all', '--message', 'Clear');
		},
	],
])('npm version changes nothing with %s', (_what, version, message, prepare) => {
	prepare?.();
	const state = () => [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')];
	const before = state();
	expect(setVersion(version)).toContain(message);
	expect(state()).toEqual(before);
});
