import {
	pagesOf,
	pass,
	useVirtualTime,
	virtualService,
	type Answer,
	type Reading,
} from './virtualTime';
import { DatedList } from './datedList';

// Real lists and slots in virtual time.

useVirtualTime();

const PAGES = 100;
const PAGE_SIZE = 20;

/** A record every four hours, and so many pages. */
const seconds = Array.from(
	{ length: PAGES * PAGE_SIZE },
	(_, index) => 1_600_000_000 + index * 14_400,
);

const ok: Answer = { status: 200, afterMs: 100 };

const serviceOf = (answer: (open: number) => Answer) =>
	virtualService(new DatedList(seconds, PAGE_SIZE).pageAt, answer);

/** Reads a list to its end. @returns how many records it has */
async function read(service: ReturnType<typeof serviceOf>, reading: Reading): Promise<number> {
	let count = 0;
	for await (const { records } of pagesOf(service, reading)) count += records.length;
	return count;
}

const split = { splitBy: 'createdAt' };

/** A list of one page, which has one slot. */
const short = { query: `createdAt[gte]=${new Date((seconds.at(-1) ?? 0) * 1_000).toISOString()}` };

/** How many lists can be read at once by who begins now. */
async function freeSlots(): Promise<number> {
	const service = serviceOf(() => ok);
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
		const service = serviceOf((open) => {
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
	const service = serviceOf(() => ok);
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
