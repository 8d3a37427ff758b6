import type { Contender, Engine } from '../harness/engine';
import { rowOf, type Figures, type Row } from '../harness/row';
import { enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { comparisons, median, number, ratio } from '../report/table';

interface Pace {
	/** In ms. */
	firstByteMs: number;
	bodyMs: number;
	repetitions: number;
}

const PACES: Pace[] = [
	{ firstByteMs: 50, bodyMs: 20, repetitions: 2 },
	{ firstByteMs: 200, bodyMs: 100, repetitions: 2 },
];

const SIZES = [40, 200];

const PAGE_SIZE = 100;

/** What the service lists, and how. */
const LISTS = [
	{ name: 'even, sorted', service: { courseDates: 'even', courseOrder: 'created' } },
	{ name: 'even', service: { courseDates: 'even', courseOrder: 'shuffled' } },
	{ name: 'skewed, sorted', service: { courseDates: 'skewed', courseOrder: 'created' } },
	{ name: 'skewed', service: { courseDates: 'skewed', courseOrder: 'shuffled' } },
	{
		name: 'skewed, 50/s',
		service: { courseDates: 'skewed', courseOrder: 'shuffled', requestsPerSecond: 50 },
	},
] as const;

/** Read with one cursor whatever its length, so that a short one shows it. */
const ONE_SECOND = {
	name: 'one second',
	service: { courseDates: 'same', courseOrder: 'created' },
} as const;

/** Long lists with Read Faster, beside the same read with one cursor. */
export const split: Scenario = {
	name: 'split',
	async run(bench) {
		const paces = bench.quick ? [{ firstByteMs: 5, bodyMs: 2, repetitions: 1 }] : PACES;
		const rows: Row[] = [];
		for (const engine of enginesFor(bench, 'nodeInParts')) {
			for (const pace of paces) rows.push(...(await measure(engine, pace, bench.quick)));
		}
		return rows;
	},
	table: (rows) => {
		const lists = [...new Set(rows.map(({ setting }) => setting.split(' | ')[2] ?? ''))];
		const all = comparisons(rows).map(({ setting, of }) => {
			const [pace = '', pages = '', list = ''] = setting.split(' | ');
			return { pace, pages, list, of };
		});
		const lines = new Map(all.map(({ pace, pages }) => [`${pace} ${pages}`, { pace, pages }]));
		return [
			['ms', 'Pages', 'One cursor', ...lists, 'Requests a page'],
			...[...lines.values()].map(({ pace, pages }) => {
				const here = all.filter((one) => one.pace === pace && one.pages === pages);
				const limit = limitMs(pace, Number(pages));
				const cursor = here.map(({ of }) => of('node', 'ms')).find((ms) => ms !== undefined);
				const gains = lists.map((list) =>
					ratio(limit, here.find((one) => one.list === list)?.of('nodeInParts', 'ms')),
				);
				const requests = here.map(({ of }) => of('nodeInParts', 'requests')?.median ?? 0);
				const most = number(Math.max(...requests) / Number(pages), 2);
				return [pace, pages, median(cursor, 'ms'), ...gains, most];
			}),
		];
	},
};

/** One cursor takes the same time whatever the dates, so it is measured once, beside all the others. */
async function measure(engine: Engine, pace: Pace, quick: boolean): Promise<Row[]> {
	const sizes = quick ? SIZES.slice(0, 1) : SIZES;
	const { firstByteMs, bodyMs, repetitions } = pace;
	const rows: Row[] = [];
	const place = (pages: number, name: string) => `${firstByteMs}/${bodyMs} | ${pages} | ${name}`;
	const cursors = Promise.all(
		sizes.map(async (pages) => await list(engine, 'node', pages, pace, LISTS[0])),
	);
	for (const pages of sizes) {
		for (const kind of pages === SIZES[0] ? [...LISTS, ONE_SECOND] : LISTS) {
			const runs: Figures[] = [];
			for (let round = 0; round < repetitions; round += 1) {
				runs.push(await list(engine, 'nodeInParts', pages, pace, kind));
			}
			const setting = place(pages, kind.name);
			rows.push(rowOf({ engine: engine.name, setting, contender: 'nodeInParts' }, runs));
		}
	}
	const figures = await cursors;
	sizes.forEach((pages, at) => {
		const setting = place(pages, LISTS[0].name);
		const run = figures[at];
		if (run) rows.push(rowOf({ engine: engine.name, setting, contender: 'node' }, [run]));
	});
	return rows;
}

/** Every run has a service of its own, so that its requests are counted. */
async function list(
	engine: Engine,
	contender: Contender,
	pages: number,
	{ firstByteMs, bodyMs }: Pace,
	kind: (typeof LISTS)[number] | typeof ONE_SECOND,
): Promise<Figures> {
	const records = pages * PAGE_SIZE;
	const service = {
		courses: records,
		coursePageSize: PAGE_SIZE,
		firstByteDelayMs: firstByteMs,
		bodyDelayMs: bodyMs,
		...kind.service,
	};
	const { result, traffic } = await withService(service, async (account) => {
		const prepared = await engine.prepare({ contender, account });
		// Cursors are measured while parts are, and a process does one thing at a time.
		return contender === 'node' ? await prepared.runInOwnProcess() : await prepared.run();
	});
	if (result.records !== records) throw new Error(`${result.records} records of ${records}`);
	return { ms: result.ms, requests: traffic.requests.courses ?? 0 };
}

/** What a forward-only cursor allows: each page's first byte after the other, and one body. */
function limitMs(pace: string, pages: number): number {
	const [firstByteMs = 0, bodyMs = 0] = pace.split('/').map(Number);
	return pages * firstByteMs + bodyMs;
}
