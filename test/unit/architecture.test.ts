import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

interface Violation {
	rule: { name: string };
	from: string;
	to: string;
}

const root = resolve(__dirname, '../..');
const config = join(root, '.dependency-cruiser.mjs');

/** dependency-cruiser is an ES module, which jest cannot load; its command line is the same thing. */
function violationsIn(folder: string, ...paths: string[]): string[] {
	const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
	const args = [program, '--config', config, '--output-type', 'json', ...paths];
	const output = execFileSync(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 ** 2 });
	const { summary } = JSON.parse(output.toString()) as { summary: { violations: Violation[] } };
	return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

it('imports point one way, from nodes to the wire', () => {
	expect(violationsIn(root, 'nodes', 'credentials', 'test', 'scripts')).toEqual([]);
});

describe('of a package that does everything wrong', () => {
	const node = 'nodes/LearningPlatform';
	const wrong: [rule: string, from: string, to: string][] = [
		['no-cycles', `${node}/transport/one.ts`, `${node}/transport/two.ts`],
		['only-n8n', `${node}/transport/request.ts`, 'axios'],
		['only-n8n', `${node}/transport/request.ts`, 'node:fs'],
		['transport-is-the-end', `${node}/transport/pages.ts`, `${node}/listing/list.ts`],
		['listing-stands-on-transport', `${node}/listing/list.ts`, `${node}/trigger/state.ts`],
		['resources-stand-on-listing', `${node}/resources/fields.ts`, `${node}/transport/retry.ts`],
		['export-stands-on-listing', `${node}/export/x.ts`, `${node}/resources/fields.ts`],
		['file-formats-are-pure', `${node}/export/csvRow.ts`, `${node}/transport/retry.ts`],
		['a-resource-is-by-itself', `${node}/resources/a/list.ts`, `${node}/resources/b/list.ts`],
		['the-node-is-a-table-of-contents', `${node}/LearningPlatform.node.ts`, `${node}/listing/x.ts`],
		[
			'the-trigger-shows-no-operations',
			`${node}/LearningPlatformTrigger.node.ts`,
			`${node}/resources/b/list.ts`,
		],
		['the-trigger-stands-on-listing', `${node}/trigger/settings.ts`, `${node}/resources/fields.ts`],
		['credentials-stand-on-transport', 'credentials/A.credentials.ts', `${node}/listing/x.ts`],
		[
			'leaves-import-nothing-of-ours',
			`${node}/transport/linkHeader.ts`,
			`${node}/transport/retry.ts`,
		],
		['leaves-import-nothing-of-ours', `${node}/listing/filters.ts`, `${node}/listing/x.ts`],
		['leaves-import-nothing-of-ours', `${node}/trigger/changes.ts`, `${node}/trigger/state.ts`],
		['errors-stand-on-their-table', `${node}/transport/errors.ts`, `${node}/transport/retry.ts`],
		['sources-know-no-tests', `${node}/transport/retry.ts`, 'test/sandbox/index.ts'],
		[
			'the-sandbox-restates-the-service',
			'test/sandbox/index.ts',
			`${node}/transport/linkHeader.ts`,
		],
		['the-harness-runs-what-is-built', 'test/engine/harness/run.ts', `${node}/listing/x.ts`],
		['the-harness-runs-what-is-built', 'test/engine/harness/run.ts', 'test/sandbox/index.ts'],
	];
	// A cycle is reported once, from the first of its files.
	const wayBack = [`${node}/transport/two.ts`, `${node}/transport/one.ts`] as const;
	let found: string[];

	beforeAll(() => {
		const folder = mkdtempSync(join(tmpdir(), 'architecture-'));
		const files = new Map<string, string[]>();
		for (const [from, to] of [wayBack, ...wrong.map(([, ...ends]) => ends)]) {
			files.set(from, [...(files.get(from) ?? []), to]);
			if (to.includes('/') && !files.has(to)) files.set(to, []);
		}
		for (const [file, imports] of files) {
			const lines = imports.map((to) =>
				to.includes('/') ? `import '${join(folder, to.replace('.ts', ''))}';` : `import '${to}';`,
			);
			mkdirSync(dirname(join(folder, file)), { recursive: true });
			writeFileSync(join(folder, file), lines.join('\n'));
		}
		found = violationsIn(folder, 'nodes', 'credentials', 'test');
		rmSync(folder, { recursive: true });
	});

	it.each(wrong)('%s catches %s -> %s', (rule, from, to) => {
		expect(found).toContain(`${rule}: ${from} -> ${to.replace('node:', '')}`);
	});

	it('every rule is tried', () => {
		const tried = new Set(wrong.map(([rule]) => rule));
		const names = execFileSync(process.execPath, [
			'--eval',
			`import(${JSON.stringify(config)}).then((m) => console.log(JSON.stringify(m.default.forbidden)))`,
		]);
		const rules = JSON.parse(names.toString()) as { name: string }[];
		expect(rules.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
	});
});
