import type { IPollFunctions } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import type { ListingLog } from './log';
import { pollBudgetMs } from './pollTimes';
import { triggerKey } from './staticData';
import { abortable } from '../values/promises';

/** Returns a signal that is aborted when a poll reaches its time limit. Its reason is an error for the user. */
export function pollDeadline(context: Partial<IPollFunctions>, listName: string): AbortSignal {
	const deadline = new AbortController();
	const budgetMs = pollBudgetMs(context);
	if (budgetMs === undefined) return deadline.signal;
	const tooSlow = new UserFacingError(
		`The list of ${listName} could not be read within the ${budgetMs / 1_000} seconds that n8n allows for a poll`,
		"Narrow the list with Filters, or allow more time: in n8n's environment, raise N8N_SCHEDULER_POLL_TIMEOUT, and set N8N_SCHEDULER_LEASE_DURATION (default: 60 seconds) to at least the same value. No changes are lost: the next successful poll reports them.",
		{ schedulerCause: 'temporarily-unavailable' },
	);
	AbortSignal.timeout(budgetMs).addEventListener('abort', () => {
		deadline.abort(tooSlow);
	});
	return deadline.signal;
}

/** The running polls by trigger, each with the contexts of the polls that are waiting for it to end. */
const runningPolls = new Map<string, { end: Promise<unknown>; waiting: Set<IPollFunctions> }>();

/** n8n's scheduler may need this long to store a poll's state; until then, a new poll would report the same changes. */
const STORED_WITHIN_MS = 10_000;

/** When each trigger last reported changes, in `performance.now()` time. */
const reportedAt = new Map<string, number>();

/**
 * Runs a poll. If the trigger's previous poll is still running, waits for it and skips this poll if that one succeeds,
 * because both would report the same changes. Waits because n8n treats an immediate `null` as a success. Throws an
 * error if polls pile up, except for the first poll after republishing: an error at that point would make n8n 1
 * deactivate the workflow and later activate its old version.
 *
 * @param signal stops the wait
 * @returns `null` if the poll was skipped
 * @throws UserFacingError if another poll is already waiting, `signal.reason`, or the error of `poll`
 */
export async function runExclusively<T>(
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
		log.write('pollReported');
		return null;
	}
	const { waiting } = running;
	// Each scheduled poll has its own context. Other polls share a context until the workflow is republished.
	if (isScheduled ? waiting.size > 0 : waiting.has(context)) {
		throw new UserFacingError(
			'The previous poll is still running, and another poll is already waiting',
			'Reading the list takes longer than the interval between polls. Poll less often, or narrow the list with Filters. The running poll will report the changes.',
			{ schedulerCause: 'temporarily-unavailable' },
		);
	}
	const waitingSince = performance.now();
	waiting.add(context);
	const ended = abortable(Promise.allSettled([running.end]), signal);
	const [{ status }] = await ended.finally(() => waiting.delete(context));
	log.write('pollWaited', { ms: Math.round(performance.now() - waitingSince) });
	if (status === 'rejected') return await runExclusively(context, { log, signal }, poll);
	log.write('pollRunning');
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
