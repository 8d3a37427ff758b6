import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Row } from '../harness/row';
import type { Scenario } from '../harness/scenario';
import { gainsOf } from '../scenarios/split';
import { asMarkdown } from './markdown';
import { bars, gains, lines } from './plots';
import { writeFormatted, type Results } from './results';
import { summary } from './summary';

const DOCS = join(__dirname, '../../../docs');

const FILE = join(DOCS, 'performance.md');

/** Puts tables and plots of the results into docs/performance.md; the text between them is left alone. */
export async function writeDocument(results: Results, scenarios: Scenario[]): Promise<void> {
	let text = await readFile(FILE, 'utf8');
	text = replacePart(text, 'conditions', conditions(results));
	text = replacePart(text, 'summary', asMarkdown(summary(results.scenarios)));
	for (const { name, measuredAt, rows } of results.scenarios) {
		const scenario = scenarios.find((one) => one.name === name);
		if (!scenario) continue;
		const plots = await drawPlots(name, rows);
		const day = measuredAt.slice(0, 10);
		const part = `${asMarkdown(scenario.table(rows))}\n\n${plots}\n\nMeasured on ${day}.`;
		text = replacePart(text, name, part);
	}
	await writeFormatted(FILE, text);
}

/** @throws Error when the document has no such part */
function replacePart(text: string, name: string, part: string): string {
	const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from === -1 || to < from) throw new Error(`docs/performance.md has no part "${name}".`);
	return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}

function conditions({ command, versions, machine }: Results): string {
	return asMarkdown([
		['', ''],
		['Command', `\`${command}\``],
		['This package', versions.package],
		['n8n', versions.n8n.join(', ')],
		['n8n-core', versions['n8n-core']],
		['Node.js', versions.node],
		['Machine', `${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB`],
		['System', machine.system],
	]);
}

async function drawPlots(name: string, rows: Row[]): Promise<string> {
	const folder = join(DOCS, 'performance');
	await mkdir(folder, { recursive: true });
	const links: string[] = [];
	for (const [plot, { title, svg }] of Object.entries(PLOTS[name]?.(rows) ?? {})) {
		await writeFile(join(folder, `${plot}.svg`), svg);
		links.push(`![${title}](performance/${plot}.svg)`);
	}
	return links.join('\n\n');
}

interface Plot {
	title: string;
	svg: string;
}

const LISTS = ['node', 'httpRequest', 'loop'] as const;

const PLOTS: Record<string, (rows: Row[]) => Record<string, Plot>> = {
	listing: (rows) => ({
		listing: plot(bars, rows, {
			title: 'A list of 20 pages, by time to first byte / time of a body',
			contenders: [...LISTS],
			figure: 'ms',
			unit: 1_000,
			axis: 'Seconds',
		}),
	}),
	size: (rows) => ({
		'size-time': plot(lines, rows, {
			title: 'Time of a list by its length',
			contenders: [...LISTS],
			figure: 'ms',
			unit: 1_000,
			axis: 'Seconds',
		}),
		'size-memory': plot(lines, rows, {
			title: 'Peak memory of n8n by the length of the list',
			contenders: [...LISTS],
			figure: 'peakMb',
			unit: 1,
			axis: 'MB',
		}),
	}),
	split: (rows) => {
		const title = 'Lists in parts, by time to first byte / time of a body';
		return { split: { title, svg: gains(title, gainsOf(rows)) } };
	},
	poll: (rows) => ({
		poll: plot(lines, rows, {
			title: 'Time of a poll by the length of the list',
			contenders: ['poll', 'pollChanges', 'loop'],
			figure: 'ms',
			unit: 1_000,
			axis: 'Seconds',
		}),
	}),
	export: (rows) => ({
		'export-memory': plot(lines, rows, {
			title: 'Peak memory of n8n by the number of records in the file',
			contenders: ['export', 'countingLoop'],
			figure: 'peakMb',
			unit: 1,
			axis: 'MB',
		}),
	}),
};

function plot(draw: typeof bars, rows: Row[], options: Parameters<typeof bars>[1]): Plot {
	return { title: options.title, svg: draw(rows, options) };
}
