import type { Contender, Engine } from '../harness/engine';
import { entrant, interleaved } from '../harness/interleaved';
import type { Row } from '../harness/row';
import { enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { comparisons, median, number, ratio } from '../report/table';

interface Size {
	records: number;
	repetitions: number;
}

const SIZES: Size[] = [
	{ records: 1_000, repetitions: 3 },
	{ records: 100_000, repetitions: 3 },
	{ records: 1_000_000, repetitions: 2 },
];

const RECORD_BYTES = 1_000;

const CONTENDERS: Contender[] = ['export', 'countingLoop'];

/** Export to File (CSV) in a fresh n8n process, beside a loop there that fetches, parses and forgets. */
export const exportToFile: Scenario = {
	name: 'export',
	async run(bench) {
		const rows: Row[] = [];
		for (const size of bench.quick ? [{ records: 1_000, repetitions: 1 }] : SIZES) {
			for (const engine of enginesFor(bench, 'export'))
				rows.push(...(await exportList(engine, size)));
		}
		return rows;
	},
	table: (rows) => [
		[
			'Records',
			'n8n',
			'Time / bare loop',
			'CPU / bare loop',
			'Records a second',
			'Peak memory',
			'Peak memory: bare loop',
		],
		...comparisons(rows).map(({ engine, setting, of }) => [
			setting,
			engine,
			...['ms', 'cpuMs'].map((figure) => ratio(of('export', figure), of('countingLoop', figure))),
			number((recordsIn(setting) / (of('export', 'ms')?.median ?? NaN)) * 1_000),
			...CONTENDERS.map((contender) => median(of(contender, 'peakMb'), 'MB')),
		]),
	],
};

async function exportList(engine: Engine, { records, repetitions }: Size): Promise<Row[]> {
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
		return await interleaved(repetitions, entrants);
	});
	return result;
}

function recordsIn(setting: string): number {
	return Number(setting.replaceAll(',', ''));
}
