import type { Job, N8n } from '../harness/n8n';
import { type Comparison, type Row, takeTurns } from '../harness/rows';
import type { Contender } from '../harness/workflow';

export interface Bench {
	/** The newest last. */
	n8ns: N8n[];
	/** Only to see that everything works: small settings, one repetition. */
	quick: boolean;
}

/** A claim that can be measured. */
export interface Scenario {
	name: string;
	run(bench: Bench): Promise<Row[]>;
	/** What is varied, as a column says it. */
	setting: string;
	/** The other columns of its table, ratios first. */
	columns: Record<string, (comparison: Comparison) => string>;
}

/** Prepares contenders for the same job and lets them take turns. */
export async function compete(
	n8n: N8n,
	contenders: Contender[],
	job: Omit<Job, 'contender'>,
	{ setting, repetitions }: { setting: string; repetitions: number },
): Promise<Row[]> {
	const entrants = contenders.map(async (contender) => {
		const run = await n8n.prepare({ ...job, contender });
		return { engine: n8n.name, setting, contender, run };
	});
	const ready = await Promise.all(entrants);
	// The first run of each gets a token and warms up.
	if (!job.isCold) await takeTurns(1, ready);
	return await takeTurns(repetitions, ready);
}
