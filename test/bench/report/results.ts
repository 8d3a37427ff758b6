import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, totalmem, type as system } from 'node:os';
import { join } from 'node:path';

import { MAJORS, n8nVersion } from '../../e2e/install/majors';
import type { Row } from '../harness/row';

export interface ScenarioResult {
	name: string;
	/** ISO 8601. */
	measuredAt: string;
	rows: Row[];
}

export interface Results {
	command: string;
	versions: Versions;
	machine: Machine;
	scenarios: ScenarioResult[];
}

const ROOT = join(__dirname, '../../..');

const FILE = join(ROOT, 'test/bench/results.json');

/** Writes results.json; the results of scenarios that were not run are kept. */
export async function saveResults(fresh: ScenarioResult[]): Promise<Results> {
	const before = existsSync(FILE)
		? (JSON.parse(await readFile(FILE, 'utf8')) as Results).scenarios
		: [];
	const kept = before.filter(({ name }) => !fresh.some((scenario) => scenario.name === name));
	const results: Results = {
		command: 'npm run bench',
		versions: versions(),
		machine: machine(),
		scenarios: [...kept, ...fresh],
	};
	await writeFile(FILE, asLines(results));
	return results;
}

/** As JSON, a line for each row. */
function asLines({ scenarios, ...rest }: Results): string {
	const parts = scenarios.map(({ rows, ...scenario }) => {
		const lines = rows.map((row) => `\n    ${JSON.stringify(row)}`);
		return `\n  ${JSON.stringify(scenario).slice(0, -1)},"rows":[${lines.join(',')}]}`;
	});
	return `${JSON.stringify(rest).slice(0, -1)},\n"scenarios":[${parts.join(',')}]}\n`;
}

/** What the figures were measured with. */
interface Versions {
	package: string;
	n8n: string[];
	'n8n-core': string;
	node: string;
}

/** What they were measured on. */
interface Machine {
	system: string;
	processor: string;
	cores: number;
	memoryGb: number;
}

function versions(): Versions {
	return {
		package: versionIn(ROOT),
		n8n: MAJORS.map(n8nVersion),
		'n8n-core': installedVersion('n8n-core'),
		node: process.versions.node,
	};
}

function machine(): Machine {
	const [first] = cpus();
	return {
		system: `${system()} ${arch()}`,
		processor: first?.model.trim() ?? 'unknown',
		cores: cpus().length,
		memoryGb: Math.round(totalmem() / 1024 ** 3),
	};
}

/** The version of a development dependency. */
export function installedVersion(name: string): string {
	return versionIn(join(ROOT, 'node_modules', name));
}

function versionIn(folder: string): string {
	const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { version: string }).version;
}
