import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { runNode } from '../harness';

const SCHEDULES = 200;
const PAGES = 20;
const PAGE_SIZE = 500;
/** How many schedules run side by side; most of their time is waiting before a retry. */
const AT_ONCE = 40;

const passingFaults: Omit<Fault, 'on'>[] = [
	{ status: 429 },
	{ status: 429, headers: { 'retry-after': '0' } },
	{ status: 500 },
	{ status: 502, body: '<html>' },
	{ status: 503 },
	{ status: 504 },
	{ drop: 'beforeHeaders' },
	{ drop: 'inBody' },
	{ status: 408 },
	{ cutBodyAfterBytes: 0 },
	{ cutBodyAfterBytes: 1_000 },
	{ headers: { 'content-encoding': 'gzip' } },
	{ body: '[{"_id": 1}, {' },
	{ delayBeforeHeadersMs: 30 },
	{ delayInBodyMs: 30 },
	{ emptyPage: true },
];

const lastingFaults: Omit<Fault, 'on'>[] = [
	{ status: 400 },
	{ status: 403 },
	{ status: 302, headers: { location: 'http://127.0.0.1:1/' } },
	{ body: '<html>' },
	{ body: { error: 'maintenance' } },
	{ body: { message: 'maintenance', errors: [] } },
	{ body: { _id: '1', items: [] } },
	{ linkHeader: 'garbage' },
	{ linkHeader: (real) => `</first>; rel="first, ${real}` },
	{ linkHeader: '<http://127.0.0.1:1/api/v2/courses?next=1>; rel="next"' },
];

it(`${SCHEDULES} random schedules of faults end with the whole list or with one clear error`, async () => {
	const outcomes = { complete: 0, failed: 0 };
	for (let first = 1; first <= SCHEDULES; first += AT_ONCE) {
		const seeds = Array.from({ length: AT_ONCE }, (_, index) => first + index);
		const results = await Promise.all(seeds.map(runSchedule));
		for (const result of results) outcomes[result] += 1;
	}
	// Both ends have to be met, or the schedules prove nothing.
	expect(outcomes.complete).toBeGreaterThan(SCHEDULES / 4);
	expect(outcomes.failed).toBeGreaterThan(SCHEDULES / 20);
}, 600_000);

async function runSchedule(seed: number): Promise<'complete' | 'failed'> {
	const random = randomNumbers(seed);
	const sandbox = await startSandbox({ courses: PAGES * PAGE_SIZE, coursePageSize: PAGE_SIZE });
	const lasting = random() < 0.3;
	script(sandbox, random, lasting);

	const { items, error } = await runNode({
		parameters: {
			resource: 'course',
			operation: 'list',
			returnAll: random() < 0.8,
			limit: 100_000,
		},
		credential: sandbox,
	});
	const expected = sandbox.catalogue.list('courses').map(({ _id }) => _id);
	await sandbox.stop();

	const seen = { seed, error: error && `${error.message} ${error.description}` };
	if (error) {
		expect({ ...seen, items: items.length }).toEqual({ ...seen, items: 0 });
		expect({ ...seen, lasting }).toEqual({ ...seen, lasting: true });
		expect(seen.error).toMatch(/\(courses, page \d+\)/);
		return 'failed';
	}
	expect({ seed, records: items.map(({ json }) => json._id) }).toEqual({ seed, records: expected });
	return 'complete';
}

/** Some faults that pass within the four retries, and sometimes one that does not. */
function script(sandbox: Sandbox, random: () => number, lasting: boolean) {
	const pick = <T>(all: T[]): T => all[Math.floor(random() * all.length)] as T;
	const page = () => 1 + Math.floor(random() * PAGES);
	const faults = Math.floor(random() * 5);
	for (let index = 0; index < faults; index += 1) {
		sandbox.faults.add({ on: { kind: 'courses', page: page() }, ...pick(passingFaults) });
	}
	if (random() < 0.2) {
		sandbox.faults.add({
			on: { kind: 'courses', page: page() },
			before: () => {
				sandbox.tokens.revokeAll();
			},
		});
	}
	if (lasting) {
		sandbox.faults.add({
			on: { kind: 'courses', page: page() },
			times: Infinity,
			...pick(lastingFaults),
		});
	}
}

/** Mulberry32: a small generator whose numbers depend on the seed alone. */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
