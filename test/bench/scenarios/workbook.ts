import type { Contender, Engine } from '../harness/engine';
import { entrant, interleaved } from '../harness/interleaved';
import type { Row } from '../harness/row';
import { among, enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { comparisons, number, range, ratio } from '../report/cells';

interface Size {
	records: number;
	contenders: Contender[];
	repetitions: number;
}

const OURS: Contender[] = ['export', 'exportGzip', 'exportXlsx'];

const ALL: Contender[] = [...OURS, 'convertToXlsx'];

const SIZES: Size[] = [
	{ records: 1_000, contenders: ALL, repetitions: 3 },
	{ records: 20_000, contenders: ALL, repetitions: 2 },
	{ records: 200_000, contenders: OURS, repetitions: 2 },
];

const NAMES = ['CSV', 'compressed CSV', 'XLSX', 'List, Convert to File'];

const RECORD_BYTES = 1_000;

/** Files of all kinds, each in a fresh n8n process, beside what users do without them. */
export const workbook: Scenario = {
	name: 'workbook',
	async run(bench) {
		const rows: Row[] = [];
		for (const size of bench.quick
			? [{ records: 1_000, contenders: ALL, repetitions: 1 }]
			: SIZES) {
			for (const engine of enginesFor(bench, 'exportXlsx'))
				rows.push(...(await write(engine, size)));
		}
		return rows;
	},
	table: (rows) => [
		[
			'Records',
			'n8n',
			'Time: XLSX / CSV',
			'XLSX / List, Convert to File',
			...NAMES.map((name, index) => (index === 0 ? `Time: ${name}` : name)),
			...NAMES.map((name, index) => (index === 0 ? `Peak memory: ${name}` : name)),
		],
		...comparisons(rows).map(({ engine, setting, of }) => [
			setting,
			engine,
			ratio(of('exportXlsx', 'ms'), of('export', 'ms')),
			ratio(of('exportXlsx', 'ms'), of('convertToXlsx', 'ms')),
			...ALL.map((contender) => range(of(contender, 'ms'), 'ms')),
			...ALL.map((contender) => range(of(contender, 'peakMb'), 'MB')),
		]),
	],
};

async function write(engine: Engine, { records, contenders, repetitions }: Size): Promise<Row[]> {
	const service = { courses: records, recordBytes: RECORD_BYTES };
	const { result } = await withService(service, async (account) => {
		const entrants = await Promise.all(
			among(engine, contenders).map(
				async (contender) =>
					await entrant(
						engine,
						{ contender, account },
						{
							setting: number(records),
							// Convert to File does not say how many its file has.
							records: contender === 'convertToXlsx' ? 1 : records,
							run: async (prepared) => await prepared.runInOwnProcess(),
						},
					),
			),
		);
		return await interleaved(repetitions, entrants);
	});
	return result;
}
