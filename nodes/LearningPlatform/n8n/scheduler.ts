import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import type { ListingLog } from './log';
import { abortable } from '../values/promises';

/**
 * n8n puts its schedule above the fields of every polling node, with one poll a minute. Of two fields with one
 * name the last one has the default, and n8n shows none of the type `hidden`.
 */
export const pollTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'hidden',
	default: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
};

/** n8n 2 answers this without its scheduler, and does not enforce it. */
const UNENFORCED_BUDGET_MS = 5 * 60_000;

/**
 * Returns how long a poll may take in the scheduler of n8n 2, which silently drops the items of a longer one. There is no
 * limit without it.
 */
export function pollBudgetMs(
	context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>,
): number | undefined {
	const budgetMs = context.getPollBudgetMs?.();
	return budgetMs === UNENFORCED_BUDGET_MS ? undefined : budgetMs;
}

/** Returns a signal that fires when the time of the poll is up, with the error as its reason. */
export function pollDeadline(context: IPollFunctions, listName: string): AbortSignal {
	const deadline = new AbortController();
	const budgetMs = pollBudgetMs(context);
	if (budgetMs === undefined) return deadline.signal;
	const end = () => {
		const tooSlow = new UserFacingError(
			`The list of ${listName} could not be read in the ${budgetMs / 1_000} seconds that n8n allows for a poll`,
			"Narrow the list with Filters, or allow more time: raise N8N_SCHEDULER_POLL_TIMEOUT in n8n's environment, and N8N_SCHEDULER_LEASE_DURATION (60 seconds unless set) to at least the same. No change is lost: the next poll that succeeds reports it.",
			{ schedulerCause: 'temporarily-unavailable' },
		);
		deadline.abort(tooSlow);
	};
	AbortSignal.timeout(budgetMs).addEventListener('abort', end, { once: true });
	return deadline.signal;
}

/** Identifies a trigger in this process. Nodes that were pasted as JSON can have the same ID; their names differ. */
export function triggerKey(context: Pick<IPollFunctions, 'getWorkflow' | 'getNode'>): string {
	return `${context.getWorkflow().id ?? ''}:${context.getNode().name}`;
}

/** The running polls by trigger, each with the contexts of the polls that wait for its end. */
const runningPolls = new Map<string, { end: Promise<unknown>; waiting: Set<IPollFunctions> }>();

/**
 * n8n's scheduler stores the state after a poll, on a busy machine up to this much later. A poll in between would report
 * the same changes again.
 */
const STORED_WITHIN_MS = 10_000;

/** When a poll of a trigger last reported changes, from `performance.now()`. */
const reportedAt = new Map<string, number>();

/**
 * Runs a poll, but first waits for a running one of the same trigger: both would report the same changes. After its
 * success there is nothing left to do. Returning `null` at once would mean success to n8n. Polls that pile up are
 * an error, except the first poll of a workflow that is published again: n8n 1 would deactivate it, and later activate
 * it as it was before.
 *
 * @param signal ends the waiting
 * @returns `null` when the poll was not run
 * @throws UserFacingError when another poll is waiting, `signal.reason`, or the error of `poll`
 */
export async function runAlone<T>(
	context: IPollFunctions,
	{ log, signal }: { log: ListingLog; signal: AbortSignal },
	poll: () => Promise<T>,
): Promise<T | null> {
	const key = triggerKey(context);
	const running = runningPolls.get(key);
	const isScheduled = pollBudgetMs(context) !== undefined;
	if (!running) {
		const sinceReport = performance.now() - (reportedAt.get(key) ?? -Infinity);
		if (!isScheduled || sinceReport > STORED_WITHIN_MS) return await run(key, poll);
		log.warn('poll skipped, the last one has only just reported changes');
		return null;
	}
	const { waiting } = running;
	// With the scheduler each poll has a context of its own; else all share one until the workflow is published again.
	if (isScheduled ? waiting.size > 0 : waiting.has(context)) {
		log.warn('poll skipped, the last one was still running');
		throw new UserFacingError(
			'The last poll is still running, and another one is waiting for it',
			'Reading the list takes longer than the interval between polls. Poll less often, or narrow the list with Filters. The poll that is running will report its changes.',
			{ schedulerCause: 'temporarily-unavailable' },
		);
	}
	waiting.add(context);
	const ended = abortable(Promise.allSettled([running.end]), signal);
	const [{ status }] = await ended.finally(() => waiting.delete(context));
	if (status === 'rejected') return await runAlone(context, { log, signal }, poll);
	log.warn('poll skipped, the last one was still running');
	return null;
}

async function run<T>(key: string, poll: () => Promise<T>): Promise<T> {
	const end = poll();
	runningPolls.set(key, { end, waiting: new Set() });
	try {
		const result = await end;
		if (result !== null) reportedAt.set(key, performance.now());
		return result;
	} finally {
		runningPolls.delete(key);
	}
}
