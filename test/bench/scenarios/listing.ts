import { ratio, type Row, shown } from '../harness/rows';
import { compete, type Scenario } from './scenario';

const PAGES = 20;

const PAGE_SIZE = 500;

/** In ms. */
const PACES = [
	{ firstByteMs: 0, bodyMs: 0, repetitions: 9 },
	{ firstByteMs: 50, bodyMs: 20, repetitions: 5 },
	{ firstByteMs: 200, bodyMs: 100, repetitions: 5 },
];

/** Lists 20 pages from services with different response times. */
export const listing: Scenario = {
	name: 'listing',
	async run({ n8ns, quick }) {
		const rows: Row[] = [];
		for (const pace of quick ? [{ firstByteMs: 20, bodyMs: 10, repetitions: 1 }] : PACES) {
			const { firstByteMs, bodyMs, repetitions } = pace;
			const delays = { firstByteDelayMs: firstByteMs, bodyDelayMs: bodyMs };
			const service = { courses: PAGES * PAGE_SIZE, coursePageSize: PAGE_SIZE, ...delays };
			const turns = { setting: `${firstByteMs}/${bodyMs}`, repetitions };
			const job = { records: PAGES * PAGE_SIZE };
			rows.push(...(await compete(n8ns, service, ['node', 'httpRequest'], job, turns)));
		}
		return rows;
	},
	setting: 'ms',
	columns: {
		'Times faster': ({ of }) => ratio(of('httpRequest', 'ms'), of('node', 'ms')),
		'Time / limit': ({ setting, of }) => ratio(of('node', 'ms'), limitMs(setting)),
		'This node': ({ of }) => shown(of('node', 'ms'), 'ms'),
		'HTTP Request': ({ of }) => shown(of('httpRequest', 'ms'), 'ms'),
	},
};

/**
 * Returns the shortest possible time with a forward-only cursor: the sum of the waits for the first byte of each page,
 * plus the wait for one body.
 */
function limitMs(pace: string): number {
	const [firstByteMs = 0, bodyMs = 0] = pace.split('/').map(Number);
	return PAGES * firstByteMs + bodyMs;
}
