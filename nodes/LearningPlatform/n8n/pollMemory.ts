/** What a poll stores in n8n: what it watches, and when it began, in ms since the epoch. */
interface PollState {
	watchKey: string;
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

/** By `triggerKey`, for as many triggers as there are. */
const memories = new Map<string, PollMemory<PollState>>();

/**
 * Returns what this process knows of a trigger. n8n stores the state of a poll only when the poll returns items, and when
 * it publishes the workflow, so it may hand in an older one.
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
