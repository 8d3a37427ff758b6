import type { IAllExecuteFunctions } from 'n8n-workflow';

const sharedInRun = new WeakMap<object, Map<string, ReturnType<typeof newlyMade>>>();

/**
 * Creates a value once per key and shares it among all input items of a run.
 *
 * @param key everything that the value depends on; for a credential, its fingerprint
 * @param make receives a getter for a signal that is aborted when no item needs the value anymore. If the value is
 * still a pending promise at that time, later items create a new value.
 * @returns the value, and `release`, which the item calls once when it no longer needs the value
 */
export function shareAmongItems<T>(
	context: IAllExecuteFunctions,
	key: readonly unknown[],
	make: (stopSignal: () => AbortSignal) => T,
): { value: T; release: () => void } {
	// A trigger's polls may share a context, but they must not share values.
	const run = 'getInputData' in context ? context : {};
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
		shared.stop.abort(new Error('No input item needs the value anymore'));
		shared.stop = new AbortController();
	};
	return { value: shared.value as T, release };
}

function newlyMade(make: (stopSignal: () => AbortSignal) => unknown) {
	const shared = {
		value: undefined as unknown,
		/** The number of items that are using the value. */
		uses: 0,
		stop: new AbortController(),
		/** True if later items receive the same value. */
		isLasting: false,
	};
	const keep = () => (shared.isLasting = true);
	shared.value = make(() => shared.stop.signal);
	if (shared.value instanceof Promise) shared.value.then(keep, () => undefined);
	else keep();
	return shared;
}
