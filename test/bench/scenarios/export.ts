import { median, number, ratio, type Row, shown } from '../harness/rows';
import { compete, type Scenario } from './scenario';

const SIZES = [
	{ records: 1_000, repetitions: 3 },
	{ records: 100_000, repetitions: 3 },
	{ records: 1_000_000, repetitions: 2 },
];

/** Compares Export to File (CSV), in a fresh n8n process, with a loop that fetches, parses, and discards pages. */
export const exportToFile: Scenario = {
	name: 'export',
	async run({ n8ns, quick }) {
		const rows: Row[] = [];
		for (const { records, repetitions } of quick ? [{ records: 1_000, repetitions: 1 }] : SIZES) {
			const service = { courses: records, recordBytes: 1_000 };
			const turns = { setting: number(records), repetitions };
			const job = { records, isCold: true };
			rows.push(...(await compete(n8ns, service, ['export', 'loop'], job, turns)));
		}
		return rows;
	},
	setting: 'Records',
	columns: {
		'Time / bare loop': ({ of }) => ratio(of('export', 'ms'), of('loop', 'ms')),
		'Records a second': ({ setting, of }) =>
			number((Number(setting.replaceAll(',', '')) / median(of('export', 'ms'))) * 1_000),
		'Peak memory': ({ of }) => shown(of('export', 'peakMb'), 'MB'),
		'Peak memory: bare loop': ({ of }) => shown(of('loop', 'peakMb'), 'MB'),
	},
};
