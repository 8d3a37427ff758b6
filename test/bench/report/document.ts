import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import type { Scenario } from '../harness/scenario';
import type { Results } from './results';
import { asMarkdown } from './table';

const FILE = join(__dirname, '../../../docs/performance.md');

/** Puts the tables of the results into the places that docs/performance.md has for them; all else is left alone. */
export async function writeDocument(results: Results, scenarios: Scenario[]): Promise<void> {
	let text = replacePart(await readFile(FILE, 'utf8'), 'conditions', conditions(results));
	for (const { name, rows } of results.scenarios) {
		const scenario = scenarios.find((one) => one.name === name);
		if (scenario) text = replacePart(text, name, asMarkdown(scenario.table(rows)));
	}
	const style = await resolveConfig(FILE);
	await writeFile(FILE, await format(text, { ...style, filepath: FILE }));
}

/** A text without a place for the part stays as it is. */
function replacePart(text: string, name: string, part: string): string {
	const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from === -1 || to < from) return text;
	return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}

function conditions({ versions, machine, scenarios }: Results): string {
	const days = scenarios.map(({ measuredAt }) => measuredAt.slice(0, 10)).sort();
	const { processor, cores, memoryGb, system } = machine;
	return `n8n ${versions.n8n.join(' and ')}, n8n-core ${versions['n8n-core']}, Node.js ${versions.node}, ${processor}, ${cores} cores, ${memoryGb} GB, ${system}; ${[...new Set([days[0], days.at(-1)])].join(' to ')}.`;
}
