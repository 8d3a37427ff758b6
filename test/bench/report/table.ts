import type { Contender } from '../harness/engine';
import type { Row, Series } from '../harness/row';

/** What a table says where something was not measured. */
const NOTHING = '-';

/** The rows of one engine in one setting, by contender. */
export interface Comparison {
	engine: string;
	setting: string;
	of: (contender: Contender, figure: string) => Series | undefined;
}

/** Puts the contenders of each engine and setting side by side, in the order of the rows. */
export function comparisons(rows: Row[]): Comparison[] {
	const places = new Map(rows.map((row) => [`${row.engine} ${row.setting}`, row]));
	return [...places.values()].map(({ engine, setting }) => {
		const here = rows.filter((row) => row.engine === engine && row.setting === setting);
		return {
			engine,
			setting,
			of: (contender, figure) => here.find((row) => row.contender === contender)?.figures[figure],
		};
	});
}

/** How many times as much: the medians' ratio. */
export function ratio(
	dividend: Series | number | undefined,
	divisor: Series | number | undefined,
): string {
	if (dividend === undefined || divisor === undefined) return NOTHING;
	return (medianOf(dividend) / medianOf(divisor)).toFixed(2);
}

/** The median with its unit: `4.27 s`. */
export function median(series: Series | undefined, unit: 'ms' | 'MB' | ''): string {
	if (!series) return NOTHING;
	const inSeconds = unit === 'ms' && series.median >= 1_000;
	const value = inSeconds ? number(series.median / 1_000, 2) : number(series.median);
	return [value, inSeconds ? 's' : unit].filter(Boolean).join(' ');
}

/** With the thousands apart. */
export function number(value: number, digits = 0): string {
	return value.toLocaleString('en', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}

function medianOf(value: Series | number): number {
	return typeof value === 'number' ? value : value.median;
}

/** A table for Markdown: its header, then its lines. */
export function asMarkdown([header = [], ...lines]: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(header), line(header.map(() => '---')), ...lines.map(line)].join('\n');
}

/** A table for a terminal, its columns one below the other. */
export function asText(table: string[][]): string {
	const widths = (table[0] ?? []).map((_, at) =>
		Math.max(...table.map((cells) => (cells[at] ?? '').length)),
	);
	return table
		.map((cells) =>
			cells
				.map((cell, at) => cell.padEnd(widths[at] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}
