import type { Contender, Engine, Job, Measurement, Prepared } from './engine';
import { rowOf, type Figures, type Row } from './row';

/** One contender in one setting, ready to be run again and again. */
export interface Entrant {
	engine: string;
	setting: string;
	contender: Contender;
	run: () => Promise<Figures>;
}

/**
 * Runs all entrants once, then all once more, and so on, so that whatever slows the machine down for a
 * while slows all of them down. Each round begins with another one.
 */
export async function interleaved(repetitions: number, entrants: Entrant[]): Promise<Row[]> {
	const runs = entrants.map((): Figures[] => []);
	for (let round = 0; round < repetitions; round += 1) {
		for (let turn = 0; turn < entrants.length; turn += 1) {
			const at = (round + turn) % entrants.length;
			const figures = await entrants[at]?.run();
			if (figures) runs[at]?.push(figures);
		}
	}
	return entrants.map(({ engine, setting, contender }, at) =>
		rowOf({ engine, setting, contender }, runs[at] ?? []),
	);
}

export interface EntrantOptions {
	setting: string;
	/** What every run has to come to; anything else is no measurement. */
	records: number;
	/** How to run; in the living process unless told otherwise. */
	run?: (prepared: Prepared) => Promise<Measurement>;
}

/** Prepares a job and checks that every run of it does the whole work. */
export async function entrant(
	engine: Engine,
	job: Job,
	{ setting, records, run = async (prepared) => await prepared.run() }: EntrantOptions,
): Promise<Entrant> {
	const prepared = await engine.prepare(job);
	return {
		engine: engine.name,
		setting,
		contender: job.contender,
		run: async () => {
			const { records: found, ...figures } = await run(prepared);
			if (found === records) return figures;
			throw new Error(`${engine.name}, ${job.contender}: ${found} records instead of ${records}`);
		},
	};
}
