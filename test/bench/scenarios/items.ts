import type { Contender, Engine } from '../harness/engine';
import { interleaved, type Entrant } from '../harness/interleaved';
import type { Figures, Row } from '../harness/row';
import { enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { attempt } from '../harness/attempt';
import { comparisons, median, ratio, type Comparison } from '../report/table';

interface Setting {
	items: number;
	/** 0 means no limit. */
	requestsPerSecond: number;
	/** With a 429; none unless told. */
	retryAfterSeconds?: number;
	repetitions: number;
}

const SETTINGS: Setting[] = [
	{ items: 20, requestsPerSecond: 0, repetitions: 5 },
	{ items: 200, requestsPerSecond: 0, repetitions: 3 },
	{ items: 200, requestsPerSecond: 50, repetitions: 3 },
	{ items: 200, requestsPerSecond: 50, retryAfterSeconds: 1, repetitions: 3 },
];

const CONTENDERS: Contender[] = ['node', 'httpRequest'];

const PAGES = 2;

const PAGE_SIZE = 100;

/** Many input items, each of which lists two pages, with a credential that has no token yet. */
export const items: Scenario = {
	name: 'items',
	async run(bench) {
		const settings = bench.quick ? SETTINGS.slice(1, 2) : SETTINGS;
		const rows: Row[] = [];
		for (const setting of settings) {
			const repetitions = bench.quick ? 1 : setting.repetitions;
			for (const engine of enginesFor(bench, 'httpRequest')) {
				const entrants = CONTENDERS.map((contender) => cold(engine, contender, setting));
				rows.push(...(await interleaved(repetitions, entrants)));
			}
		}
		return rows;
	},
	table: (rows) => [
		['Items', 'n8n', 'Times faster', 'This node', 'HTTP Request', 'Refused', 'Time / limit'],
		...comparisons(rows).map(({ engine, setting, of }) => [
			setting,
			engine,
			arrives(of, 'httpRequest') ? ratio(of('httpRequest', 'ms'), of('node', 'ms')) : '-',
			...CONTENDERS.map((contender) =>
				arrives(of, contender) ? median(of(contender, 'ms'), 'ms') : 'fails',
			),
			median(of('node', 'refused'), ''),
			ratio(of('node', 'ms'), of('node', 'soonestMs')),
		]),
	],
};

/** Whether all records came in every run. */
const arrives = (of: Comparison['of'], contender: Contender) =>
	of(contender, 'completed')?.min === 1;

/** Every run has a service and a credential of its own, so that it starts without a token. */
function cold(
	engine: Engine,
	contender: Contender,
	{ items: count, requestsPerSecond, retryAfterSeconds }: Setting,
): Entrant {
	const retryAfter = retryAfterSeconds === undefined ? '' : ', Retry-After';
	const limit = requestsPerSecond === 0 ? '' : `, ${requestsPerSecond}/s${retryAfter}`;
	// The service takes a second's worth of requests at once, and then the others at its rate.
	const soonestMs = (1_000 * (count * PAGES - requestsPerSecond)) / requestsPerSecond;
	const service = {
		courses: PAGES * PAGE_SIZE,
		coursePageSize: PAGE_SIZE,
		tokenDelayMs: 50,
		firstByteDelayMs: 50,
		bodyDelayMs: 20,
		requestsPerSecond,
		...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
	};
	const run = async (): Promise<Figures> => {
		const { result, traffic } = await withService(service, async (account) => {
			const prepared = await engine.prepare({ contender, account, items: count });
			return await attempt(prepared, count * PAGES * PAGE_SIZE);
		});
		const { token = 0, courses = 0 } = traffic.requests;
		const figures = { ...result, tokenRequests: token, requests: courses };
		if (requestsPerSecond === 0) return figures;
		return { ...figures, refused: traffic.statuses['429'] ?? 0, soonestMs };
	};
	return { engine: engine.name, setting: `${count}${limit}`, contender, run };
}
