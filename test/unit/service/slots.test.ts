import { takeListingSlot as takeSlot } from '../../../nodes/LearningPlatform/service';
import { accountOf } from '../../../nodes/LearningPlatform/token';

/** The lines in the log. */
const waits: unknown[] = [];
const log = { write: (...line: unknown[]) => waits.push(line) };

const takeListingSlot = async (credential: string, signal: AbortSignal) =>
	await takeSlot({ account: accountOf(credential), isInternal: false, log, signal });

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

const asked: Promise<() => void>[] = [];

afterEach(async () => {
	for (const slot of asked.splice(0)) (await slot)();
});

/** Requests slots in order; `entered` collects the numbers of the lists that received a slot. */
async function listings(credential: string, count: number) {
	const entered: number[] = [];
	const slots = Array.from({ length: count }, async (_, number) => {
		const release = await takeListingSlot(credential, new AbortController().signal);
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

it('reads twenty lists per credential at once, then the others in order', async () => {
	const { entered, release } = await listings('order', 24);
	expect(entered).toEqual(Array.from({ length: 20 }, (_, number) => number));
	await release(3);
	const late = await listings('order', 1);
	expect(entered.slice(20)).toEqual([20]);
	await release(0);
	await release(20);
	await release(20);
	expect(entered.slice(20)).toEqual([20, 21, 22]);
	expect(late.entered).toEqual([]);
	expect(waits).toEqual(Array(3).fill(['slotAwaited', { ms: expect.any(Number) as number }]));
});

it('lists with other credentials do not wait', async () => {
	await listings('one', 20);
	expect((await listings('other', 20)).entered).toHaveLength(20);
});

describe('a canceled list', () => {
	it('leaves the queue', async () => {
		const { release } = await listings('canceled', 20);
		const stop = new AbortController();
		const canceled = takeListingSlot('canceled', stop.signal);
		const behind = await listings('canceled', 1);
		stop.abort(new Error('stopped'));
		await expect(canceled).rejects.toThrow('stopped');
		await release(0);
		expect(behind.entered).toEqual([0]);
	});

	it('does not wait if the list is already canceled', async () => {
		await listings('canceled before', 20);
		const canceled = takeListingSlot('canceled before', AbortSignal.abort(new Error('stopped')));
		await expect(canceled).rejects.toThrow('stopped');
	});

	it('passes on a slot received just as the list is canceled', async () => {
		const { release } = await listings('race', 20);
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
