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

it('a name stands for one thing: only private constants may share a name', () => {
	const root = resolve(__dirname, '../..');
	const declaration =
		/^(export )?(?:abstract |async )?(class|const|function|interface|type)\*? (\w+)/gm;
	const names = ['credentials', 'nodes']
		.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((path) => path.endsWith('.ts'))
				.map((path) => readFileSync(join(root, folder, path), 'utf8')),
		)
		.flatMap((text) => [...text.matchAll(declaration)])
		.filter(([, exported, kind]) => exported !== undefined || kind !== 'const')
		.map(([, , , name]) => name);
	expect(names.length).toBeGreaterThan(400);
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
