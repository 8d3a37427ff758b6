import { ratio, type Row, shown } from '../harness/rows';
import { withService } from '../harness/service';
import type { Contender } from '../harness/workflow';
import { compete, type Scenario } from './scenario';

const PAGES = 20;

const PAGE_SIZE = 500;

/** In ms. */
const PACES = [
	{ firstByteMs: 0, bodyMs: 0, repetitions: 9 },
	{ firstByteMs: 50, bodyMs: 20, repetitions: 5 },
	{ firstByteMs: 200, bodyMs: 100, repetitions: 5 },
];

const CONTENDERS: Contender[] = ['node', 'httpRequest'];

/** A list of 20 pages from services of different speed. */
export const listing: Scenario = {
	name: 'listing',
	async run({ n8ns, quick }) {
		const rows: Row[] = [];
		for (const pace of quick ? [{ firstByteMs: 20, bodyMs: 10, repetitions: 1 }] : PACES) {
			const { firstByteMs, bodyMs, repetitions } = pace;
			const service = {
				courses: PAGES * PAGE_SIZE,
				coursePageSize: PAGE_SIZE,
				firstByteDelayMs: firstByteMs,
				bodyDelayMs: bodyMs,
			};
			for (const n8n of n8ns) {
				const { result } = await withService(service, (account) => {
					const setting = `${firstByteMs}/${bodyMs}`;
					const job = { account, records: PAGES * PAGE_SIZE };
					return compete(n8n, CONTENDERS, job, { setting, repetitions });
				});
				rows.push(...result);
			}
		}
		return rows;
	},
	setting: 'ms',
	columns: {
		'Times faster': ({ of }) => ratio(of('httpRequest', 'ms'), of('node', 'ms')),
		'Time / limit': ({ setting, of }) => ratio(of('node', 'ms'), cursorLimitMs(setting, PAGES)),
		'This node': ({ of }) => shown(of('node', 'ms'), 'ms'),
		'HTTP Request': ({ of }) => shown(of('httpRequest', 'ms'), 'ms'),
	},
};

/**
 * What a forward-only cursor allows: each page's first byte after the other, and one body.
 *
 * @param pace first byte and body in ms, e.g. `200/100`
 */
export function cursorLimitMs(pace: string, pages: number): number {
	const [firstByteMs = 0, bodyMs = 0] = pace.split('/').map(Number);
	return pages * firstByteMs + bodyMs;
}
