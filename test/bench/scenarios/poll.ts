import type { Contender } from '../harness/engine';
import { interleaved } from '../harness/interleaved';
import type { Row } from '../harness/row';
import { enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { comparisons, median, number, ratio } from '../report/table';

const SIZES = [1_000, 10_000, 100_000];

const RECORD_BYTES = 1_000;

const REPETITIONS = 3;

const CONTENDERS: Contender[] = ['poll', 'pollChanges', 'loop'];

/**
 * A poll of the trigger over records that it has all seen, which reads the whole list or asks for changes, beside a loop
 * that only lists them.
 */
export const poll: Scenario = {
	name: 'poll',
	async run(bench) {
		const rows: Row[] = [];
		for (const records of bench.quick ? [1_000] : SIZES) {
			for (const engine of enginesFor(bench, 'poll')) {
				const service = { courses: records, recordBytes: RECORD_BYTES };
				const { result } = await withService(service, async (account) => {
					const entrants = [];
					// One after the other: a process answers one question at a time.
					for (const contender of CONTENDERS) {
						const prepared = await engine.prepare({ contender, account });
						const run = async () => await prepared.runInOwnProcess();
						entrants.push({ engine: engine.name, setting: number(records), contender, run });
					}
					return await interleaved(bench.quick ? 1 : REPETITIONS, entrants);
				});
				rows.push(...result);
			}
		}
		return rows;
	},
	table: (rows) => [
		[
			'Records',
			'CPU / bare loop',
			'Peak memory / bare loop',
			'CPU: changes / whole list',
			'Time: whole list',
			'Time: changes',
			'State, bytes a record',
		],
		...comparisons(rows).map(({ setting, of }) => [
			setting,
			...['cpuMs', 'peakMb'].map((figure) => ratio(of('poll', figure), of('loop', figure))),
			ratio(of('pollChanges', 'cpuMs'), of('poll', 'cpuMs')),
			median(of('poll', 'ms'), 'ms'),
			median(of('pollChanges', 'ms'), 'ms'),
			ratio(of('poll', 'stateBytes'), Number(setting.replaceAll(',', ''))),
		]),
	],
};
