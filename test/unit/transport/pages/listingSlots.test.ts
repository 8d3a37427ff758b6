import {
	noteAnswer,
	noteTooManyRequests,
	takeListingSlot,
	tryTakeListingSlot,
} from '../../../../nodes/LearningPlatform/transport/pages/listingSlots';

const quiet = new AbortController().signal;

/** Lets everything run that waits for nothing but its turn. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** Asks for slots one after the other; `entered` grows as they are given. */
function listings(credential: string, count: number) {
	const entered: number[] = [];
	const slots = Array.from({ length: count }, async (_, number) => {
		const release = await takeListingSlot(credential, quiet);
		entered.push(number);
		return release;
	});
	const release = async (number: number) => {
		(await slots[number])?.();
	};
	return { entered, release };
}

it('eight listings run at once at first, the others come in their order', async () => {
	const { entered, release } = listings('order', 12);
	await settled();
	expect(entered).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
	await release(3);
	await settled();
	expect(entered.slice(8)).toEqual([8]);
	await release(0);
	await release(8);
	await settled();
	expect(entered.slice(8)).toEqual([8, 9, 10]);
	for (const number of [1, 2, 4, 5, 6, 7, 9, 10, 11]) await release(number);
});

it('every answer of the service lets another one in', async () => {
	const { entered, release } = listings('answers', 12);
	await settled();
	noteAnswer('answers', performance.now());
	noteAnswer('answers', performance.now());
	await settled();
	expect(entered).toHaveLength(10);
	for (let number = 0; number < 12; number += 1) await release(number);
	// When all have ended it begins again.
	const next = listings('answers', 9);
	await settled();
	expect(next.entered).toHaveLength(8);
	for (let number = 0; number < 9; number += 1) await next.release(number);
});

it('after a refusal those that run go on, and none comes before half of them have ended', async () => {
	const { entered, release } = listings('refusal', 9);
	await settled();
	noteTooManyRequests('refusal', performance.now());
	for (const number of [0, 1, 2, 3]) await release(number);
	await settled();
	expect(entered).toHaveLength(8);
	await release(4);
	await settled();
	expect(entered).toHaveLength(9);
	for (const number of [5, 6, 7, 8]) await release(number);
});

describe('a slot that is not waited for', () => {
	it('is one of those that there are', async () => {
		const { release } = listings('more', 7);
		await settled();
		const more = tryTakeListingSlot('more');
		expect(more).toBeDefined();
		expect(tryTakeListingSlot('more')).toBeUndefined();
		more?.();
		const again = tryTakeListingSlot('more');
		expect(again).toBeDefined();
		again?.();
		for (let number = 0; number < 7; number += 1) await release(number);
	});

	it('goes to no one while a listing waits for it', async () => {
		const { entered, release } = listings('less', 9);
		await settled();
		const released = release(0);
		expect(tryTakeListingSlot('less')).toBeUndefined();
		await released;
		await settled();
		expect(entered).toHaveLength(9);
		for (let number = 1; number < 9; number += 1) await release(number);
	});
});

it('a listing that asks while others wait does not overtake them', async () => {
	const { entered, release } = listings('no overtaking', 9);
	await settled();
	await release(0);
	const late = listings('no overtaking', 1);
	await settled();
	expect(entered).toContain(8);
	expect(late.entered).toEqual([]);
	for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await release(number);
	await late.release(0);
});

it('credentials do not wait for each other', async () => {
	const one = listings('one', 8);
	const other = listings('other', 8);
	await settled();
	expect(other.entered).toHaveLength(8);
	for (let number = 0; number < 8; number += 1) {
		await one.release(number);
		await other.release(number);
	}
});

it('slots can be taken again when all were given back', async () => {
	const first = listings('again', 8);
	for (let number = 0; number < 8; number += 1) await first.release(number);
	const second = listings('again', 9);
	await settled();
	expect(second.entered).toHaveLength(8);
	for (let number = 0; number < 9; number += 1) await second.release(number);
});

describe('a listing that is canceled', () => {
	it('while it waits gives its place to those behind it', async () => {
		const { release } = listings('canceled', 8);
		const stop = new AbortController();
		const canceled = takeListingSlot('canceled', stop.signal);
		const behind = listings('canceled', 1);
		await settled();
		stop.abort(new Error('stopped'));
		await expect(canceled).rejects.toThrow('stopped');
		await release(0);
		await settled();
		expect(behind.entered).toEqual([0]);
		for (let number = 1; number < 8; number += 1) await release(number);
		await behind.release(0);
	});

	it('before it asks does not wait at all', async () => {
		const { release } = listings('canceled before', 8);
		await settled();
		const canceled = takeListingSlot('canceled before', AbortSignal.abort(new Error('stopped')));
		await expect(canceled).rejects.toThrow('stopped');
		for (let number = 0; number < 8; number += 1) await release(number);
	});

	it('in the moment in which its turn comes hands the slot on', async () => {
		const { release } = listings('race', 8);
		const stop = new AbortController();
		await settled();
		const canceled = takeListingSlot('race', stop.signal);
		const behind = listings('race', 1);
		await settled();
		const released = release(0);
		stop.abort(new Error('stopped'));
		const [outcome] = await Promise.allSettled([canceled]);
		await released;
		if (outcome.status === 'fulfilled') outcome.value();
		await settled();
		expect(behind.entered).toEqual([0]);
		for (let number = 1; number < 8; number += 1) await release(number);
		await behind.release(0);
	});
});
