import type { Contender } from './engine';

/** What a contender took in one setting of a scenario. */
export interface Row {
	engine: string;
	/** What was varied, e.g. `200/100`. */
	setting: string;
	contender: Contender;
	/** By name, e.g. `ms`. */
	figures: Record<string, Series>;
}

/** The figures of one run, by name; those that do not apply are left out. */
export type Figures = object;

/** Puts the figures of all repetitions together. */
export function rowOf(place: Omit<Row, 'figures'>, runs: Figures[]): Row {
	const names = new Set(runs.flatMap((run) => Object.keys(run)));
	const samples = (name: string) =>
		runs.map((run) => Number((run as Record<string, unknown>)[name])).map(toThreeDigits);
	return {
		...place,
		figures: Object.fromEntries([...names].map((name) => [name, seriesOf(samples(name))])),
	};
}

/** More digits would only pretend to be exact. */
function toThreeDigits(value: number): number {
	return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** One figure over all repetitions of a run. */
export interface Series {
	median: number;
	min: number;
	max: number;
	samples: number[];
}

/** @throws Error without samples */
function seriesOf(samples: number[]): Series {
	const sorted = [...samples].sort((left, right) => left - right);
	const [min, max] = [sorted[0], sorted.at(-1)];
	if (min === undefined || max === undefined) throw new Error('Nothing was measured.');
	const [lower = min, upper = max] = [
		sorted[Math.floor((sorted.length - 1) / 2)],
		sorted[Math.ceil((sorted.length - 1) / 2)],
	];
	return { median: (lower + upper) / 2, min, max, samples };
}
