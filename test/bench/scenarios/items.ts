import type { N8n } from '../harness/n8n';
import { type Comparison, type Figures, ratio, type Row, shown, takeTurns } from '../harness/rows';
import { withService } from '../harness/service';
import type { Contender } from '../harness/workflow';
import type { Scenario } from './scenario';

type Setting = (typeof SETTINGS)[number];

/** 0 means no limit or no Retry-After header. */
const SETTINGS = [
	{ items: 20, requestsPerSecond: 0, retryAfterSeconds: 0, repetitions: 5 },
	{ items: 200, requestsPerSecond: 0, retryAfterSeconds: 0, repetitions: 3 },
	{ items: 200, requestsPerSecond: 50, retryAfterSeconds: 0, repetitions: 3 },
	{ items: 200, requestsPerSecond: 50, retryAfterSeconds: 1, repetitions: 3 },
];

const CONTENDERS: Contender[] = ['node', 'httpRequest'];

const PAGES = 2;

const PAGE_SIZE = 100;

/** Many input items, each of which lists two pages with a new credential. */
export const items: Scenario = {
	name: 'items',
	async run({ n8ns, quick }) {
		const rows: Row[] = [];
		for (const setting of quick ? SETTINGS.slice(1, 2) : SETTINGS) {
			for (const n8n of n8ns) {
				const entrants = CONTENDERS.map((contender) => ({
					engine: n8n.name,
					setting: nameOf(setting),
					contender,
					run: () => runCold(n8n, contender, setting),
				}));
				rows.push(...(await takeTurns(quick ? 1 : setting.repetitions, entrants)));
			}
		}
		return rows;
	},
	setting: 'Items',
	columns: {
		'Times faster': ({ of }) =>
			arrives(of, 'httpRequest') ? ratio(of('httpRequest', 'ms'), of('node', 'ms')) : '-',
		'This node': ({ of }) => (arrives(of, 'node') ? shown(of('node', 'ms'), 'ms') : 'fails'),
		'HTTP Request': ({ of }) =>
			arrives(of, 'httpRequest') ? shown(of('httpRequest', 'ms'), 'ms') : 'fails',
		Rejected: ({ of }) => shown(of('node', 'refused')),
		'Time / limit': ({ of }) => ratio(of('node', 'ms'), of('node', 'soonestMs')),
	},
};

/** True if all records arrived in every run. */
const arrives = (of: Comparison['of'], contender: Contender) =>
	of(contender, 'completed')?.every((completed) => completed === 1);

function nameOf({ items: count, requestsPerSecond, retryAfterSeconds }: Setting): string {
	const limit = requestsPerSecond === 0 ? '' : `, ${requestsPerSecond}/s`;
	return `${count}${limit}${retryAfterSeconds === 0 ? '' : ', Retry-After'}`;
}

/** Runs with a new service and credential, so no token exists yet. The run may fail. */
async function runCold(
	n8n: N8n,
	contender: Contender,
	{ items: count, requestsPerSecond, retryAfterSeconds }: Setting,
): Promise<Figures> {
	const service = {
		courses: PAGES * PAGE_SIZE,
		coursePageSize: PAGE_SIZE,
		tokenDelayMs: 50,
		firstByteDelayMs: 50,
		bodyDelayMs: 20,
		requestsPerSecond,
		retryAfterSeconds,
	};
	const { result, traffic } = await withService(service, async (account) => {
		const records = count * PAGES * PAGE_SIZE;
		const run = await n8n.prepare({ contender, account, items: count, records });
		const started = performance.now();
		const completed = await run().then(
			() => 1,
			() => 0,
		);
		return { ms: performance.now() - started, completed };
	});
	const { token = 0, courses = 0 } = traffic.requests;
	const figures = { ...result, tokenRequests: token, requests: courses };
	if (requestsPerSecond === 0) return figures;
	// The service accepts one second's worth of requests immediately and the rest at its rate limit.
	const soonestMs = (1_000 * (count * PAGES - requestsPerSecond)) / requestsPerSecond;
	return { ...figures, refused: traffic.statuses['429'] ?? 0, soonestMs };
}
