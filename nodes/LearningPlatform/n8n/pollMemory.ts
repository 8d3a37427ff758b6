interface PollState {
	/** Identifies the list and its settings. */
	watchKey: string;
	/** When the poll began, in ms since the epoch. */
	polledAt: number;
}

interface PollMemory<State extends PollState> {
	/** The state after the last poll without items. With items n8n stores the state, or drops both. */
	quiet?: State;
	/** When the last poll began whose state was to be stored. */
	polledAt?: number;
	/** Whether the last poll could not read the whole list. */
	hasFailed: boolean;
}

/** By `triggerKey`, without a limit. */
const memories = new Map<string, PollMemory<PollState>>();

/**
 * Keeps the state of a trigger in this process. n8n stores it only when a poll returns items, and at publishing, so it
 * may hand in an older one.
 *
 * @param key from `triggerKey`; the states under it are of one type
 */
export function pollMemory<State extends PollState>(key: string) {
	const memory = (memories.get(key) ?? { hasFailed: false }) as PollMemory<State>;
	memories.set(key, memory);
	return {
		hasFailed: () => memory.hasFailed,
		/**
		 * @param stored as n8n hands it in
		 * @returns the newest state; `isLast` if it is that of the last poll
		 */
		newest: (stored: State, watchKey: string) => {
			const { quiet, polledAt } = memory;
			const isBehind = quiet?.watchKey === watchKey && quiet.polledAt > stored.polledAt;
			const state = isBehind ? quiet : stored;
			return { state, isLast: state.polledAt === polledAt };
		},
		succeeded: (state: State | undefined, hasItems: boolean): void => {
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
