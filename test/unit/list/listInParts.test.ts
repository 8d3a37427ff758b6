import fc from 'fast-check';

import type { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { campaign, isFullCampaign, SEED } from '../../campaign';
import {
	pagesOf,
	pass,
	useVirtualTime,
	virtualService,
	type Answer,
	type Reading,
	type VirtualPage,
} from './virtualTime';
import { DatedList } from './datedList';

// The real reader in virtual time, against a service that answers after 200 ms and needs 100 ms for a body.

useVirtualTime();

const FIRST_BYTE_MS = 200;
const BODY_MS = 100;
/** As a service has them where there is time: a run takes as long as it has records. */
const PAGE_SIZE = campaign(20, 100);
const DAY = 86_400;
const YEARS = 6 * 365 * DAY;
const NOW = Date.UTC(2026, 10, 22) / 1_000;

beforeEach(() => {
	jest.setSystemTime(NOW * 1_000);
});

/** When records were created, by their place in the list from 0 to 1. */
const distributions: Record<string, (share: number) => number> = {
	even: (share) => NOW - YEARS * (1 - share),
	'even, and ended years ago': (share) => Date.UTC(2012) / 1_000 + YEARS * 0.5 * share,
	'dense in the last days': (share) =>
		NOW - (share < 0.1 ? YEARS * (1 - share * 10) : 10 * DAY * ((1 - share) / 0.9)),
	'dense in some days of the past': (share) =>
		NOW -
		(Math.abs(share - 0.5) < 0.45
			? YEARS / 2 - 10 * DAY * ((share - 0.05) / 0.9)
			: YEARS * (share < 0.5 ? 1 - share * 10 : (1 - share) * 10)),
	'half of it imported in the first months': (share) =>
		NOW - YEARS * (share < 0.5 ? 1 - share / 10 : 1.9 * (1 - share)),
	'in one second': () => NOW - 1_000,
	'in twelve hours of six years': (share) =>
		NOW - YEARS * (1 - Math.floor(share * 12) / 12) + 3_600 * ((share * 12) % 1),
};

const orders = {
	'oldest first': (seconds: number[]) => seconds,
	'newest first': (seconds: number[]) => seconds.reverse(),
	'no order': (seconds: number[]) =>
		seconds
			.map((second) => ({ second, key: Math.random() }))
			.sort((a, b) => a.key - b.key)
			.map(({ second }) => second),
};

function secondsOf(pages: number, distribution: string, order: keyof typeof orders): number[] {
	const at = distributions[distribution];
	const records = pages * PAGE_SIZE;
	const shares = Array.from({ length: records }, (_, index) => (index + Math.random()) / records);
	const seconds = shares.map((share) => Math.floor(at?.(share) ?? 0));
	return orders[order](seconds.sort((a, b) => a - b));
}

/** Reads a list. @returns how often each record came, with the time and the requests that it took, and how it failed */
async function read(
	list: Pick<DatedList, 'pageAt'>,
	reading: Reading = {},
	answer: (request: number) => Partial<Answer> = () => ({}),
) {
	const times = new Map<string, number>();
	const numbers: number[] = [];
	const service = virtualService(
		list.pageAt,
		() => ({ status: 200, afterMs: FIRST_BYTE_MS, ...answer(service.seen.requests) }),
		BODY_MS,
	);
	const work = (async () => {
		const pages = pagesOf(service, { splitBy: 'createdAt', ...reading });
		for await (const { number, records } of pages) {
			numbers.push(number);
			for (const { _id } of records as { _id: string }[]) {
				times.set(_id, (times.get(_id) ?? 0) + 1);
			}
		}
		return undefined;
	})();
	const ms = await pass(work);
	const error = await work.catch((failure: unknown) => failure as UserFacingError);
	return { times, numbers, ms, requests: service.seen.requests, error };
}

/** The records that did not come once. */
const faultsOf = (times: Map<string, number>, count: number) =>
	Array.from({ length: count }, (_, id) => [id, times.get(`${id}`) ?? 0]).filter(
		([, came]) => came !== 1,
	);

/** Expects a list to come whole, so many times as fast as one cursor could be, with so many times the requests. */
async function expectFast(list: List, reading: Reading = {}) {
	const [order, pages, distribution, faster, most] = list;
	const seconds = secondsOf(pages, distribution, order);
	const { times, numbers, ms, requests } = await read(new DatedList(seconds, PAGE_SIZE), reading);
	expect(faultsOf(times, seconds.length)).toEqual([]);
	expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
	expect((pages * FIRST_BYTE_MS + BODY_MS) / ms).toBeGreaterThanOrEqual(faster);
	expect(requests / pages).toBeLessThanOrEqual(most);
}

type List = readonly [
	order: keyof typeof orders,
	pages: number,
	distribution: string,
	faster: number,
	most: number,
];

const NAME = '"%s" of %d pages, %s, is %d times as fast with %d times the requests';

describe('beside the limit of one cursor, a list in the order', () => {
	const lists: List[] = [
		['oldest first', 40, 'even', 4.5, 1.5],
		['newest first', 40, 'even', 3.7, 1.6],
		['no order', 40, 'even', 4.2, 1.5],
		['oldest first', 200, 'even', 8, 1.3],
		['newest first', 200, 'even', 8, 1.3],
		['no order', 200, 'even', 6.5, 1.3],
		['oldest first', 40, 'even, and ended years ago', 3, 1.7],
		['newest first', 40, 'even, and ended years ago', 3, 1.7],
		['oldest first', 40, 'dense in the last days', 3, 2],
		['newest first', 40, 'dense in the last days', 3, 2],
		['no order', 40, 'dense in the last days', 3, 1.5],
		['oldest first', 200, 'dense in the last days', 7, 1.4],
		['newest first', 200, 'dense in the last days', 7, 1.4],
		['no order', 200, 'dense in the last days', 6.5, 1.4],
		['oldest first', 40, 'dense in some days of the past', 2.5, 2],
		['newest first', 40, 'dense in some days of the past', 2.5, 2],
		['oldest first', 200, 'dense in some days of the past', 7, 1.4],
		['newest first', 200, 'dense in some days of the past', 7, 1.4],
		['oldest first', 200, 'half of it imported in the first months', 8, 1.5],
		['oldest first', 40, 'in one second', 1, 1],
		['no order', 40, 'in one second', 1, 1],
		['oldest first', 40, 'in twelve hours of six years', 0.95, 2],
		['newest first', 40, 'in twelve hours of six years', 0.95, 2.5],
		['oldest first', 200, 'in twelve hours of six years', 3, 2.1],
		['newest first', 200, 'in twelve hours of six years', 3, 2.1],
	];
	// Long ones take long.
	it.each(lists.filter(([, pages]) => isFullCampaign || pages < 200))(NAME, async (...list) => {
		await expectFast(list);
	});
});

describe('while six pages may wait, a list in the order', () => {
	const lists: List[] = [
		['oldest first', 120, 'even', 4, 1.3],
		['newest first', 120, 'even', 4, 1.3],
		['no order', 120, 'even', 2.4, 1.7],
		['oldest first', 120, 'dense in the last days', 4, 1.4],
		['newest first', 120, 'dense in the last days', 4, 1.4],
		['oldest first', 120, 'dense in some days of the past', 3.5, 1.5],
		['newest first', 120, 'dense in some days of the past', 3.5, 1.5],
	];
	it.each(lists.slice(0, campaign(3, lists.length)))(NAME, async (...list) => {
		await expectFast(list, { maxWaitingPages: 6 });
	});
});

it('nothing more is requested while six pages wait and nobody takes one, though parts have turned out long', async () => {
	const list = new DatedList(secondsOf(120, 'dense in the last days', 'oldest first'), PAGE_SIZE);
	const service = virtualService(list.pageAt, () => ({ status: 200, afterMs: FIRST_BYTE_MS }));
	const pages = pagesOf(service, { splitBy: 'createdAt', maxWaitingPages: 6 });
	for (let page = 0; page < 5; page += 1) await pass(pages.next());
	const { requests } = service.seen;
	await pass(new Promise((resolve) => setTimeout(resolve, 60_000)));
	expect(service.seen.requests).toBe(requests);
	await pages.return();
});

it('an error counts the records that were handed on, and those of pages that wait', async () => {
	const list = new DatedList(secondsOf(40, 'even', 'oldest first'), PAGE_SIZE);
	const { times, error } = await read(list, {}, (request) =>
		request === 30 ? { status: 400 } : {},
	);
	expect(error?.page?.recordsRead).toBeGreaterThan(times.size);
	expect(error?.page?.recordsRead).toBeLessThan(30 * PAGE_SIZE);
});

describe('not with tens of requests is read a list of five pages,', () => {
	it.each([
		['dense at its beginning', 'dense in the last days', 'newest first'],
		['in no order', 'even', 'no order'],
	] as const)('%s', async (_what, distribution, order) => {
		const seconds = secondsOf(5, distribution, order);
		const { requests } = await read(new DatedList(seconds, PAGE_SIZE));
		expect(requests).toBeLessThanOrEqual(20);
	});
});

describe('a list is never cut at a date with more than four digits in its year: with', () => {
	const end = Date.parse('9999-12-31T23:59:59Z') / 1_000;
	const start = Date.parse('0000-01-01T00:00:00Z') / 1_000;

	it.each<[keyof typeof orders, string, number, number]>([
		['oldest first', 'half its records in the last second of 9999', end, 0.5],
		['newest first', 'some records in the last second of 9999', end, 0.05],
		['no order', 'half its records in the last second of 9999', end, 0.5],
		['oldest first', 'some records in the first second of the year 0', start, 0.05],
		['newest first', 'half its records in the first second of the year 0', start, 0.5],
		['no order', 'some records in the first second of the year 0', start, 0.05],
	])('%s, %s', async (order, _what, placeholder, share) => {
		const records = 12 * PAGE_SIZE;
		const seconds = Array.from({ length: records }, (_, index) =>
			index < share * records ? placeholder : NOW - 50_000 * index,
		).sort((a, b) => a - b);
		const list = new DatedList(orders[order](seconds), PAGE_SIZE);
		const bounds: string[] = [];
		const pageAt = (url: URL) => {
			for (const name of ['createdAt[gte]', 'createdAt[lt]']) {
				bounds.push(url.searchParams.get(name) ?? '');
			}
			return list.pageAt(url);
		};
		const { times } = await read({ pageAt });
		expect(times.size).toBe(records);
		expect(bounds.filter((bound) => /^[+-]/.test(bound))).toEqual([]);
	});
});

it('a record whose date is moved into a later part, after its own was read, comes once', async () => {
	const list = new DatedList(secondsOf(120, 'even', 'oldest first'), PAGE_SIZE);
	const { times } = await read(list, { maxWaitingPages: 6 }, (request) => {
		if (request === 40) list.move(0, NOW - 1);
		return {};
	});
	expect(faultsOf(times, 120 * PAGE_SIZE)).toEqual([]);
});

describe('whatever the dates, their order, the size of pages and what may wait,', () => {
	const second = fc.oneof(
		fc.integer({ min: -5, max: 5 }),
		fc.integer({ min: -1_000, max: 1_000 }),
		fc.integer({ min: -100_000_000, max: 100_000_000 }),
	);
	const lists = fc.record({
		seconds: fc.oneof(
			fc.array(second, { maxLength: 150 }),
			fc.array(second, { maxLength: 150 }).map((list) => list.sort((a, b) => a - b)),
			fc.array(second, { maxLength: 150 }).map((list) => list.sort((a, b) => b - a)),
			fc.array(fc.constantFrom<number>(-7, 3, 4), { maxLength: 100 }),
		),
		pageSize: fc.integer({ min: 1, max: 20 }),
		maxWaitingPages: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
		delays: fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 1, maxLength: 50 }),
		cursor: fc.constantFrom('record' as const, 'position' as const),
		removals: fc.array(
			fc.record({ request: fc.integer({ min: 2, max: 40 }), id: fc.nat({ max: 149 }) }),
			{ maxLength: 4 },
		),
	});

	it('every record comes once, and as few as with one cursor are missed when others are removed', async () => {
		let runs = 0;
		const property = fc.asyncProperty(lists, async (example) => {
			const { seconds, pageSize, maxWaitingPages, delays, cursor, removals } = example;
			const now = NOW - 500_000_000;
			const list = new DatedList(
				seconds.map((offset) => now + offset),
				pageSize,
				cursor,
			);
			const removed = new Set<string>();
			const answer = (count: number) => {
				for (const { request, id } of removals) {
					if (request !== count || id >= seconds.length) continue;
					list.remove(id);
					removed.add(`${id}`);
				}
				return { afterMs: FIRST_BYTE_MS * (1 + (delays[count % delays.length] ?? 0)) };
			};
			const waiting = maxWaitingPages === undefined ? {} : { maxWaitingPages };
			const { times, error } = await read(list, { ...waiting, process: (runs += 1) }, answer);
			if (error) throw error;
			expect([...times.values()].every((count) => count === 1)).toBe(true);
			const missed = seconds.filter((_, id) => !times.has(`${id}`) && !removed.has(`${id}`));
			// As a record belongs to one part, its removal moves the records of one cursor.
			expect(missed.length).toBeLessThanOrEqual(cursor === 'position' ? removed.size : 0);
		});
		await fc.assert(property, { numRuns: campaign(50, 1_000), seed: SEED });
	}, 3_600_000);
});

describe('a total that the service has stated for the list', () => {
	const pages = 40;

	/** Reads a list that says of itself, but not of its parts, that it has so many records more than it sends. */
	async function readWith(more: (times: number) => number | undefined) {
		const list = new DatedList(secondsOf(pages, 'even', 'oldest first'), PAGE_SIZE);
		let times = 0;
		const pageAt = (url: URL): VirtualPage => {
			const page = list.pageAt(url);
			if (url.search !== '') return page;
			const others = more((times += 1));
			return others === undefined ? page : { ...page, total: pages * PAGE_SIZE + others };
		};
		return { ...(await read({ pageAt })), asked: times };
	}

	it.each([
		['is not stated', () => undefined, 1],
		['is reached', () => 0, 1],
		['is exceeded, because records were added', () => -5, 1],
		['has sunk since, because records were removed', (times: number) => (times === 1 ? 9 : 0), 2],
	])('is no matter when it %s', async (_what, more, askedFor) => {
		const { error, times, asked } = await readWith(more);
		expect(error).toBeUndefined();
		expect(times.size).toBe(pages * PAGE_SIZE);
		expect(asked).toBe(askedFor);
	});

	it('is an error when the parts do not reach it, which says how many they lack', async () => {
		const { error } = await readWith(() => 9);
		const came = pages * PAGE_SIZE;
		expect(error?.message).toBe(`Read Faster has left out 9 of ${came + 9} records`);
		expect(error?.description).toContain(
			`The header "x-total-count" of the service's answer says that there are ${came + 9}, and ${came} came. The others have no "createdAt", or cannot be found by it. Read Faster needs a date`,
		);
	});
});
