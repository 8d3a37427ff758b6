import type { SandboxOptions } from '../../sandbox';
import type { Job, N8n } from '../harness/n8n';
import { type Comparison, type Row, takeTurns } from '../harness/rows';
import { withService } from '../harness/service';
import type { Contender } from '../harness/workflow';

export interface Bench {
	/** The newest version comes last. */
	n8ns: N8n[];
	/** True to run a small setting once, just to check that everything works. */
	quick: boolean;
}

/** A claim that can be measured. */
export interface Scenario {
	name: string;
	run(bench: Bench): Promise<Row[]>;
	/** The column heading for the setting that varies. */
	setting: string;
	/** The other columns of the table, ratios first. */
	columns: Record<string, (comparison: Comparison) => string>;
}

/** Runs the same job with each contender in turn, in each n8n version. Each version has a separate service. */
export async function compete(
	n8ns: N8n[],
	service: Partial<Record<keyof SandboxOptions, number>>,
	contenders: Contender[],
	job: Omit<Job, 'contender' | 'account'>,
	{ setting, repetitions }: { setting: string; repetitions: number },
): Promise<Row[]> {
	const rows: Row[] = [];
	for (const n8n of n8ns) {
		const { result } = await withService(service, async (account) => {
			const entrants = contenders.map(async (contender) => {
				const run = await n8n.prepare({ ...job, account, contender });
				return { engine: n8n.name, setting, contender, run };
			});
			const ready = await Promise.all(entrants);
			// Each contender first runs once to get a token and to warm up.
			if (!job.isCold) await takeTurns(1, ready);
			return await takeTurns(repetitions, ready);
		});
		rows.push(...result);
	}
	return rows;
}
