import type { Contender, Engine } from '../harness/engine';
import { rowOf, type Figures, type Row } from '../harness/row';
import { enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { comparisons, number, range, ratio } from '../report/cells';

interface Pace {
	/** In ms. */
	firstByteMs: number;
	bodyMs: number;
	repetitions: number;
}

const PACES: Pace[] = [
	{ firstByteMs: 50, bodyMs: 20, repetitions: 2 },
	{ firstByteMs: 200, bodyMs: 100, repetitions: 2 },
	{ firstByteMs: 600, bodyMs: 300, repetitions: 1 },
];

const SIZES = [40, 200];

const PAGE_SIZE = 100;

/** What the service lists, and how. */
const LISTS = [
	{ name: 'even, by date', service: { courseDates: 'even', courseOrder: 'created' } },
	{ name: 'even, no order', service: { courseDates: 'even', courseOrder: 'shuffled' } },
	{ name: 'skewed, by date', service: { courseDates: 'skewed', courseOrder: 'created' } },
	{ name: 'skewed, no order', service: { courseDates: 'skewed', courseOrder: 'shuffled' } },
	{
		name: 'even, no order, 50 requests a second',
		service: { courseDates: 'even', courseOrder: 'shuffled', requestsPerSecond: 50 },
	},
	{
		name: 'skewed, no order, 50 requests a second',
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
	table: (rows) => [
		[
			'First byte / body',
			'Pages',
			'Dates and order',
			'Times faster than the limit',
			'Requests a page',
			'Limit of one cursor',
			'One cursor',
			'Read Faster',
			'Requests',
		],
		...comparisons(rows).map(({ setting, of }) => {
			const [pace = '', pages = '', list = ''] = setting.split(' | ');
			const limit = limitMs(pace, Number(pages));
			return [
				pace,
				pages,
				list,
				ratio(limit, of('nodeInParts', 'ms')),
				ratio(of('nodeInParts', 'requests'), Number(pages)),
				`${number(limit / 1_000, 2)} s`,
				range(of('node', 'ms'), 'ms'),
				range(of('nodeInParts', 'ms'), 'ms'),
				range(of('nodeInParts', 'requests'), ''),
			];
		}),
	],
};

/** How many times faster than the limit of one cursor each list was. */
export function gainsOf(rows: Row[]) {
	return comparisons(rows).flatMap(({ setting, of }) => {
		const [pace = '', pages = '', list = ''] = setting.split(' | ');
		const time = of('nodeInParts', 'ms')?.median;
		if (time === undefined) return [];
		return [{ pace, pages: Number(pages), list, gain: limitMs(pace, Number(pages)) / time }];
	});
}

/** One cursor takes the same time whatever the dates, so it is measured once, beside all the others. */
async function measure(engine: Engine, pace: Pace, quick: boolean): Promise<Row[]> {
	const sizes = quick ? SIZES.slice(0, 1) : SIZES;
	const { firstByteMs, bodyMs, repetitions } = pace;
	const rows: Row[] = [];
	const place = (pages: number, name: string) =>
		`${firstByteMs} / ${bodyMs} ms | ${pages} | ${name}`;
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
	const [firstByteMs = 0, bodyMs = 0] = pace.split(/[ /]+/).map(Number);
	return pages * firstByteMs + bodyMs;
}
