import { attempt } from '../harness/attempt';
import type { Contender, Engine } from '../harness/engine';
import { rowOf, type Row } from '../harness/row';
import { enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { comparisons, range } from '../report/cells';

const FAILURE_RATE = 0.01;

const PAGES = 20;

const PAGE_SIZE = 50;

const LISTS = 50;

const CONTENDERS: Contender[] = ['node', 'httpRequest', 'httpRequestRetrying'];

const NAMES = ['this node', 'HTTP Request', 'HTTP Request with Retry On Fail'];

/** Lists of 20 pages from a service that answers one request in a hundred with 503. */
export const faults: Scenario = {
	name: 'faults',
	async run(bench) {
		const lists = bench.quick ? 5 : LISTS;
		// What counts is what arrives, not how fast, so both majors run at once.
		const runs = enginesFor(bench, 'httpRequest').map(async (engine) => {
			const rows: Row[] = [];
			for (const contender of CONTENDERS) rows.push(await listOften(lists, engine, contender));
			return rows;
		});
		return (await Promise.all(runs)).flat();
	},
	table: (rows) => [
		[
			'n8n',
			...NAMES.map((name) => `Completed: ${name}`),
			...NAMES.map((name) => `Requests per completed list: ${name}`),
			...NAMES.map((name) => `Longest list: ${name}`),
		],
		...comparisons(rows).map(({ engine, setting, of }) => [
			engine,
			...CONTENDERS.map((contender) => `${range(of(contender, 'completed'), '')} of ${setting}`),
			...CONTENDERS.map((contender) => {
				const [requests, completed] = [of(contender, 'requests'), of(contender, 'completed')];
				return requests && completed ? (requests.median / completed.median).toFixed(1) : '-';
			}),
			...CONTENDERS.map((contender) => range(of(contender, 'longestMs'), 'ms')),
		]),
	],
};

async function listOften(lists: number, engine: Engine, contender: Contender): Promise<Row> {
	const service = {
		courses: PAGES * PAGE_SIZE,
		coursePageSize: PAGE_SIZE,
		failureRate: FAILURE_RATE,
	};
	const { result, traffic } = await withService(service, async (account) => {
		const prepared = await engine.prepare({ contender, account });
		let completed = 0;
		let longestMs = 0;
		for (let list = 0; list < lists; list += 1) {
			const one = await attempt(prepared, PAGES * PAGE_SIZE);
			completed += one.completed;
			longestMs = Math.max(longestMs, one.ms);
		}
		return { completed, longestMs };
	});
	const figures = { ...result, requests: traffic.requests.courses ?? 0 };
	return rowOf({ engine: engine.name, setting: `${lists} lists`, contender }, [figures]);
}
