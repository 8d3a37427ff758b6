import { repeats, SEED } from '../../../repeats';
import { startSandbox, type Fault, type Sandbox } from '../../../sandbox';
import { Random } from '../../../sandbox/records/random';
import { runNode } from '../../harness';
import { idsIn } from '../../lists';
import { shortenWaits } from '../../service';

const SCHEDULES = repeats(6, 60);
const PAGES = 8;
/** A page of six chunks, in a list short enough for the sandbox to keep in memory. */
const PAGE_SIZE = 60;
/** Parallel schedules, which mostly wait for retries. */
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
	{ body: '<html>' },
	{ delayBeforeHeadersMs: 30 },
	{ delayInBodyMs: 30 },
	{ emptyPage: true },
];

const lastingFaults: Omit<Fault, 'on'>[] = [
	{ status: 400 },
	{ status: 403 },
	{ status: 302, headers: { location: 'http://127.0.0.1:1/' } },
	{ body: { error: 'maintenance' } },
	{ body: { message: 'maintenance', errors: [] } },
	{ body: { _id: '1', items: [] } },
	{ linkHeader: 'garbage' },
	{ linkHeader: (real) => `</first>; rel="first, ${real}` },
	{ linkHeader: '<http://127.0.0.1:1/api/v2/courses?next=1>; rel="next"' },
];

it(`${SCHEDULES} random schedules of faults end with the complete list or one clear error (SEED=${SEED})`, async () => {
	shortenWaits();
	const all = Array.from({ length: SCHEDULES }, (_, index) => SEED + index);
	for (let first = 0; first < SCHEDULES; first += AT_ONCE) {
		await Promise.all(all.slice(first, first + AT_ONCE).map(runSchedule));
	}
}, 3_600_000);

async function runSchedule(seed: number): Promise<void> {
	const random = new Random(seed);
	const sandbox = await startSandbox({ courses: PAGES * PAGE_SIZE, coursePageSize: PAGE_SIZE });
	// Every third schedule has a lasting fault.
	const lasting = script(sandbox, random, seed % 3 === 0);

	const { items, error } = await runNode({
		parameters: {
			resource: 'course',
			operation: 'list',
			returnAll: random.next() < 0.8,
			limit: 100_000,
		},
		credential: sandbox,
	});
	const expected = idsIn(sandbox.catalogue, 'courses');
	await sandbox.stop();

	// A delay on the same page can use up its only request, so the lasting fault never happens.
	const fails = lasting !== undefined && !sandbox.faults.pending().includes(lasting);
	const message = error && `${error.message} ${error.description}`;
	const wanted = fails ? [] : expected;
	expect({ seed, message, records: items.length }).toEqual({
		seed,
		message: fails ? (expect.stringMatching(/\(courses, page \d+\)/) as string) : undefined,
		records: wanted.length,
	});
	// Compares the IDs last because a failure prints thousands of IDs.
	expect(items.map(({ json }) => json._id)).toEqual(wanted);
}

/** Adds faults that end within four retries. On request, also adds and returns a lasting fault. */
function script(sandbox: Sandbox, random: Random, lasts: boolean): Fault | undefined {
	const pick = <T>(all: T[]): T => all[random.below(all.length)] as T;
	const page = () => 1 + random.below(PAGES);
	const faults = random.below(5);
	for (let index = 0; index < faults; index += 1) {
		sandbox.faults.add({ on: { kind: 'courses', page: page() }, ...pick(passingFaults) });
	}
	if (random.next() < 0.2) {
		sandbox.faults.add({
			on: { kind: 'courses', page: page() },
			before: () => {
				sandbox.tokens.revokeAll();
			},
		});
	}
	if (!lasts) return undefined;
	const lasting = {
		on: { kind: 'courses', page: page() },
		times: Infinity,
		...pick(lastingFaults),
	} as const;
	sandbox.faults.add(lasting);
	return lasting;
}
