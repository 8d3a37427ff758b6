import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, totalmem, type as system } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { MAJORS, n8nVersion } from '../e2e/install/majors';
import { comparisons, type Row } from './harness/rows';
import type { Scenario } from './scenarios/scenario';

export interface ScenarioResult {
	name: string;
	/** ISO 8601. */
	measuredAt: string;
	rows: Row[];
}

const ROOT = join(__dirname, '../..');

const RESULTS = join(ROOT, 'test/bench/results.json');

const PAGE = join(ROOT, 'docs/performance.md');

/** Writes the tables in docs/performance.md and results.json. Scenarios that were not run keep their old rows. */
export async function save(fresh: ScenarioResult[], scenarios: Scenario[]): Promise<void> {
	const before = existsSync(RESULTS)
		? (JSON.parse(await readFile(RESULTS, 'utf8')) as { scenarios: ScenarioResult[] }).scenarios
		: [];
	const kept = before.filter(({ name }) => !fresh.some((result) => result.name === name));
	const results = { conditions: conditions(), scenarios: [...kept, ...fresh] };
	await writeFile(RESULTS, asLines(results));

	const days = results.scenarios.map(({ measuredAt }) => measuredAt.slice(0, 10)).sort();
	const when = [...new Set([days[0], days.at(-1)])].join(' to ');
	let text = await readFile(PAGE, 'utf8');
	text = replacePart(text, 'conditions', `${results.conditions}; ${when}.`);
	for (const { name, rows } of results.scenarios) {
		const scenario = scenarios.find((one) => one.name === name);
		if (scenario) text = replacePart(text, name, tableOf(scenario, rows));
	}
	await writeFile(PAGE, await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}

/** Returns JSON with one line per row. */
function asLines({ conditions, scenarios }: { conditions: string; scenarios: ScenarioResult[] }) {
	const parts = scenarios.map(({ rows, ...scenario }) => {
		const lines = rows.map((row) => `\n    ${JSON.stringify(row)}`);
		return `\n  ${JSON.stringify(scenario).slice(0, -1)},"rows":[${lines.join(',')}]}`;
	});
	return `{"conditions":${JSON.stringify(conditions)},\n"scenarios":[${parts.join(',')}]}\n`;
}

/** Replaces the text between a scenario's markers on the page, if they exist. */
function replacePart(text: string, name: string, part: string): string {
	const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from === -1 || to < from) return text;
	return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}

export function tableOf({ setting: what, columns }: Scenario, rows: Row[]): string {
	const header = [what, 'n8n', ...Object.keys(columns)];
	const lines = comparisons(rows).map((comparison) => {
		const { engine, setting } = comparison;
		return [setting, engine, ...Object.values(columns).map((cell) => cell(comparison))];
	});
	return [header, header.map(() => '---'), ...lines]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

function conditions(): string {
	const [processor] = cpus();
	return [
		`n8n ${MAJORS.map(n8nVersion).join(' and ')}`,
		`n8n-core ${n8nCoreVersion()}`,
		`Node.js ${process.versions.node}`,
		processor?.model.trim() ?? 'unknown processor',
		`${cpus().length} cores`,
		`${Math.round(totalmem() / 1024 ** 3)} GB`,
		`${system()} ${arch()}`,
	].join(', ');
}

/** The version of the n8n engine that runs polls. */
export function n8nCoreVersion(): string {
	const manifest = readFileSync(join(ROOT, 'node_modules/n8n-core/package.json'), 'utf8');
	return (JSON.parse(manifest) as { version: string }).version;
}
