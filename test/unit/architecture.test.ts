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

it('imports point one way, and into rooms by their doors', () => {
	expect(violationsIn(root, 'nodes', 'credentials', 'test/sandbox')).toEqual([]);
});

describe('in a package that does everything wrong', () => {
	const node = 'nodes/LearningPlatform';
	const transport = `${node}/transport`;
	const wrong: [rule: string, from: string, to: string][] = [
		['no-cycles', `${transport}/pages/one.ts`, `${transport}/pages/two.ts`],
		['layers-point-down', `${node}/operations/list.ts`, `${node}/LearningPlatform.node.ts`],
		['layers-point-down', `${node}/export/csv.ts`, `${node}/operations/list.ts`],
		['layers-point-down', `${node}/listing/filters.ts`, `${node}/trigger/state.ts`],
		['layers-point-down', `${transport}/pages/index.ts`, `${node}/listing/filters.ts`],
		['layers-point-down', `${transport}/request/index.ts`, `${transport}/pages/index.ts`],
		['layers-point-down', `${transport}/token/index.ts`, `${transport}/request/index.ts`],
		['layers-point-down', `${transport}/errors/index.ts`, `${transport}/token/index.ts`],
		['layers-point-down', `${node}/resources.ts`, `${transport}/errors/index.ts`],
		['export-and-trigger-stand-side-by-side', `${node}/trigger/state.ts`, `${node}/export/csv.ts`],
		['rooms-have-one-door', `${node}/listing/readList.ts`, `${transport}/pages/one.ts`],
		['rooms-have-one-door', `${transport}/request/send.ts`, `${transport}/token/obtain.ts`],
		['rooms-have-one-door', 'credentials/A.credentials.ts', `${transport}/token/obtain.ts`],
		['rooms-have-one-door', `${node}/operations/list.ts`, `${node}/listing/output/row.ts`],
		['rooms-have-one-door', `${node}/export/writeFiles.ts`, `${node}/export/xlsx/cells.ts`],
		['rooms-have-one-door', `${node}/export/xlsx/index.ts`, `${node}/export/zip/records.ts`],
		['only-n8n', `${transport}/request/send.ts`, 'axios'],
		['only-n8n', `${transport}/request/send.ts`, 'node:fs'],
		['only-n8n', `${transport}/request/send.ts`, 'test/sandbox/index.ts'],
		['credentials-stand-on-the-token', 'credentials/A.credentials.ts', `${node}/resources.ts`],
		['the-sandbox-restates-the-service', 'test/sandbox/index.ts', `${node}/listing/filters.ts`],
	];
	// A cycle is reported once, from the first of its files.
	const wayBack = [`${transport}/pages/two.ts`, `${transport}/pages/one.ts`] as const;
	const right = [
		[`${transport}/request/send.ts`, `${transport}/token/index.ts`],
		[`${transport}/pages/index.ts`, `${transport}/pages/two.ts`],
		[`${node}/operations/other.ts`, `${node}/resources.ts`],
	] as const;
	let found: string[];

	beforeAll(() => {
		const folder = mkdtempSync(join(tmpdir(), 'architecture-'));
		const files = new Map<string, string[]>();
		for (const [from, to] of [wayBack, ...right, ...wrong.map(([, ...ends]) => ends)]) {
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

	it.each(right)('%s -> %s is fine', (from, to) => {
		expect(found.filter((violation) => violation.endsWith(`: ${from} -> ${to}`))).toEqual([]);
	});
});
