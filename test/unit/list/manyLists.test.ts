/** @jest-environment node */
import { RateLimit } from '../../sandbox/rateLimit';
import {
	pagesOf,
	pass,
	useVirtualTime,
	virtualService,
	type Answer,
	type Reading,
	type VirtualService,
} from './virtualTime';

// Reads lists from a virtual service in virtual time, with slots, pauses, and retries.

useVirtualTime();

const PAGES = 2;

const serviceOf = (answer: (open: number) => Answer) =>
	virtualService(
		({ href, searchParams }) => ({
			records: [{ _id: searchParams.has('next') ? '2' : '1' }],
			next: searchParams.has('next') ? undefined : `${href}?next=2`,
		}),
		answer,
	);

/** Reads an entire list and returns the number of records. */
async function read(service: VirtualService, reading: Reading): Promise<number> {
	let count = 0;
	for await (const { records } of pagesOf(service, reading)) count += records.length;
	return count;
}

/** Reads lists concurrently in each process; returns the duration and the number of complete lists. */
async function readLists(
	service: VirtualService,
	listsOfEach: number,
	processes = 1,
): Promise<{ ms: number; complete: number }> {
	let complete = 0;
	const lists = Array.from({ length: listsOfEach * processes }, async (_, number) => {
		const count = await read(service, { process: number % processes });
		complete += count === PAGES ? 1 : 0;
	});
	const ms = await pass(Promise.all(lists));
	return { ms, complete };
}

describe.each([
	['without Retry-After', {}],
	['with Retry-After', { retryAfter: '1' }],
])('a service that accepts 50 requests a second and rejects the rest %s', (_how, fields) => {
	it.each([
		['two processes', 2, 50],
		['one process', 1, 50],
		['one process with fast responses', 1, 20],
	])('is used at full capacity by %s', async (_who, processes, afterMs) => {
		const limit = new RateLimit(50);
		const service = serviceOf(() =>
			limit.admits(performance.now())
				? { status: 200, afterMs }
				: { status: 429, afterMs, ...fields },
		);
		const { complete, ms } = await readLists(service, 200, processes);
		const { requests, refused } = service.seen;
		expect(complete).toBe(200 * processes);
		expect(refused / requests).toBeLessThanOrEqual(0.05);
		const soonestMs = (1_000 * (complete * PAGES - 50)) / 50;
		expect(ms).toBeLessThanOrEqual(1.15 * soonestMs);
	});
});

it('twenty lists are read at once, with one page of each requested ahead', async () => {
	const service = serviceOf(() => ({ status: 200, afterMs: 50 }));
	expect(await readLists(service, 48)).toMatchObject({ complete: 48 });
	expect(service.seen.mostOpen).toBe(2 * 20);
});

it("a list starts while another list's last page is still streaming", async () => {
	const service = serviceOf(() => ({ status: 200, afterMs: 50 }));
	const { ms } = await readLists(service, 100);
	// Each slot reads five lists. The next list starts when the last headers arrive, so only one body adds time.
	expect(ms).toBe(5 * PAGES * 50 + 20);
});

it('a list keeps its slot while it requests a page again that a web page replaced', async () => {
	const service: VirtualService = serviceOf(() => {
		return { status: 200, afterMs: 50, isWebPage: service.seen.requests <= 20 };
	});
	const lists = Array.from({ length: 21 }, async () => await read(service, {}));
	await jest.advanceTimersByTimeAsync(100);
	expect(service.seen.requests).toBe(20);
	await pass(Promise.all(lists));
	expect(await Promise.all(lists)).toEqual(Array(21).fill(PAGES));
});

/** Starts a service with a list of 20 pages whose headers take 200 ms each. */
const longList = (bodyMs: number) =>
	virtualService(
		({ origin, pathname, searchParams }) => {
			const page = Number(searchParams.get('next') ?? 1);
			const next = page < 20 ? `${origin}${pathname}?next=${page + 1}` : undefined;
			return { records: [{ _id: `${page}` }], next };
		},
		() => ({ status: 200, afterMs: 200 }),
		bodyMs,
	);

it('a list takes as long as all its headers plus the last body', async () => {
	const list = read(longList(100), {});
	expect(await pass(list)).toBe(20 * 200 + 100);
	expect(await list).toBe(20);
});

it.each([
	['three pages', true, 4],
	['no page', false, 1],
])('%s can be requested ahead if readsAhead is %s', async (_what, readsAhead, open) => {
	const service = longList(5_000);
	await pass(read(service, { readsAhead }));
	expect(service.seen.mostOpen).toBe(open);
});
