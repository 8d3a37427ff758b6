import type { IAllExecuteFunctions, IExecuteData } from 'n8n-workflow';

const sharedInRun = new WeakMap<object, Map<string, ReturnType<typeof newlyMade>>>();

/**
 * Makes a value once for all input items of a run with the same key.
 *
 * @param key every choice of an item that shapes the value; of a credential the fingerprint
 * @param make gets the signal that fires when no item needs the value any more. Later items make a new value if it is
 * a promise that is still pending.
 * @returns the value, and `release` to call once, when the item no longer needs it
 */
export function shareAmongItems<T>(
	context: IAllExecuteFunctions,
	key: readonly unknown[],
	make: (stopSignal: () => AbortSignal) => T,
): { value: T; release: () => void } {
	// A trigger may have one context for all of its polls, and shares nothing among them.
	const run = runOf(context) ?? {};
	const inRun = sharedInRun.get(run) ?? new Map<string, ReturnType<typeof newlyMade>>();
	sharedInRun.set(run, inRun);
	const text = JSON.stringify(key);
	const shared = inRun.get(text) ?? newlyMade(make);
	inRun.set(text, shared);
	shared.uses += 1;
	const release = () => {
		shared.uses -= 1;
		if (shared.uses > 0) return;
		if (!shared.isLasting) inRun.delete(text);
		shared.stop.abort(new Error('No input item needs it any more'));
		shared.stop = new AbortController();
	};
	return { value: shared.value as T, release };
}

function newlyMade(make: (stopSignal: () => AbortSignal) => unknown) {
	const shared = {
		value: undefined as unknown,
		/** How many items use it now. */
		uses: 0,
		stop: new AbortController(),
		/** Whether later items get it too: a promise must be fulfilled first. */
		isLasting: true,
	};
	shared.value = make(() => shared.stop.signal);
	if (shared.value instanceof Promise) {
		shared.isLasting = false;
		const keep = () => (shared.isLasting = true);
		shared.value.then(keep, () => undefined);
	}
	return shared;
}

/** Returns how many input items a run has; 0 for a trigger. */
export function inputCount(context: IAllExecuteFunctions): number {
	return runOf(context)?.data.main?.[0]?.length ?? 0;
}

function runOf(context: IAllExecuteFunctions): IExecuteData | undefined {
	return 'getExecuteData' in context ? context.getExecuteData() : undefined;
}
