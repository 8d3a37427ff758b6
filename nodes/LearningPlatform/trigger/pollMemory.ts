import type { StoredState } from './state';

interface PollMemory {
	/** The state after the last poll without items. With items n8n stores the state, or drops both. */
	quiet?: StoredState;
	/** When the last poll began whose state was to be stored. */
	polledAt?: number;
	/** Whether the last poll could not read the whole list. */
	hasFailed: boolean;
}

/** By `triggerKey`, without a limit. */
const memories = new Map<string, PollMemory>();

/**
 * Keeps the state of a trigger in this process. n8n stores it only when a poll returns items, and at publishing, so it
 * may hand in an older one.
 */
export function pollMemory(key: string) {
	const memory = memories.get(key) ?? { hasFailed: false };
	memories.set(key, memory);
	return {
		hasFailed: () => memory.hasFailed,
		/** @returns the newest state; `isLast` if it is that of the last poll */
		newest: (stored: StoredState, watchKey: string) => {
			const { quiet, polledAt } = memory;
			const isBehind = quiet?.watchKey === watchKey && quiet.polledAt > stored.polledAt;
			const state = isBehind ? quiet : stored;
			return { state, isLast: state.polledAt === polledAt };
		},
		succeeded: (state: StoredState | undefined, hasItems: boolean): void => {
			memory.hasFailed = false;
			if (!state) return;
			memory.polledAt = state.polledAt;
			// n8n puts marks of its own into the object that it stores.
			if (!hasItems) memory.quiet = { ...state };
		},
		failed: (isWhole: boolean): void => {
			memory.hasFailed = isWhole;
		},
	};
}
