import { ListingLimit } from '../../../nodes/LearningPlatform/transport/listingLimit';

/** As many answers as lists may be read, each after `ms`, to requests that were sent at `at`. */
function round(limit: ListingLimit, { at = 0, ms = 100, isReached = true } = {}) {
	for (let left = limit.lists; left > 0; left -= 1) limit.answered(at, at + ms, isReached);
}

function afterRounds(count: number) {
	const limit = new ListingLimit();
	for (let at = 0; at < count; at += 1) round(limit, { at });
	return limit;
}

it.each([
	['8 at first', 0, 8],
	['10 after a round of answers', 1, 10],
	['about one more for each round from there on', 10, 19],
	['never more than 64', 100, 64],
])('there may be %s', (_when, rounds, lists) => {
	expect(afterRounds(rounds).lists).toBe(lists);
});

it('answers while fewer lists are read than may be say nothing of more', () => {
	const limit = new ListingLimit();
	round(limit, { isReached: false });
	expect(limit.lists).toBe(8);
});

describe('a request that is refused', () => {
	it.each([
		['halves them', [1], 4],
		['halves them once with all that were sent with it', [1, 1, 0], 4],
		['halves them again when it was sent later', [1, 3], 2],
		['leaves one of them, however often', [1, 3, 5, 7, 9, 11], 1],
	])('%s', (_what, sent, lists) => {
		const limit = new ListingLimit();
		for (const sentAt of sent) limit.refused(sentAt, sentAt + 1);
		expect(limit.lists).toBe(lists);
	});

	it('is followed by a slow rise', () => {
		const limit = new ListingLimit();
		limit.refused(0, 1);
		round(limit, { at: 2 });
		expect(limit.lists).toBe(4);
		for (let at = 3; at < 7; at += 1) round(limit, { at });
		expect(limit.lists).toBe(8);
	});

	it('makes answers to what was sent before it tell nothing', () => {
		const limit = new ListingLimit();
		limit.refused(0, 10);
		for (let left = 20; left > 0; left -= 1) limit.answered(9, 11, true);
		expect(limit.lists).toBe(4);
	});
});

describe('a round of answers that took more than three times as long as the shortest', () => {
	it('halves them', () => {
		const limit = afterRounds(10);
		expect(limit.lists).toBe(19);
		round(limit, { at: 100, ms: 301 });
		round(limit, { at: 100, ms: 301 });
		expect(limit.lists).toBe(10);
	});

	it('does nothing when one of them was as quick as ever', () => {
		const limit = afterRounds(10);
		const before = limit.lists;
		for (let left = 60; left > 0; left -= 1) limit.answered(0, left % 8 ? 900 : 100, true);
		expect(limit.lists).toBeGreaterThan(before);
	});

	it.each([
		['the start', 8, () => new ListingLimit()],
		[
			'what a refusal has left',
			4,
			() => {
				const limit = new ListingLimit();
				limit.refused(-2, -1);
				return limit;
			},
		],
	])('is no reason for less than %s', (_what, least, start) => {
		const limit = start();
		limit.answered(0, 10, false);
		for (let count = 0; count < 20; count += 1) round(limit, { ms: 500, isReached: false });
		expect(limit.lists).toBe(least);
	});
});

it.each([
	['8 when there were more', afterRounds(9), 8],
	[
		'those that a refusal has left',
		(() => {
			const limit = new ListingLimit();
			limit.refused(0, 1);
			return limit;
		})(),
		4,
	],
])('after a rest there may be %s', (_what, limit, lists) => {
	limit.rested();
	expect(limit.lists).toBe(lists);
});

it('after a rest another list may be slower than the last', () => {
	const limit = afterRounds(2);
	limit.rested();
	for (let at = 10; at < 20; at += 1) round(limit, { at, ms: 5_000 });
	expect(limit.lists).toBe(19);
});
