import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const script = pathToFileURL(resolve(__dirname, '../../../scripts/release.mjs')).href;
const changelog =
	'# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Get.\n\n## [0.1.0]\n\n- List.\n';
const lockfile = {
	version: '0.1.0',
	packages: { '': { version: '0.1.0' }, a: { version: '0.1.0' } },
};

let begun: string;
let folder: string;

const git = (...args: string[]) =>
	execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const write = (file: string, text: string) => {
	writeFileSync(join(folder, file), text);
};

/** Runs the release script in a separate clone and returns the error. */
function release(args: string[], env: NodeJS.ProcessEnv = {}): string {
	const program = `import { release } from '${script}';
		try { release(${JSON.stringify(args)}, process.cwd()); } catch (error) { console.error(error.message); }`;
	const node = ['--input-type=module', '--eval', program];
	const inherited = { ...process.env, GITHUB_REPOSITORY: undefined };
	const options = { cwd: folder, encoding: 'utf8', env: { ...inherited, ...env } } as const;
	return spawnSync(process.execPath, node, options).stderr;
}

beforeAll(() => {
	begun = mkdtempSync(join(tmpdir(), 'release-'));
	folder = begun;
	git('init', '--quiet', '--initial-branch', 'main');
	git('config', 'user.name', 'Tester');
	git('config', 'user.email', 'tester@example.com');
	const repository = { url: 'git+https://github.com/owner/name.git' };
	write('package.json', JSON.stringify({ version: '0.1.0', repository }, undefined, 2));
	write('package-lock.json', JSON.stringify(lockfile, undefined, 2));
	write('CHANGELOG.md', changelog);
	git('add', '.');
	git('commit', '--quiet', '--message', 'Begin');
});

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'release-'));
	cpSync(begun, folder, { recursive: true });
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

afterAll(() => {
	rmSync(begun, { recursive: true });
});

it('commits and tags the version and dates it in the changelog', () => {
	expect(release(['0.2.0'])).toBe('');
	expect(read('CHANGELOG.md')).toMatch(
		/## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- Get\./,
	);
	expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0' });
	expect(JSON.parse(read('package-lock.json'))).toEqual({
		version: '0.2.0',
		packages: { '': { version: '0.2.0' }, a: { version: '0.1.0' } },
	});
	expect(git('status', '--porcelain')).toBe('');
	expect(git('describe', '--exact-match')).toBe('v0.2.0');
	expect(release(['--check', 'v0.2.0'], { GITHUB_REPOSITORY: 'owner/name' })).toBe('');
});

it.each<[what: string, args: string[], message: string, prepare?: () => unknown]>([
	['no version', [], 'Name the version'],
	['an invalid version', ['v0.2'], 'Name the version'],
	['the current version', ['0.1.0'], 'must be higher than 0.1.0'],
	['a branch', ['0.2.0'], 'the main branch', () => git('switch', '--quiet', '--create', 'other')],
	[
		'an uncommitted file',
		['0.2.0'],
		'not committed',
		() => {
			write('new.txt', '');
		},
	],
	['an existing tag', ['0.2.0'], 'tag v0.2.0 already exists', () => git('tag', 'v0.2.0')],
	[
		'a changelog without new entries',
		['0.2.0'],
		'no entries under Unreleased',
		() => {
			write('CHANGELOG.md', changelog.replace('- Get.', ''));
			git('commit', '--quiet', '--all', '--message', 'Clear');
		},
	],
	['a failing tag command', ['0.2.0'], 'git tag', () => git('tag', 'v0.2.0/taken')],
])('changes nothing with %s', (_what, args, message, prepare) => {
	prepare?.();
	const state = () => [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')];
	const before = state();
	expect(release(args)).toContain(message);
	expect(state()).toEqual(before);
});

it.each([
	['another tag', 'v0.2.0', {}, 'does not match version 0.1.0'],
	['another repository', 'v0.1.0', { GITHUB_REPOSITORY: 'other/name' }, 'other/name'],
	['a changelog without the version', 'v0.1.0', {}, 'no entries for 0.1.0'],
])('publishes nothing with %s', (what, tag, env, message) => {
	if (what.includes('changelog')) write('CHANGELOG.md', changelog.replace('[0.1.0]', '[0.0.1]'));
	expect(release(['--check', tag], env)).toContain(message);
});

it.each([
	['v0.2.0', '### Added\n\n- Get.\n', ''],
	['v0.1.0', '- List.\n', ''],
	['v0.3.0', '', 'CHANGELOG.md has no section for v0.3.0.\n'],
])('the GitHub release notes for %s come from the changelog', (tag, notes, refused) => {
	write(
		'CHANGELOG.md',
		changelog.replace('[Unreleased]', '[Unreleased]\n\n## [0.2.0] - 2026-01-31'),
	);
	const file = resolve(__dirname, '../../../scripts/releaseNotes.mjs');
	const { stdout, stderr } = spawnSync(process.execPath, [file, tag], {
		cwd: folder,
		encoding: 'utf8',
	});
	expect([stdout, stderr]).toEqual([notes, refused]);
});
