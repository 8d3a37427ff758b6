import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';

import { installN8n } from '../e2e/install/installN8n';
import { type Major, MAJORS } from '../e2e/install/majors';
import { packTarball } from '../e2e/install/npm';
import { type N8n, startMeasuringN8n } from './harness/n8n';
import { save, type ScenarioResult, tableOf } from './results';
import { exportToFile } from './scenarios/export';
import { items } from './scenarios/items';
import { listing } from './scenarios/listing';
import { names } from './scenarios/names';
import { poll } from './scenarios/poll';
import type { Bench, Scenario } from './scenarios/scenario';
import { table } from './scenarios/table';
import { workbook } from './scenarios/workbook';

/** The scenarios, in the report's order. */
const SCENARIOS = [listing, items, names, table, poll, exportToFile, workbook];

const NAMES = SCENARIOS.map(({ name }) => name).join(', ');

const HELP = `Compares this package with n8n's own nodes, in both major versions of n8n and in n8n's engine alone.

Usage: npm run bench -- [scenario ...] [options]

Scenarios: ${NAMES} (default: all)

  --quick    a small run in the newer n8n version, just to check that everything works
  --save     write test/bench/results.json and docs/performance.md (default when all scenarios run)
  --help
`;

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			save: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
		allowPositionals: true,
	});
	const { quick } = values;
	if (values.help) {
		process.stdout.write(HELP);
		return;
	}
	if (quick && values.save) throw new Error('Results of a quick run are too rough to save.');
	const isWhole = positionals.length === 0;
	const chosen = isWhole ? SCENARIOS : positionals.map(scenarioNamed);
	const results = await withN8ns(quick ? MAJORS.slice(-1) : MAJORS, (n8ns) =>
		measure(chosen, { n8ns, quick }),
	);
	if (values.save || (isWhole && !quick)) await save(results, SCENARIOS);
}

function scenarioNamed(name: string): Scenario {
	const found = SCENARIOS.find((scenario) => scenario.name === name);
	if (found) return found;
	throw new Error(`There is no scenario "${name}". Scenarios: ${NAMES}`);
}

async function withN8ns<T>(
	majors: readonly Major[],
	work: (n8ns: N8n[]) => Promise<T>,
): Promise<T> {
	await Promise.all(majors.map((major) => installN8n(major, say)));
	const folder = await mkdtemp(join(tmpdir(), 'learning-platform-bench-'));
	const n8ns: N8n[] = [];
	try {
		const tarball = await packTarball(join(__dirname, '../..'), folder);
		say('Starting n8n');
		for (const major of majors) n8ns.push(await startMeasuringN8n(major, tarball));
		return await work(n8ns);
	} finally {
		for (const n8n of n8ns) await n8n.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function measure(chosen: Scenario[], bench: Bench): Promise<ScenarioResult[]> {
	const results: ScenarioResult[] = [];
	for (const scenario of chosen) {
		say(`\n${scenario.name} ...`);
		const started = new Date();
		const rows = await scenario.run(bench);
		results.push({ name: scenario.name, measuredAt: started.toISOString(), rows });
		say(await format(tableOf(scenario, rows), { parser: 'markdown' }));
		say(`(${Math.round((Date.now() - started.getTime()) / 1_000)} s)`);
	}
	return results;
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
	process.exitCode = 1;
});
