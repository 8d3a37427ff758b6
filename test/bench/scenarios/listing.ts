import type { Contender, Engine } from '../harness/engine';
import { entrant, interleaved } from '../harness/interleaved';
import type { Row } from '../harness/row';
import { enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { comparisons, median, ratio } from '../report/table';

interface Pace {
	/** In ms. */
	firstByteMs: number;
	bodyMs: number;
	repetitions: number;
}

const PAGES = 20;

const PAGE_SIZE = 500;

const PACES: Pace[] = [
	{ firstByteMs: 0, bodyMs: 0, repetitions: 9 },
	{ firstByteMs: 50, bodyMs: 20, repetitions: 5 },
	{ firstByteMs: 200, bodyMs: 100, repetitions: 5 },
];

const CONTENDERS: Contender[] = ['node', 'httpRequest'];

/** From here on a list is nearly all waiting, and engines do not get in each other's way. */
const WAITING_MS = 200;

/** A list of 20 pages from services of different speed. */
export const listing: Scenario = {
	name: 'listing',
	async run(bench) {
		const engines = enginesFor(bench, 'httpRequest');
		const paces = bench.quick ? [{ firstByteMs: 20, bodyMs: 10, repetitions: 1 }] : PACES;
		const rows: Row[] = [];
		for (const pace of paces) {
			const measure = async (engine: Engine) => await list(engine, pace);
			if (pace.firstByteMs >= WAITING_MS) {
				rows.push(...(await Promise.all(engines.map(measure))).flat());
			} else {
				for (const engine of engines) rows.push(...(await measure(engine)));
			}
		}
		return rows;
	},
	table: (rows) => [
		['ms', 'n8n', 'Times faster', 'Time / limit', 'This node', 'HTTP Request'],
		...comparisons(rows).map(({ engine, setting, of }) => [
			setting,
			engine,
			ratio(of('httpRequest', 'ms'), of('node', 'ms')),
			limitMs(setting) === 0 ? '-' : ratio(of('node', 'ms'), limitMs(setting)),
			median(of('node', 'ms'), 'ms'),
			median(of('httpRequest', 'ms'), 'ms'),
		]),
	],
};

async function list(engine: Engine, { firstByteMs, bodyMs, repetitions }: Pace): Promise<Row[]> {
	const records = PAGES * PAGE_SIZE;
	const setting = `${firstByteMs}/${bodyMs}`;
	const service = {
		courses: records,
		coursePageSize: PAGE_SIZE,
		firstByteDelayMs: firstByteMs,
		bodyDelayMs: bodyMs,
	};
	const { result } = await withService(service, async (account) => {
		const entrants = await Promise.all(
			CONTENDERS.map(
				async (contender) => await entrant(engine, { contender, account }, { setting, records }),
			),
		);
		// The first run of each gets a token and warms up; without waiting it is over in no time.
		if (firstByteMs < WAITING_MS) await interleaved(1, entrants);
		return await interleaved(repetitions, entrants);
	});
	return result;
}

/** What a forward-only cursor allows: each page's first byte after the other, and one body. */
function limitMs(setting: string): number {
	const [firstByteMs = 0, bodyMs = 0] = setting.split('/').map(Number);
	return PAGES * firstByteMs + bodyMs;
}
