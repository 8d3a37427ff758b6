import type { Contender, Engine } from '../harness/engine';
import { entrant, interleaved } from '../harness/interleaved';
import type { Row } from '../harness/row';
import { enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { comparisons, number, range, ratio } from '../report/cells';

const SIZES = [1_000, 10_000, 50_000, 100_000];

const RECORD_BYTES = 1_000;

const REPETITIONS = 3;

const CONTENDERS: Contender[] = ['node', 'httpRequest', 'loop'];

/** Lists of different length from a service that takes no time, each in a fresh n8n process. */
export const size: Scenario = {
	name: 'size',
	async run(bench) {
		const sizes = bench.quick ? [1_000] : SIZES;
		const rows: Row[] = [];
		for (const records of sizes) {
			for (const engine of enginesFor(bench, 'httpRequest')) {
				rows.push(...(await list(engine, records, bench.quick ? 1 : REPETITIONS)));
			}
		}
		return rows;
	},
	table: (rows) => [
		[
			'Records',
			'n8n',
			'Time of HTTP Request / this node',
			'CPU',
			'Peak memory',
			'Time: this node',
			'HTTP Request',
			'Bare loop',
			'CPU: this node',
			'HTTP Request',
			'Peak memory: this node',
			'HTTP Request',
		],
		...comparisons(rows).map(({ engine, setting, of }) => [
			setting,
			engine,
			...['ms', 'cpuMs', 'peakMb'].map((figure) =>
				ratio(of('httpRequest', figure), of('node', figure)),
			),
			...CONTENDERS.map((contender) => range(of(contender, 'ms'), 'ms')),
			range(of('node', 'cpuMs'), 'ms'),
			range(of('httpRequest', 'cpuMs'), 'ms'),
			range(of('node', 'peakMb'), 'MB'),
			range(of('httpRequest', 'peakMb'), 'MB'),
		]),
	],
};

async function list(engine: Engine, records: number, repetitions: number): Promise<Row[]> {
	const service = { courses: records, recordBytes: RECORD_BYTES };
	const { result } = await withService(service, async (account) => {
		const entrants = await Promise.all(
			CONTENDERS.map(
				async (contender) =>
					await entrant(
						engine,
						{ contender, account },
						{
							setting: number(records),
							records,
							run: async (prepared) => await prepared.runInOwnProcess(),
						},
					),
			),
		);
		// The service makes up its records when they are first asked for.
		await entrants.at(-1)?.run();
		return await interleaved(repetitions, entrants);
	});
	return result;
}
