import type { N8n } from '../harness/n8n';
import { type Figures, ratio, type Row, shown, takeTurns } from '../harness/rows';
import { withService } from '../harness/service';
import type { Contender } from '../harness/workflow';
import { cursorLimitMs } from './listing';
import type { Scenario } from './scenario';

/** In ms. */
const PACES = [
	{ firstByteMs: 50, bodyMs: 20, repetitions: 2 },
	{ firstByteMs: 200, bodyMs: 100, repetitions: 2 },
];

const SIZES = [40, 200];

const PAGE_SIZE = 100;

/** What the service lists, and how. */
const LISTS: Record<string, Record<string, number | string>> = {
	'even, sorted': { courseDates: 'even', courseOrder: 'created' },
	even: { courseDates: 'even', courseOrder: 'shuffled' },
	'skewed, sorted': { courseDates: 'skewed', courseOrder: 'created' },
	skewed: { courseDates: 'skewed', courseOrder: 'shuffled' },
	'skewed, 50/s': { courseDates: 'skewed', courseOrder: 'shuffled', requestsPerSecond: 50 },
	// Read with one cursor whatever its length.
	'one second': { courseDates: 'same', courseOrder: 'created' },
};

/** Long lists with Read Faster in the newest n8n, beside the same read with one cursor. */
export const split: Scenario = {
	name: 'split',
	async run({ n8ns, quick }) {
		const rows: Row[] = [];
		for (const n8n of n8ns.slice(-1)) {
			for (const pace of quick ? [{ firstByteMs: 5, bodyMs: 2, repetitions: 1 }] : PACES) {
				for (const pages of quick ? SIZES.slice(0, 1) : SIZES) {
					rows.push(...(await measure(n8n, pages, pace)));
				}
			}
		}
		return rows;
	},
	setting: 'ms, pages, dates',
	columns: {
		'Times faster': ({ setting, of }) => {
			const [pace = '', pages = ''] = setting.split(', ');
			return ratio(cursorLimitMs(pace, parseInt(pages)), of('nodeInParts', 'ms'));
		},
		'In parts': ({ of }) => shown(of('nodeInParts', 'ms'), 'ms'),
		'One cursor': ({ of }) => shown(of('node', 'ms'), 'ms'),
		Requests: ({ of }) => shown(of('nodeInParts', 'requests')),
	},
};

/** One cursor takes the same time whatever the dates, so it is measured once, while the parts are. */
async function measure(
	n8n: N8n,
	pages: number,
	{ firstByteMs, bodyMs, repetitions }: (typeof PACES)[number],
): Promise<Row[]> {
	const entrant = (contender: Contender, list: string) => ({
		engine: n8n.name,
		setting: `${firstByteMs}/${bodyMs}, ${pages} pages, ${list}`,
		contender,
		run: () => read(n8n, contender, pages, { firstByteMs, bodyMs, list }),
	});
	const [even = '', ...others] = Object.keys(LISTS);
	// A list of one second is as slow as with one cursor, so that a short one shows it.
	const lists = pages === SIZES[0] ? [even, ...others] : [even, ...others.slice(0, -1)];
	const [parts, cursor] = await Promise.all([
		takeTurns(
			repetitions,
			lists.map((list) => entrant('nodeInParts', list)),
		),
		takeTurns(1, [entrant('node', even)]),
	]);
	return [...parts, ...cursor];
}

/** Every run has a service of its own, so that its requests are counted. */
async function read(
	n8n: N8n,
	contender: Contender,
	pages: number,
	{ firstByteMs, bodyMs, list }: { firstByteMs: number; bodyMs: number; list: string },
): Promise<Figures> {
	const records = pages * PAGE_SIZE;
	const service = {
		courses: records,
		coursePageSize: PAGE_SIZE,
		firstByteDelayMs: firstByteMs,
		bodyDelayMs: bodyMs,
		...LISTS[list],
	};
	const { result, traffic } = await withService(service, async (account) => {
		const run = await n8n.prepare({ contender, account, records });
		return await run();
	});
	return { ms: result.ms ?? NaN, requests: traffic.requests.courses ?? 0 };
}
