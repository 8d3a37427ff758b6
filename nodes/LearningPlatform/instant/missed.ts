import { Failure } from '../failures/failure';
import { openStaticData } from '../n8n/staticData';
import { wordedForNode } from '../nodeErrors';
import { DAY_MS } from '../values/dates';
import { memoryOf, startOfProcess } from './memory';
import { createdMs, readPages, request, sentText, type Subscriber } from './requests';

const HOUR_MS = 3_600_000;

/** The platform keeps events for 90 days. Subtracting one hour leaves time for the request. */
const KEPT_MS = 90 * DAY_MS - HOUR_MS;

/** The platform retries for 27 hours and 35 minutes: older events had arrived or failed by the last request. */
const TRIED_MS = 36 * HOUR_MS;

/** Events sent this recently may still arrive. */
const UNDER_WAY_MS = 60_000;

/** The longest time range that a request may cover, minus a margin for rounding. */
const WINDOW_MS = 3 * DAY_MS - 2_000;

/**
 * Requests the events that n8n missed or, the first time, all events that the platform has stored. n8n might save the
 * time of this request only when it activates the workflow, so some events are requested again after a restart.
 */
export async function requestMissed(subscriber: Subscriber, id: string): Promise<void> {
	const memory = memoryOf(subscriber);
	memory.requesting ??= findAndRequest(subscriber, id).finally(() => {
		memory.requesting = undefined;
	});
	await memory.requesting;
}

async function findAndRequest(subscriber: Subscriber, id: string): Promise<void> {
	const memory = memoryOf(subscriber);
	// Publishing starts a new set, but not for a search that is still running.
	const { requested } = memory;
	const staticData = openStaticData(subscriber.context);
	const { askedUntil = 0 } = (staticData.newest() ?? {}) as { askedUntil?: unknown };
	const { failed, lost, now } = await findMissed(subscriber, id, Number(askedUntil), requested);
	const events = failed.size + lost.size;
	const requestAgain = async (route: string, missed: ReadonlyMap<string, number>) => {
		const path = `/${id}/events/${route}`;
		for (const { from, to, keys } of retryWindows(missed)) {
			const body = { startDate: isoText(from), endDate: isoText(to + 1_000) };
			await request(subscriber, path, { method: 'POST', body });
			// Recorded now: if a later request fails, this one must not be repeated.
			for (const key of keys) requested.add(key);
		}
	};
	const requesting = requestAgain('retry-failure', failed).then(async () => {
		await requestAgain('retry-success', lost);
	});
	const rejection = await requesting.then(() => undefined, rejectionIn);
	if (rejection && !memory.isRejectionLogged) {
		const facts = { events, error: wordedForNode(rejection).step };
		subscriber.log.write('missedRejected', facts);
	}
	memory.isRejectionLogged = rejection !== undefined;
	if (rejection) return;
	if (events > 0) subscriber.log.write('missedRequested', { events });
	memory.isStartMissed &&= false;
	const state = { askedUntil: now, polledAt: Date.now() };
	staticData.store(state);
}

/**
 * Finds the events that have not arrived.
 *
 * @param askedUntil the time of the last request, in ms since the epoch; 0 if there was none
 * @returns the failed events, those lost during n8n's startup, and the time according to the service
 */
async function findMissed(
	subscriber: Subscriber,
	id: string,
	askedUntil: number,
	requested: ReadonlySet<string>,
) {
	// n8n's clock may be wrong, so the first response replaces this time.
	let now = Date.now();
	const find = async (status: string, from: number, to = Infinity) => {
		/** In ms since the epoch. The key includes the status because a pending event may fail later. */
		const missed = new Map<string, number>();
		const pages = readPages(subscriber, `/${id}/events`, { status, from });
		for await (const { records, date } of pages) {
			if (date !== undefined) now = date * 1_000;
			for (const record of records) {
				const [key, at = NaN] = [`${sentText(record._id)} ${status}`, createdMs(record)];
				if (at < to && !requested.has(key)) missed.set(key, at);
			}
		}
		return missed;
	};
	const since = Math.max(now - KEPT_MS, Math.min(now, askedUntil) - TRIED_MS);
	const requestedAt = performance.now();
	const failed = await find('failed', since);
	const pending = await find('pending', since, now - UNDER_WAY_MS);
	const start = startOfProcess(now, requestedAt);
	// Until n8n has loaded its workflows, it answers with 200, so the platform considers the events delivered.
	const { isStartMissed } = memoryOf(subscriber);
	const lost = isStartMissed
		? await find('delivered', start.from, start.to)
		: new Map<string, number>();
	return { failed: new Map([...failed, ...pending]), lost, now };
}

/** Returns a rejection for a missing scope: a manually created subscription needs only the read scopes. @throws other errors */
function rejectionIn(error: unknown): Failure {
	if (error instanceof Failure && error.lacksScope) return error;
	throw error;
}

const isoText = (ms: number) => new Date(ms).toISOString();

/** Returns the fewest time ranges, each at most three days long, that cover all events. */
export function retryWindows(missed: ReadonlyMap<string, number>) {
	const windows: { from: number; to: number; keys: string[] }[] = [];
	for (const [key, at] of [...missed].sort(([, a], [, b]) => a - b)) {
		const last = windows.at(-1);
		if (last && at - last.from <= WINDOW_MS) {
			last.to = at;
			last.keys.push(key);
		} else windows.push({ from: at, to: at, keys: [key] });
	}
	return windows;
}
