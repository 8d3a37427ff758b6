import { slotsForParts, takeListingSlot } from '../../../nodes/LearningPlatform/service';

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

/** Gives back the slots of listings, by their numbers. */
async function releaseAll({ release }: ReturnType<typeof listings>, from: number, to: number) {
	for (let number = from; number < to; number += 1) await release(number);
}

it('sixteen listings run at once, the others come in their order', async () => {
	const all = listings('order', 20);
	await settled();
	expect(all.entered).toEqual(Array.from({ length: 16 }, (_, number) => number));
	await all.release(3);
	await settled();
	expect(all.entered.slice(16)).toEqual([16]);
	await all.release(0);
	await all.release(16);
	await settled();
	expect(all.entered.slice(16)).toEqual([16, 17, 18]);
	for (const number of [1, 2]) await all.release(number);
	await releaseAll(all, 4, 16);
	await releaseAll(all, 17, 20);
});

describe('a list in parts', () => {
	it('has one slot, takes more while they are free, and gives back what it does not use', async () => {
		const others = listings('parts', 13);
		await settled();
		const slots = slotsForParts('parts', 16);
		expect(slots.count()).toBe(1);
		slots.renew(1);
		expect(slots.count()).toBe(4);
		slots.keep(2);
		expect(slots.count()).toBe(2);
		slots.renew(2);
		expect(slots.count()).toBe(4);
		slots.keep(0);
		expect(slots.count()).toBe(1);
		await releaseAll(others, 0, 13);
	});

	it('has no more than its most', () => {
		const slots = slotsForParts('most', 8);
		slots.renew(1);
		expect(slots.count()).toBe(8);
		slots.keep(0);
	});

	it('leaves a slot to a listing that waits for it', async () => {
		const slots = slotsForParts('less', 16);
		slots.renew(1);
		const others = listings('less', 2);
		await settled();
		expect(others.entered).toEqual([0]);
		slots.renew(15);
		await settled();
		expect(others.entered).toEqual([0, 1]);
		expect(slots.count()).toBe(15);
		slots.keep(0);
		await releaseAll(others, 0, 2);
	});
});

it('a listing that asks while others wait does not overtake them', async () => {
	const { entered, release } = listings('no overtaking', 17);
	await settled();
	await release(0);
	const late = listings('no overtaking', 1);
	await settled();
	expect(entered).toContain(16);
	expect(late.entered).toEqual([]);
	for (let number = 1; number < 17; number += 1) await release(number);
	await late.release(0);
});

it('credentials do not wait for each other', async () => {
	const one = listings('one', 16);
	const other = listings('other', 16);
	await settled();
	expect(other.entered).toHaveLength(16);
	for (let number = 0; number < 16; number += 1) {
		await one.release(number);
		await other.release(number);
	}
});

it('slots can be taken again when all were given back', async () => {
	const first = listings('again', 16);
	for (let number = 0; number < 16; number += 1) await first.release(number);
	const second = listings('again', 17);
	await settled();
	expect(second.entered).toHaveLength(16);
	for (let number = 0; number < 17; number += 1) await second.release(number);
});

describe('a listing that is canceled', () => {
	it('while it waits gives its place to those behind it', async () => {
		const { release } = listings('canceled', 16);
		const stop = new AbortController();
		const canceled = takeListingSlot('canceled', stop.signal);
		const behind = listings('canceled', 1);
		await settled();
		stop.abort(new Error('stopped'));
		await expect(canceled).rejects.toThrow('stopped');
		await release(0);
		await settled();
		expect(behind.entered).toEqual([0]);
		for (let number = 1; number < 16; number += 1) await release(number);
		await behind.release(0);
	});

	it('before it asks does not wait at all', async () => {
		const { release } = listings('canceled before', 16);
		await settled();
		const canceled = takeListingSlot('canceled before', AbortSignal.abort(new Error('stopped')));
		await expect(canceled).rejects.toThrow('stopped');
		for (let number = 0; number < 16; number += 1) await release(number);
	});

	it('in the moment in which its turn comes hands the slot on', async () => {
		const { release } = listings('race', 16);
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
		for (let number = 1; number < 16; number += 1) await release(number);
		await behind.release(0);
	});
});
