import type { Contender, Engine } from './engine';
import type { Row } from './row';

/** What a scenario runs on. */
export interface Bench {
	engines: Engine[];
	/** Only to see that everything works: small settings, one repetition. */
	quick: boolean;
}

/** A claim that can be measured. */
export interface Scenario {
	/** As on the command line. */
	name: string;
	run(bench: Bench): Promise<Row[]>;
	/** The rows as a table, ratios first: its header, then its lines. */
	table(rows: Row[]): string[][];
}

/** The engines that can run a contender. */
export function enginesFor(bench: Bench, contender: Contender): Engine[] {
	return bench.engines.filter(({ contenders }) => contenders.includes(contender));
}
