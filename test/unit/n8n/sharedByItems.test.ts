import { shareAmongItems } from '../../../nodes/LearningPlatform/n8n/sharedByItems';

/** The context of an input item, in a run or in a trigger, which has none. */
const contextIn = (run?: object) =>
	({ ...(run && { getExecuteData: () => run }) }) as Parameters<typeof shareAmongItems>[0];

const context = contextIn({});

it.each([
	['shared by the items of one run', context, ['a'], true],
	['another one by another key', context, ['b'], false],
	['another one in another run', contextIn({}), ['a'], false],
	['another one in each poll of a trigger', contextIn(), ['a'], false],
])('what is made is %s', (_what, other, key, isShared) => {
	const make = () => ({});
	const { value } = shareAmongItems(context, ['a'], make);
	expect(shareAmongItems(other, key, make).value === value).toBe(isShared);
});

it('its readings end when the last item needs it no more, and later ones are new', () => {
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
	[
		'that was fulfilled stays',
		async () => {
			await Promise.resolve();
		},
		1,
	],
	['that failed is made again', async () => await Promise.reject(new Error('no')), 2],
	['that nobody waited for is made again', async () => await new Promise(() => undefined), 2],
])('for later items a promise %s', async (what, make, times) => {
	const made = jest.fn(make);
	const ask = () => shareAmongItems(context, [what], made);
	const [one, other] = [ask(), ask()];
	expect(other.value).toBe(one.value);
	await Promise.race([one.value, Promise.resolve()]).catch(() => undefined);
	await Promise.resolve();
	for (const { release } of [one, other]) release();
	ask().release();
	expect(made).toHaveBeenCalledTimes(times);
});
