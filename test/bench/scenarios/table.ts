import { number, ratio, type Row, shown } from '../harness/rows';
import type { Contender } from '../harness/workflow';
import { compete, type Scenario } from './scenario';

const SIZE = { rows: 20_000, differences: [0, 20_000], repetitions: 3 };

const QUICK_SIZE = { rows: 1_000, differences: [10], repetitions: 1 };

const CONTENDERS: Contender[] = ['nodeOfTable', 'nodeSyncs', 'nodesCompared'];

/**
 * Sync and n8n's Compare Datasets node compare the same rows with the list, in a fresh n8n process. The clock starts
 * when the table is complete. Sync reads the list itself; for Compare Datasets, a List node does.
 */
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
		'Times faster': ({ of }) => ratio(of('nodesCompared', 'cpuMs'), of('nodeSyncs', 'cpuMs')),
		'CPU: Sync': ({ of }) => shown(of('nodeSyncs', 'cpuMs'), 'ms'),
		'CPU: List, Compare Datasets': ({ of }) => shown(of('nodesCompared', 'cpuMs'), 'ms'),
		'Peak memory: table': ({ of }) => shown(of('nodeOfTable', 'peakMb'), 'MB'),
		'Peak memory: Sync': ({ of }) => shown(of('nodeSyncs', 'peakMb'), 'MB'),
		'Peak memory: Compare Datasets': ({ of }) => shown(of('nodesCompared', 'peakMb'), 'MB'),
	},
};
