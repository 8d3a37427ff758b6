import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import type { Row } from '../harness/row';
import { machine, versions, type Machine, type Versions } from './versions';

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

const FILE = join(__dirname, '../results.json');

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

/** Writes a file as prettier would have it. */
export async function writeFormatted(file: string, text: string): Promise<void> {
	const config = await resolveConfig(file);
	await writeFile(file, await format(text, { ...config, filepath: file }));
}
