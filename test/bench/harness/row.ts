import type { Contender } from './engine';
import { seriesOf, type Series } from './series';

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
