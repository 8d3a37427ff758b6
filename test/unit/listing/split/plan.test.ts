import fc from 'fast-check';

import { campaign, SEED } from '../../../campaign';
import { readVirtually } from './virtualRead';

const DAY = 86_400;
const YEARS = 6 * 365 * DAY;
const PAGE_SIZE = 500;

/** When records were created, as seconds from now, by their place in the list from 0 to 1. */
const distributions: Record<string, (share: number) => number> = {
	even: (share) => YEARS * (share - 1),
	skewed: (share) =>
		share < 0.1 ? YEARS * (share * 10 - 1) : 10 * DAY * ((share - 0.1) / 0.9 - 1),
	'in one second': () => -1_000,
	'in twelve hours of six years': (share) =>
		YEARS * (Math.floor(share * 12) / 12 - 1) + 3_600 * ((share * 12) % 1),
};

/** The same numbers for the same list. */
function randomNumbers(): () => number {
	let state = 1;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
		return state / 2 ** 31;
	};
}

function positionsOf(pages: number, distribution: string): number[] {
	const random = randomNumbers();
	const at = distributions[distribution];
	const records = pages * PAGE_SIZE;
	return Array.from({ length: records }, (_, index) =>
		Math.floor(at?.((index + random()) / records) ?? 0),
	);
}

function shuffled(numbers: number[]): number[] {
	const random = randomNumbers();
	const keyed = numbers.map((number) => ({ number, key: random() }));
	return keyed.sort((a, b) => a.key - b.key).map(({ number }) => number);
}

/** As the reader lays them out; the horizon is then at the other end of the line. */
const orders = {
	'oldest first': (positions: number[]) => ({ positions, horizon: 0 }),
	'newest first': (positions: number[]) => ({
		positions: positions.map((position) => -position - 1).reverse(),
		horizon: 16 * 365 * DAY,
	}),
	'no order': (positions: number[]) => ({ positions: shuffled(positions), horizon: 0 }),
};

const sorted = (numbers: number[]) => [...numbers].sort((a, b) => a - b);

describe('with eight slots, and one cursor as the measure,', () => {
	it.each([
		['oldest first', 40, 'even', 4, 1.6],
		['newest first', 40, 'even', 3.8, 1.6],
		['no order', 40, 'even', 4, 1.6],
		['oldest first', 200, 'even', 6, 1.6],
		['newest first', 200, 'even', 5.5, 1.6],
		['no order', 200, 'even', 6, 1.6],
		['oldest first', 40, 'skewed', 2.5, 2.5],
		['newest first', 40, 'skewed', 2.5, 2.5],
		['no order', 40, 'skewed', 2.5, 2.5],
		['oldest first', 200, 'skewed', 4, 2.5],
		['newest first', 200, 'skewed', 4, 2.5],
		['no order', 200, 'skewed', 4, 2.5],
		['oldest first', 40, 'in one second', 1, 1],
		['no order', 40, 'in one second', 1, 1],
		['oldest first', 40, 'in twelve hours of six years', 1, 2.5],
		['newest first', 40, 'in twelve hours of six years', 1, 2.5],
	] as const)(
		'a list in the order "%s" of %d pages, %s, is %d times as fast with %d times the requests',
		(order, pages, distribution, faster, requests) => {
			const list = orders[order](positionsOf(pages, distribution));
			const run = readVirtually({ ...list, pageSize: PAGE_SIZE, slots: 8 });
			expect(sorted(run.records)).toEqual(sorted(list.positions));
			expect((pages + 0.5) / run.time).toBeGreaterThanOrEqual(faster);
			expect(run.requests / pages).toBeLessThanOrEqual(requests);
		},
	);
});

describe('with small parts, of which six pages may wait,', () => {
	it.each([
		['oldest first', 'even', 3],
		['newest first', 'even', 3],
		['no order', 'even', 2],
		['oldest first', 'skewed', 3],
		['newest first', 'skewed', 1],
		['no order', 'skewed', 2],
	] as const)(
		'a list in the order "%s" of 200 pages, %s, is %d times as fast',
		(order, distribution, faster) => {
			const list = orders[order](positionsOf(200, distribution));
			const small = { partPages: { min: 0.9, max: 0.9 }, maxWaiting: 6, slots: 8 };
			const run = readVirtually({ ...list, ...small, pageSize: PAGE_SIZE });
			expect(sorted(run.records)).toEqual(sorted(list.positions));
			expect(200.5 / run.time).toBeGreaterThanOrEqual(faster);
			expect(run.requests / 200).toBeLessThanOrEqual(1.7);
		},
	);
});

it('a list of up to two pages is not cut', () => {
	const { positions, horizon } = orders['no order'](positionsOf(2, 'even'));
	const run = readVirtually({ positions, horizon, pageSize: PAGE_SIZE, slots: 8 });
	expect(run.requests).toBe(2);
});

it.each(['oldest first', 'newest first', 'no order'] as const)(
	'a list in the order "%s" that has one slot only is not cut when its last page gives it back',
	(order) => {
		const { positions, horizon } = orders[order](positionsOf(5, 'even'));
		const run = readVirtually({ positions, horizon, pageSize: PAGE_SIZE, slots: 1 });
		expect(run.requests).toBe(5);
	},
);

it('whatever the dates, their order, the size of pages and what may wait, every record comes once', () => {
	const second = fc.oneof(
		fc.integer({ min: -5, max: 5 }),
		fc.integer({ min: -1_000, max: 1_000 }),
		fc.integer({ min: -100_000_000, max: 100_000_000 }),
	);
	const list = fc.record({
		positions: fc.oneof(
			fc.array(second, { maxLength: 300 }),
			fc.array(second, { maxLength: 300 }).map(sorted),
			fc.array(fc.constantFrom(-7, 3, 4), { maxLength: 200 }),
		),
		pageSize: fc.integer({ min: 1, max: 20 }),
		horizon: second,
		slots: fc.integer({ min: 1, max: 20 }),
		maxWaiting: fc.integer({ min: 1, max: 40 }),
		partPages: fc.constantFrom({ min: 0.9, max: 0.9 }, { min: 1, max: 6 }),
		delays: fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 1, maxLength: 50 }),
	});
	const property = fc.property(list, ({ delays, ...rest }) => {
		let request = 0;
		const delay = () => delays[request++ % delays.length] ?? 0;
		const run = readVirtually({ ...rest, delay });
		expect(sorted(run.records)).toEqual(sorted(rest.positions));
	});
	fc.assert(property, { numRuns: campaign(500, 20_000), seed: SEED });
}, 600_000);
