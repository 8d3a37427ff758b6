import { shareAmongItems } from '../../../nodes/LearningPlatform/n8n/sharedByItems';

/** Returns an input item's context or, if there is no run, a trigger's. */
const contextIn = (run?: object) =>
	({ ...(run && { getExecuteData: () => run }) }) as Parameters<typeof shareAmongItems>[0];

const context = contextIn({});

it.each([
	['the items in one run', context, ['a'], true],
	['items with different keys', context, ['b'], false],
	['items in different runs', contextIn({}), ['a'], false],
	["a trigger's polls", contextIn(), ['a'], false],
])('shares a value among %s: %s', (_what, other, key, isShared) => {
	const make = () => ({});
	const { value } = shareAmongItems(context, ['a'], make);
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
