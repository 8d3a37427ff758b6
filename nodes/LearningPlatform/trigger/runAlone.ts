import { UserFacingError } from '../transport/errors';
import type { ListingLog } from '../transport/log';
import { abortable } from '../transport/promises';

interface RunningPoll {
	end: Promise<unknown>;
	/** Whether the next poll waits for it. */
	isAwaited: boolean;
}

/** The polls that are running in this process, by their trigger. */
const runningPolls = new Map<string, RunningPoll>();

/**
 * n8n's scheduler reads what a trigger remembers before it starts the poll, and stores it after the poll has ended. On
 * a busy machine so much can lie between: a poll that starts meanwhile would report the same changes again.
 */
const STORED_WITHIN_MS = 10_000;

/** When a poll of a trigger last reported changes, as `performance.now()` counts. */
const reportedAt = new Map<string, number>();

/**
 * Runs a poll unless another one of the same trigger is running, since both would report the same changes.
 * Then it waits: a poll that follows a successful one has nothing to do, one that follows a failed one runs.
 * To end at once with `null` would mean to n8n that all is well, and to end with an error would keep a workflow
 * from being saved in the middle of a poll. But polls that pile up are an error.
 *
 * @param key identifies the trigger
 * @param options.signal ends the waiting
 * @param options.isScheduled whether n8n's scheduler runs the polls
 * @returns `null` when the poll was not run
 * @throws UserFacingError when another poll waits already, `signal.reason`, or what `poll` throws
 */
export async function runAlone<T>(
	key: string,
	poll: () => Promise<T>,
	options: { log: ListingLog; signal: AbortSignal; isScheduled: boolean },
): Promise<T | null> {
	const { log, signal, isScheduled } = options;
	const running = runningPolls.get(key);
	if (!running) {
		const sinceReport = performance.now() - (reportedAt.get(key) ?? -Infinity);
		if (!isScheduled || sinceReport > STORED_WITHIN_MS) return await run(key, poll);
		log.pollSkipped('has only just reported changes');
		return null;
	}
	if (running.isAwaited) {
		log.pollSkipped('was still running');
		throw pollsPileUp();
	}
	if (!(await hasSucceeded(running, signal))) return await runAlone(key, poll, options);
	log.pollSkipped('was still running');
	return null;
}

/** Waits for the end of a poll. */
async function hasSucceeded(running: RunningPoll, signal: AbortSignal): Promise<boolean> {
	running.isAwaited = true;
	try {
		const [{ status }] = await abortable(Promise.allSettled([running.end]), signal);
		return status === 'fulfilled';
	} finally {
		running.isAwaited = false;
	}
}

async function run<T>(key: string, poll: () => Promise<T>): Promise<T> {
	const end = poll();
	runningPolls.set(key, { end, isAwaited: false });
	try {
		const result = await end;
		if (result !== null) reportedAt.set(key, performance.now());
		return result;
	} finally {
		runningPolls.delete(key);
	}
}

function pollsPileUp(): UserFacingError {
	return new UserFacingError(
		'The last poll is still running, and another one is waiting for it',
		'Reading the list takes longer than the time between two polls. Poll less often, or narrow the list with Filters. The poll that is running will report its changes.',
		'temporarily-unavailable',
	);
}
