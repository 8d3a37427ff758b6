import { number, ratio, type Row, shown } from '../harness/rows';
import { withService } from '../harness/service';
import type { Contender } from '../harness/workflow';
import { compete, type Scenario } from './scenario';

/** How many records each list has, and what a page of it takes, in ms. */
const SIZE = { courses: 10_000, groups: 1_000, users: 5_000 };
const PACE = { firstByteDelayMs: 200, bodyDelayMs: 100 };

const QUICK_SIZE = { courses: 600, groups: 100, users: 200 };
const QUICK_PACE = { firstByteDelayMs: 20, bodyDelayMs: 10 };

const CONTENDERS: Contender[] = ['node', 'nodeWithNames', 'httpRequestsMerged'];

/** A list of courses with the names of groups and authors, beside the list alone, and n8n's own nodes for the same. */
export const names: Scenario = {
	name: 'names',
	async run({ n8ns, quick }) {
		const size = quick ? QUICK_SIZE : SIZE;
		const service = { ...size, ...(quick ? QUICK_PACE : PACE), courseAuthors: size.users };
		const setting = Object.values(size)
			.map((count) => number(count))
			.join(', ');
		const rows: Row[] = [];
		for (const n8n of n8ns) {
			const { result, traffic } = await withService(service, (account) => {
				const job = { account, records: size.courses };
				return compete(n8n, CONTENDERS, job, { setting, repetitions: quick ? 1 : 3 });
			});
			const { users = 0, groups = 0 } = traffic.requests;
			if (users === 0 || groups === 0) throw new Error('Nobody has read the names.');
			rows.push(...result);
		}
		return rows;
	},
	setting: 'Courses, groups, users',
	columns: {
		'Time / without': ({ of }) => ratio(of('nodeWithNames', 'ms'), of('node', 'ms')),
		'Times faster': ({ of }) => ratio(of('httpRequestsMerged', 'ms'), of('nodeWithNames', 'ms')),
		'Without names': ({ of }) => shown(of('node', 'ms'), 'ms'),
		'With names': ({ of }) => shown(of('nodeWithNames', 'ms'), 'ms'),
		'HTTP Request, Merge': ({ of }) => shown(of('httpRequestsMerged', 'ms'), 'ms'),
	},
};
