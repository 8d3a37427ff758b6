import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
const NOT_CLONED = /^(\.git|dist|coverage|out|\.editor)$|node_modules$/;

let folder: string;
let clone: string;

/** Runs an npm command in a clone whose path has every kind of bracket. */
function npm(...args: string[]): { status: number | null; output: string } {
	const { status, stdout, stderr } = spawnSync('npm', args, { cwd: clone, encoding: 'utf8' });
	return { status, output: stdout + stderr };
}

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'commands-'));
	clone = join(folder, 'a (b) [c] {d}!');
	const filter = (from: string) => !NOT_CLONED.test(relative(root, from));
	cpSync(root, clone, { recursive: true, filter });
	symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
});

afterAll(() => {
	rmSync(folder, { recursive: true });
});

it('npm run build creates the files of the package', () => {
	expect(npm('run', 'build').status).toBe(0);
	const files = ['index.js', 'nodes/LearningPlatform/learningPlatform.svg'];
	expect(files.filter((file) => !existsSync(join(clone, 'dist', file)))).toEqual([]);
});

it('npm test finds the tests', () => {
	expect(npm('test', '--', '--listTests', 'unit/service').output).toContain('pages.test.ts');
});

it('npm run first-release publishes the built package as version 0.0.1', () => {
	rmSync(join(clone, 'dist'), { recursive: true });
	const { status, output } = npm('run', 'first-release', '--', '--dry-run', '--loglevel=notice');
	expect(output).toContain('dist/nodes/LearningPlatform/LearningPlatform.node.js');
	expect(output).toContain('+ n8n-nodes-learning-platform@0.0.1');
	expect(status).toBe(0);
});

it('a build that fails says why', () => {
	writeFileSync(
		join(clone, 'gulpfile.js'),
		"exports.default = async () => { throw new Error('Disk full'); };",
	);
	const { status, output } = npm('run', 'build');
	expect(status).toBe(1);
	expect(output).toContain('Error: Disk full');
});
