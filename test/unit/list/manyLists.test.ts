/** @jest-environment node */
import { isFullCampaign } from '../../campaign';
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
import { DatedList } from './datedList';

// Real lists, slots, pauses and retries in virtual time, against a service that is nothing but its answers.

useVirtualTime();

const PAGES = 2;

/** Lists of two pages. */
const serviceOf = (answer: (open: number) => Answer) =>
	virtualService(
		({ href, searchParams }) => ({
			records: [{ _id: searchParams.has('next') ? '2' : '1' }],
			next: searchParams.has('next') ? undefined : `${href}?next=2`,
		}),
		answer,
	);

/** Reads a list to its end. @returns how many records it has */
async function read(service: VirtualService, reading: Reading): Promise<number> {
	let count = 0;
	for await (const { records } of pagesOf(service, reading)) count += records.length;
	return count;
}

/** Starts lists together in each of the processes. @returns how long they took, and how many are complete */
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
])('a service that takes 50 requests a second and refuses the others %s', (_how, fields) => {
	const readers: [who: string, processes: number, afterMs: number][] = [
		['two processes that share nothing', 2, 50],
		['one process', 1, 50],
		['one process, by quick answers', 1, 20],
	];
	// What more processes and quick answers change shows without the header.
	const isOneEnough = 'retryAfter' in fields && !isFullCampaign;
	it.each(isOneEnough ? readers.slice(0, 1) : readers)(
		'is used to its limit by %s, and refuses little',
		async (_who, processes, afterMs) => {
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
			expect(ms).toBeLessThanOrEqual(1.1 * soonestMs);
		},
	);
});

it('sixteen lists are read at once, each with a page under way and one whose body streams', async () => {
	const service = serviceOf(() => ({ status: 200, afterMs: 50 }));
	expect(await readLists(service, 48)).toMatchObject({ complete: 48 });
	expect(service.seen.mostOpen).toBe(2 * 16);
});

it('a list begins while the last page of another one streams', async () => {
	const service = serviceOf(() => ({ status: 200, afterMs: 50 }));
	const { ms } = await readLists(service, 80);
	// Five lists one after the other, each as long as its pages take to their headers, and the last body.
	expect(ms).toBe(5 * PAGES * 50 + 20);
});

const PAGE_SIZE = 5;

/** A record every four hours, on a hundred pages. */
const seconds = Array.from(
	{ length: 100 * PAGE_SIZE },
	(_, index) => 1_600_000_000 + index * 14_400,
);

const ok: Answer = { status: 200, afterMs: 100 };

const longList = (answer: (open: number) => Answer) =>
	virtualService(new DatedList(seconds, PAGE_SIZE).pageAt, answer);

const split = { splitBy: 'createdAt' };

/** A list of one page, which has one slot. */
const last = new Date((seconds.at(-1) ?? 0) * 1_000).toISOString();
const short = { filters: [{ field: 'createdAt', operator: 'gte', values: [last] }] };

/** How many lists can be read at once by who begins now. */
async function freeSlots(): Promise<number> {
	const service = longList(() => ok);
	await pass(Promise.all(Array.from({ length: 40 }, async () => await read(service, short))));
	return service.seen.mostOpen;
}

describe('a list in parts gives back all its slots', () => {
	it.each<[string, { fails?: true; isCanceled?: true; isLeft?: true }]>([
		['when it has ended', {}],
		['when a part has failed', { fails: true }],
		['when it was canceled', { isCanceled: true }],
		['when nobody wants its rest', { isLeft: true }],
	])('%s', async (_when, { fails, isCanceled, isLeft }) => {
		const stop = new AbortController();
		const service = longList((open) => {
			const isInParts = open === 12;
			if (isInParts && isCanceled) stop.abort(new Error('stopped'));
			return isInParts && fails ? { ...ok, status: 403 } : ok;
		});
		const atRest = await freeSlots();
		const reading = async () => {
			for await (const { number } of pagesOf(service, { ...split, stopSignal: stop.signal })) {
				if (isLeft && number === 10) return 'left';
			}
			return 'read';
		};
		const list = reading();
		await pass(list);
		const [outcome] = await Promise.allSettled([list]);
		expect(outcome.status).toBe(fails || isCanceled ? 'rejected' : 'fulfilled');
		expect(service.seen.mostOpen).toBeGreaterThan(11);
		expect(await freeSlots()).toBe(atRest);
	});
});

it('lists that come while a list in parts is read are read beside it, as its parts end', async () => {
	const service = longList(() => ok);
	let isRead = false;
	const list = read(service, split).finally(() => {
		isRead = true;
	});
	while (service.seen.mostOpen < 10) await jest.advanceTimersByTimeAsync(10);
	const others = Promise.all(Array.from({ length: 30 }, async () => await read(service, short)));
	const ms = await pass(others, 10);
	expect(isRead).toBe(false);
	// As long as the list keeps its slots, they have none.
	expect(ms).toBeLessThan(800);
	await pass(list);
	expect(await list).toBe(seconds.length);
});

it('many lists of three pages send hardly more requests than with one cursor', async () => {
	const inNoOrder = seconds.slice(0, 3 * PAGE_SIZE).sort((a, b) => (a % 7) - (b % 7));
	const service = virtualService(new DatedList(inNoOrder, PAGE_SIZE).pageAt, () => ok);
	await pass(Promise.all(Array.from({ length: 40 }, async () => await read(service, split))));
	expect(service.seen.requests).toBeLessThanOrEqual(1.2 * 40 * 3);
});
