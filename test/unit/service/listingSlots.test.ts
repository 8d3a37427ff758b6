import { takeListingSlot } from '../../../nodes/LearningPlatform/service';

const quiet = new AbortController().signal;

/** Lets everything run that waits for nothing but its turn. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

const asked: Promise<() => void>[] = [];

afterEach(async () => {
	for (const slot of asked.splice(0)) (await slot)();
});

/** Asks for slots one after the other; `entered` grows as they are given, and they are given back after the test. */
async function listings(credential: string, count: number) {
	const entered: number[] = [];
	const slots = Array.from({ length: count }, async (_, number) => {
		const release = await takeListingSlot(credential, quiet);
		entered.push(number);
		return release;
	});
	asked.push(...slots);
	await settled();
	const release = async (number: number) => {
		(await slots[number])?.();
		await settled();
	};
	return { entered, release };
}

it('sixteen listings run at once, the others come in their order', async () => {
	const { entered, release } = await listings('order', 20);
	expect(entered).toEqual(Array.from({ length: 16 }, (_, number) => number));
	await release(3);
	expect(entered.slice(16)).toEqual([16]);
	await release(0);
	await release(16);
	expect(entered.slice(16)).toEqual([16, 17, 18]);
});

it('a listing that asks while others wait does not overtake them', async () => {
	const { entered, release } = await listings('no overtaking', 17);
	await release(0);
	const late = await listings('no overtaking', 1);
	expect(entered).toContain(16);
	expect(late.entered).toEqual([]);
});

it('credentials do not wait for each other', async () => {
	await listings('one', 16);
	expect((await listings('other', 16)).entered).toHaveLength(16);
});

it('slots can be taken again when all were given back', async () => {
	const { release } = await listings('again', 16);
	for (let number = 0; number < 16; number += 1) await release(number);
	expect((await listings('again', 17)).entered).toHaveLength(16);
});

describe('a listing that is canceled', () => {
	it('while it waits gives its place to those behind it', async () => {
		const { release } = await listings('canceled', 16);
		const stop = new AbortController();
		const canceled = takeListingSlot('canceled', stop.signal);
		const behind = await listings('canceled', 1);
		stop.abort(new Error('stopped'));
		await expect(canceled).rejects.toThrow('stopped');
		await release(0);
		expect(behind.entered).toEqual([0]);
	});

	it('before it asks does not wait at all', async () => {
		await listings('canceled before', 16);
		const canceled = takeListingSlot('canceled before', AbortSignal.abort(new Error('stopped')));
		await expect(canceled).rejects.toThrow('stopped');
	});

	it('in the moment in which its turn comes hands the slot on', async () => {
		const { release } = await listings('race', 16);
		const stop = new AbortController();
		const canceled = takeListingSlot('race', stop.signal);
		const behind = await listings('race', 1);
		const released = release(0);
		stop.abort(new Error('stopped'));
		const [outcome] = await Promise.allSettled([canceled]);
		await released;
		if (outcome.status === 'fulfilled') outcome.value();
		await settled();
		expect(behind.entered).toEqual([0]);
	});
});
