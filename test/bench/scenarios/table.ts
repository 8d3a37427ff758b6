import { number, ratio, type Row, shown } from '../harness/rows';
import type { Contender } from '../harness/workflow';
import { compete, type Scenario } from './scenario';

const SIZE = { rows: 20_000, differences: [0, 10, 20_000], repetitions: 3 };

const QUICK_SIZE = { rows: 1_000, differences: [10], repetitions: 1 };

const CONTENDERS: Contender[] = ['nodeOfTable', 'nodeSyncs', 'nodesCompared'];

/** A table compared with the list, by Sync and by n8n's Compare Datasets, in a fresh n8n process. */
export const table: Scenario = {
	name: 'table',
	async run({ n8ns, quick }) {
		const { rows, differences, repetitions } = quick ? QUICK_SIZE : SIZE;
		const measured: Row[] = [];
		for (const edited of differences) {
			const turns = { setting: `${number(rows)}, ${number(edited)}`, repetitions };
			const job = { edited, records: 1, isCold: true };
			measured.push(...(await compete(n8ns, { courses: rows }, CONTENDERS, job, turns)));
		}
		return measured;
	},
	setting: 'Rows, edited',
	columns: {
		'Times faster': ({ of }) => ratio(of('nodesCompared', 'ms'), of('nodeSyncs', 'ms')),
		Sync: ({ of }) => shown(of('nodeSyncs', 'ms'), 'ms'),
		'Compare Datasets': ({ of }) => shown(of('nodesCompared', 'ms'), 'ms'),
		'Peak memory: table': ({ of }) => shown(of('nodeOfTable', 'peakMb'), 'MB'),
		'Peak memory: Sync': ({ of }) => shown(of('nodeSyncs', 'peakMb'), 'MB'),
		'Peak memory: Compare Datasets': ({ of }) => shown(of('nodesCompared', 'peakMb'), 'MB'),
	},
};
