import type { Contender, Engine } from '../harness/engine';
import { entrant, interleaved } from '../harness/interleaved';
import type { Row } from '../harness/row';
import { enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { comparisons, median, number, ratio } from '../report/table';

/** How many records each list has, and what a page of it takes, in ms. */
const SIZE = { courses: 10_000, groups: 1_000, users: 5_000 };
const PACE = { firstByteDelayMs: 200, bodyDelayMs: 100 };

const QUICK_SIZE = { courses: 600, groups: 100, users: 200 };
const QUICK_PACE = { firstByteDelayMs: 20, bodyDelayMs: 10 };

const REPETITIONS = 3;

const CONTENDERS: Contender[] = ['node', 'nodeWithNames', 'httpRequestsMerged'];

/** A list of courses with the names of groups and authors, beside the list alone, and n8n's own nodes for the same. */
export const names: Scenario = {
	name: 'names',
	async run(bench) {
		const rows: Row[] = [];
		for (const engine of enginesFor(bench, 'httpRequestsMerged')) {
			rows.push(...(await list(engine, bench.quick)));
		}
		return rows;
	},
	table: (rows) => [
		[
			'Courses, groups, users',
			'n8n',
			'Time / without',
			'Times faster',
			'Without names',
			'With names',
			'HTTP Request, Merge',
		],
		...comparisons(rows).map(({ engine, setting, of }) => [
			setting,
			engine,
			ratio(of('nodeWithNames', 'ms'), of('node', 'ms')),
			ratio(of('httpRequestsMerged', 'ms'), of('nodeWithNames', 'ms')),
			...CONTENDERS.map((contender) => median(of(contender, 'ms'), 'ms')),
		]),
	],
};

async function list(engine: Engine, quick: boolean): Promise<Row[]> {
	const size = quick ? QUICK_SIZE : SIZE;
	const service = { ...size, ...(quick ? QUICK_PACE : PACE), courseAuthors: size.users };
	const setting = Object.values(size)
		.map((count) => number(count))
		.join(', ');
	const { result, traffic } = await withService(service, async (account) => {
		const records = size.courses;
		const entrants = await Promise.all(
			CONTENDERS.map(
				async (contender) => await entrant(engine, { contender, account }, { setting, records }),
			),
		);
		return await interleaved(quick ? 1 : REPETITIONS, entrants);
	});
	const { users = 0, groups = 0 } = traffic.requests;
	if (users === 0 || groups === 0) throw new Error('Nobody has read the names.');
	return result;
}
