import { shareAmongItems } from '../../../nodes/LearningPlatform/n8n/sharedByItems';

type Context = Parameters<typeof shareAmongItems>[0];

/** Returns the context of a run. */
const contextOfRun = () => ({ getInputData: () => [] }) as unknown as Context;

const context = contextOfRun();

const ofTrigger = {} as Context;

it.each([
	['the items in one run', context, context, ['a'], true],
	['items with different keys', context, context, ['b'], false],
	['items in different runs', context, contextOfRun(), ['a'], false],
	["a trigger's polls", ofTrigger, ofTrigger, ['a'], false],
])('shares a value among %s', (_what, one, other, key, isShared) => {
	const make = () => ({});
	const { value } = shareAmongItems(one, ['a'], make);
	expect(shareAmongItems(other, key, make).value === value).toBe(isShared);
});

it('the signal fires when no item needs the value anymore, and later items get a new value', () => {
	const signal = shareAmongItems(context, ['signals'], (stopSignal) => stopSignal);
	const other = shareAmongItems(context, ['signals'], () => signal.value);
	const first = signal.value();
	signal.release();
	expect(first.aborted).toBe(false);
	other.release();
	expect(first.aborted).toBe(true);
	expect(signal.value().aborted).toBe(false);
});

it.each([
	['reuses a fulfilled', async () => await Promise.resolve(1), 1],
	['replaces a failed', async () => await Promise.reject(new Error('no')), 2],
	['replaces a pending', async () => await new Promise(() => undefined), 2],
])('%s promise for later items', async (what, make, times) => {
	const made = jest.fn(make);
	const ask = () => shareAmongItems(context, [what], made);
	const { value, release } = ask();
	await Promise.race([value, Promise.resolve()]).catch(() => undefined);
	await Promise.resolve();
	release();
	ask().release();
	expect(made).toHaveBeenCalledTimes(times);
});
