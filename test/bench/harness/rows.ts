export type Figures = Record<string, number>;

/** A contender in one setting, ready to run repeatedly. */
interface Entrant {
	/** E.g. `n8n 2.41.1`. */
	engine: string;
	/** The setting that varies, e.g. `200/100`. */
	setting: string;
	contender: string;
	run: () => Promise<Figures>;
}

/** A contender's figures in one setting, run by run. */
export type Row = Omit<Entrant, 'run'> & { figures: Record<string, number[]> };

/**
 * Runs all entrants in rounds so that a temporarily slow machine affects them all. Each round begins with a different
 * entrant.
 */
export async function takeTurns(repetitions: number, entrants: Entrant[]): Promise<Row[]> {
	const rows = entrants.map(({ run, ...place }): { row: Row; run: Entrant['run'] } => ({
		row: { ...place, figures: {} },
		run,
	}));
	for (let round = 0; round < repetitions; round += 1) {
		const first = round % rows.length;
		for (const { row, run } of [...rows.slice(first), ...rows.slice(0, first)]) {
			for (const [name, value] of Object.entries(await run())) {
				(row.figures[name] ??= []).push(rounded(value));
			}
		}
	}
	return rows.map(({ row }) => row);
}

/** Rounds to three significant digits. */
const rounded = (value: number) =>
	value >= 100 ? Math.round(value) : Number(value.toPrecision(3));

export interface Comparison {
	engine: string;
	setting: string;
	/** Returns all samples of a figure. */
	of: (contender: string, figure: string) => number[] | undefined;
}

/** Groups rows by engine and setting, in row order. */
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

/** The table cell for a missing figure. */
const NOTHING = '-';

type Samples = number[] | number | undefined;

/** Returns the ratio of two medians. */
export function ratio(dividend: Samples, divisor: Samples): string {
	const value = median(dividend) / median(divisor);
	return Number.isFinite(value) ? value.toFixed(2) : NOTHING;
}

/** Returns the median with its unit: `4.27 s`. */
export function shown(samples: Samples, unit: 'ms' | 'MB' | '' = ''): string {
	const value = median(samples);
	if (Number.isNaN(value)) return NOTHING;
	if (unit === 'ms' && value >= 1_000) return `${number(value / 1_000, 2)} s`;
	return `${number(value)} ${unit}`.trim();
}

export function number(value: number, digits = 0): string {
	return value.toLocaleString('en', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}

export function median(samples: Samples): number {
	const sorted = [samples ?? NaN].flat().sort((left, right) => left - right);
	const middle = (sorted.length - 1) / 2;
	return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
