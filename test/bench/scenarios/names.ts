import { number, ratio, shown } from '../harness/rows';
import type { Contender } from '../harness/workflow';
import { compete, type Scenario } from './scenario';

const SIZE = { courses: 10_000, groups: 1_000, users: 5_000 };
const PACE = { firstByteDelayMs: 200, bodyDelayMs: 100 };

const QUICK_SIZE = { courses: 600, groups: 100, users: 200 };
const QUICK_PACE = { firstByteDelayMs: 20, bodyDelayMs: 10 };

const CONTENDERS: Contender[] = ['node', 'nodeWithNames', 'httpRequestsMerged'];

/** Compares listing courses with names to listing them without and to using n8n's own nodes for the task. */
export const names: Scenario = {
	name: 'names',
	async run({ n8ns, quick }) {
		const size = quick ? QUICK_SIZE : SIZE;
		const service = { ...size, ...(quick ? QUICK_PACE : PACE), courseAuthors: size.users };
		const setting = Object.values(size)
			.map((count) => number(count))
			.join(', ');
		const turns = { setting, repetitions: quick ? 1 : 3 };
		return await compete(n8ns, service, CONTENDERS, { records: size.courses }, turns);
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
