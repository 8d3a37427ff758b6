import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

type Paths = string | string[] | undefined;

interface Answer {
	modules: { source: string; dependencies: { resolved: string }[] }[];
	summary: {
		violations: { rule: { name: string }; from: string; to: string }[];
		ruleSetUsed: { forbidden: Record<'from' | 'to', { path?: Paths; pathNot?: Paths }>[] };
	};
}

let answer: Answer;

/** Runs dependency-cruiser from the command line because jest cannot load ES modules. */
beforeAll(() => {
	const cwd = resolve(__dirname, '../..');
	const program = join(cwd, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
	const config = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
	const args = [program, ...config, 'nodes', 'credentials', 'test/sandbox', 'test/outsiders'];
	const output = execFileSync(process.execPath, args, { cwd, maxBuffer: 64 * 1024 ** 2 });
	answer = JSON.parse(output.toString()) as Answer;
});

it('imports point one way and enter folders only through the intended files', () => {
	const { violations } = answer.summary;
	expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
});

it('every rule matches existing files', () => {
	const files = answer.modules.flatMap(({ source, dependencies }) => [
		source,
		...dependencies.map(({ resolved }) => resolved),
	]);
	const patterns = answer.summary.ruleSetUsed.forbidden.flatMap(({ from, to }) =>
		[from.path, from.pathNot, to.path, to.pathNot].flatMap((paths) => paths ?? []),
	);
	expect(patterns).not.toEqual([]);
	const idle = patterns
		// `$1` refers to a group in another pattern.
		.filter((pattern) => !pattern.includes('$1'))
		.filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)));
	expect(idle).toEqual([]);
});

it('no two files export the same name', () => {
	const nodes = resolve(__dirname, '../../nodes');
	const files = readdirSync(nodes, { recursive: true, encoding: 'utf8' });
	const names = files
		.filter((path) => path.endsWith('.ts'))
		.map((path) => readFileSync(join(nodes, path), 'utf8'))
		.flatMap((text) => [...text.matchAll(/^export (?:async )?(?:\w+\*?) (\w+)/gm)])
		.map(([, name]) => name);
	expect(names.length).toBeGreaterThan(100);
	expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
});

it('scripts/figures.mjs counts every file that an entry imports', () => {
	const cwd = resolve(__dirname, '../..');
	const figures = execFileSync(process.execPath, ['scripts/figures.mjs'], { cwd }).toString();
	const targets = new Map(
		answer.modules.map(({ source, dependencies }) => [
			source,
			dependencies.map(({ resolved }) => resolved).filter((path) => /^(nodes|cred)/.test(path)),
		]),
	);
	const counted = [...figures.matchAll(/^(\S+) with its imports: (\d+) files/gm)];
	expect(counted).toHaveLength(4);
	for (const [, entry = '', count] of counted) {
		const reached = new Set([entry]);
		for (const path of reached) for (const target of targets.get(path) ?? []) reached.add(target);
		expect([entry, reached.size]).toEqual([entry, Number(count)]);
	}
});
