import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { installN8n } from '../e2e/install/installN8n';
import { type Major, MAJORS } from '../e2e/install/majors';
import { packTarball } from '../e2e/install/packTarball';
import { CoreEngine } from './harness/coreEngine';
import type { Engine } from './harness/engine';
import { N8nEngine } from './harness/n8nEngine';
import type { Scenario } from './harness/scenario';
import { writeDocument } from './report/document';
import { installedVersion, saveResults, type ScenarioResult } from './report/results';
import { asText } from './report/table';
import { scenarios } from './scenarios';

const HELP = `Measures this package beside its peers, in real n8n of both majors and in n8n's engine alone.

Usage: npm run bench -- [scenario ...] [options]

Scenarios: ${scenarios.map(({ name }) => name).join(', ')} (default: all)

  --quick    a small run of everything in the newer n8n, to see that it works; its times mean nothing
  --save     write test/bench/results.json and docs/performance.md (default when all are run)
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
	if (values.help) {
		process.stdout.write(HELP);
		return;
	}
	const chosen = positionals.length === 0 ? scenarios : positionals.map(scenarioNamed);
	const majors = values.quick ? MAJORS.slice(-1) : MAJORS;
	const results = await withEngines(
		majors,
		async (engines) => await measure(chosen, engines, values.quick),
	);
	const isWhole = positionals.length === 0 && !values.quick;
	if (!isWhole && !values.save) return;
	if (values.quick) throw new Error('The times of a quick run are not worth saving.');
	await writeDocument(await saveResults(results), scenarios);
}

function scenarioNamed(name: string): Scenario {
	const found = scenarios.find((scenario) => scenario.name === name);
	if (found) return found;
	const names = scenarios.map((scenario) => scenario.name).join(', ');
	throw new Error(`There is no scenario "${name}". Scenarios: ${names}`);
}

async function withEngines<T>(
	majors: readonly Major[],
	work: (engines: Engine[]) => Promise<T>,
): Promise<T> {
	await Promise.all(majors.map((major) => installN8n(major, say)));
	const folder = await mkdtemp(join(tmpdir(), 'learning-platform-bench-'));
	const engines: Engine[] = [];
	try {
		const tarball = await packTarball(join(__dirname, '../..'), folder);
		say('Starting n8n');
		const started = majors.map(async (major) => await N8nEngine.start(major, tarball));
		for (const engine of await Promise.allSettled(started)) {
			if (engine.status === 'rejected') throw engine.reason;
			engines.push(engine.value);
		}
		engines.push(CoreEngine.start(installedVersion('n8n-core')));
		return await work(engines);
	} finally {
		for (const engine of engines) await engine.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function measure(
	chosen: Scenario[],
	engines: Engine[],
	quick: boolean,
): Promise<ScenarioResult[]> {
	const results: ScenarioResult[] = [];
	for (const scenario of chosen) {
		say(`\n${scenario.name} ...`);
		const started = Date.now();
		const rows = await scenario.run({ engines, quick });
		results.push({ name: scenario.name, measuredAt: new Date(started).toISOString(), rows });
		say(asText(scenario.table(rows)));
		say(`(${Math.round((Date.now() - started) / 1_000)} s)`);
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
