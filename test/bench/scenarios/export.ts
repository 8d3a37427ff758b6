import { median, number, ratio, type Row, shown } from '../harness/rows';
import { withService } from '../harness/service';
import type { Contender } from '../harness/workflow';
import { compete, type Scenario } from './scenario';

const SIZES = [
	{ records: 1_000, repetitions: 3 },
	{ records: 100_000, repetitions: 3 },
	{ records: 1_000_000, repetitions: 2 },
];

const CONTENDERS: Contender[] = ['export', 'loop'];

/** Export to File (CSV) in a fresh n8n process, beside a loop there that fetches, parses and forgets. */
export const exportToFile: Scenario = {
	name: 'export',
	async run({ n8ns, quick }) {
		const rows: Row[] = [];
		for (const { records, repetitions } of quick ? [{ records: 1_000, repetitions: 1 }] : SIZES) {
			for (const n8n of n8ns) {
				const { result } = await withService(
					{ courses: records, recordBytes: 1_000 },
					(account) => {
						const setting = number(records);
						const job = { account, records, isCold: true };
						return compete(n8n, CONTENDERS, job, { setting, repetitions });
					},
				);
				rows.push(...result);
			}
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
