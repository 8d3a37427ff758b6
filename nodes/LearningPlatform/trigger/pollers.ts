/** What this process knows about one trigger node of one workflow, beside the stored state. */
interface Poller {
	isPolling: boolean;
	/** The scope whose list was empty at the last poll, although records were known. */
	emptyScope: string | undefined;
}

const pollers = new Map<string, Poller>();

/**
 * Runs a poll, unless the last one of the same trigger is still running: both would tell the same changes.
 *
 * @param key identifies workflow and node
 * @returns `null` when the poll was not run
 */
export async function runAlone<T>(key: string, poll: () => Promise<T>): Promise<T | null> {
	const poller = pollerOf(key);
	if (poller.isPolling) return null;
	poller.isPolling = true;
	try {
		return await poll();
	} finally {
		poller.isPolling = false;
	}
}

/**
 * Notes whether the list of known records came back empty.
 *
 * This is not kept with the state: n8n does not store that after a failed poll, and a poll that fails when a
 * workflow is activated is repeated from what is stored, so the list would be empty for the first time forever.
 *
 * @returns whether it was empty at the poll before as well
 */
export function noteEmptiness(key: string, scope: string, isEmpty: boolean): boolean {
	const poller = pollerOf(key);
	const wasEmpty = poller.emptyScope === scope;
	poller.emptyScope = isEmpty && !wasEmpty ? scope : undefined;
	return wasEmpty;
}

function pollerOf(key: string): Poller {
	const poller = pollers.get(key) ?? { isPolling: false, emptyScope: undefined };
	pollers.set(key, poller);
	return poller;
}
