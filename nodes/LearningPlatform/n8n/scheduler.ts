import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import type { ListingLog } from './log';
import { abortable } from '../values/promises';

/**
 * Changes n8n's default of one poll a minute. n8n adds a field with this name to every polling node, takes the default of
 * the last field with the name, and shows no `hidden` field.
 */
export const pollTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'hidden',
	default: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
};

/** Without its scheduler, n8n 2 returns this limit and does not enforce it. */
const UNENFORCED_BUDGET_MS = 5 * 60_000;

/** Returns the time limit of a poll in n8n 2's scheduler, which silently drops the items of a longer poll. */
function pollBudgetMs(context: Partial<IPollFunctions>): number | undefined {
	const budgetMs = context.getPollBudgetMs?.();
	return budgetMs === UNENFORCED_BUDGET_MS ? undefined : budgetMs;
}

/** Returns a signal that fires when the time of a poll is up, with an error as its reason. */
export function pollDeadline(context: Partial<IPollFunctions>, listName: string): AbortSignal {
	const deadline = new AbortController();
	const budgetMs = pollBudgetMs(context);
	if (budgetMs === undefined) return deadline.signal;
	const tooSlow = new UserFacingError(
		`The list of ${listName} could not be read in the ${budgetMs / 1_000} seconds that n8n allows for a poll`,
		"Narrow the list with Filters, or allow more time: raise N8N_SCHEDULER_POLL_TIMEOUT in n8n's environment, and N8N_SCHEDULER_LEASE_DURATION (60 seconds by default) to at least the same value. No change is lost: the next poll that succeeds reports it.",
		{ schedulerCause: 'temporarily-unavailable' },
	);
	AbortSignal.timeout(budgetMs).addEventListener('abort', () => {
		deadline.abort(tooSlow);
	});
	return deadline.signal;
}

/** Identifies a trigger in this process. Nodes pasted as JSON can have the same ID, but not the same name. */
export function triggerKey(context: Pick<IPollFunctions, 'getWorkflow' | 'getNode'>): string {
	return `${context.getWorkflow().id ?? ''}:${context.getNode().name}`;
}

/** The running polls by trigger, each with the contexts of the polls that wait for it. */
const runningPolls = new Map<string, { end: Promise<unknown>; waiting: Set<IPollFunctions> }>();

/** On a busy machine, n8n's scheduler stores the state this long after a poll. A poll in between would repeat changes. */
const STORED_WITHIN_MS = 10_000;

/** The times of the last polls with changes, by `performance.now()`. */
const reportedAt = new Map<string, number>();

/**
 * Runs a poll, unless another poll of the trigger is running and succeeds: both would report the same changes. It waits
 * for that success, because n8n treats an immediate `null` as a success. Polls that pile up are an error, except the first
 * poll of a workflow that is published again: n8n 1 would deactivate the workflow, and later activate its old version.
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
		log.warn('poll skipped, the last one just reported changes');
		return null;
	}
	const { waiting } = running;
	// Each poll of the scheduler has its own context. Without the scheduler, all polls share one until the next publishing.
	if (isScheduled ? waiting.size > 0 : waiting.has(context)) {
		log.warn('poll skipped, the last one was still running');
		throw new UserFacingError(
			'The last poll is still running, and another poll is waiting for it',
			'Reading the list takes longer than the interval between polls. Poll less often, or narrow the list with Filters. The running poll will report its changes.',
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
