import type { N8n } from '../harness/n8n';
import { type Comparison, type Figures, ratio, type Row, shown, takeTurns } from '../harness/rows';
import { withService } from '../harness/service';
import type { Contender } from '../harness/workflow';
import type { Scenario } from './scenario';

type Setting = (typeof SETTINGS)[number];

const PLAIN = { pages: 2, hasExpressions: false, requestsPerSecond: 0, retryAfterSeconds: 0 };

const EXPRESSIONS = { ...PLAIN, pages: 1, hasExpressions: true };

/** 0 means no limit or no Retry-After header. */
const SETTINGS = [
	{ ...PLAIN, items: 20, repetitions: 5 },
	{ ...PLAIN, items: 200, repetitions: 3 },
	{ ...EXPRESSIONS, items: 20, repetitions: 5 },
	{ ...EXPRESSIONS, items: 345, repetitions: 3 },
	{ ...PLAIN, items: 200, requestsPerSecond: 50, repetitions: 3 },
	{ ...PLAIN, items: 200, requestsPerSecond: 50, retryAfterSeconds: 1, repetitions: 3 },
];

/** The contenders' names in the table, with their workflows without and with expressions. */
const CONTENDERS: Record<string, [plain: Contender, withExpressions: Contender]> = {
	node: ['node', 'nodeWithExpressions'],
	httpRequest: ['httpRequest', 'httpRequestWithExpression'],
};

const PAGE_SIZE = 100;

/** Many input items, each of which lists one or two pages with a new credential. */
export const items: Scenario = {
	name: 'items',
	async run({ n8ns, quick }) {
		const rows: Row[] = [];
		for (const setting of quick ? SETTINGS.slice(1, 3) : SETTINGS) {
			for (const n8n of n8ns) {
				const entrants = Object.entries(CONTENDERS).map(([contender, workflows]) => ({
					engine: n8n.name,
					setting: nameOf(setting),
					contender,
					run: () => runCold(n8n, workflows[setting.hasExpressions ? 1 : 0], setting),
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

function nameOf(setting: Setting): string {
	const { items: count, hasExpressions, requestsPerSecond, retryAfterSeconds } = setting;
	return [
		count,
		...(hasExpressions ? ['expressions'] : []),
		...(requestsPerSecond === 0 ? [] : [`${requestsPerSecond}/s`]),
		...(retryAfterSeconds === 0 ? [] : ['Retry-After']),
	].join(', ');
}

/** Runs with a new service and credential, so no token exists yet. The run may fail. */
async function runCold(
	n8n: N8n,
	contender: Contender,
	{ items: count, pages, requestsPerSecond, retryAfterSeconds }: Setting,
): Promise<Figures> {
	const service = {
		courses: pages * PAGE_SIZE,
		coursePageSize: PAGE_SIZE,
		tokenDelayMs: 50,
		firstByteDelayMs: 50,
		bodyDelayMs: 20,
		requestsPerSecond,
		retryAfterSeconds,
	};
	const { result, traffic } = await withService(service, async (account) => {
		const records = count * pages * PAGE_SIZE;
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
	const soonestMs = (1_000 * (count * pages - requestsPerSecond)) / requestsPerSecond;
	return { ...figures, refused: traffic.statuses['429'] ?? 0, soonestMs };
}
