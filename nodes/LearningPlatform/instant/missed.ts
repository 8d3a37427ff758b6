import { UserFacingError } from '../errors';
import { memoryOf, startOfProcess } from './memory';
import { eventsPathOf, hasStatus, readPages, request, sentText, type Subscriber } from './requests';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long the platform keeps events, minus an hour for the request. */
const KEPT_MS = 90 * DAY_MS - HOUR_MS;

/** The platform itself tries for 27 hours and 35 minutes: older events have failed before. */
const TRIED_MS = 36 * HOUR_MS;

/** Events sent this recently may still arrive. */
const UNDER_WAY_MS = 60_000;

/** The longest range of one request, minus the second of rounding. */
const WINDOW_MS = 3 * DAY_MS - 2_000;

/**
 * Asks for the events that n8n has missed; at first for all that are kept. n8n may store the time only when it activates
 * the workflow, so some events are asked for again after a restart.
 */
export async function askForMissed(subscriber: Subscriber, id: string): Promise<void> {
	const memory = memoryOf(subscriber);
	memory.asking ??= findAndAsk(subscriber, id).finally(() => {
		memory.asking = undefined;
	});
	await memory.asking;
}

async function findAndAsk(subscriber: Subscriber, id: string): Promise<void> {
	const { context, log } = subscriber;
	const memory = memoryOf(subscriber);
	const { asked } = memory;
	const staticData = context.getWorkflowStaticData('node');
	/** By the service's clock, as soon as it has answered: the clock of n8n may be wrong. */
	let now = Date.now();
	/** Each event by ID and status, as a pending one may fail later, and its time in ms since the epoch. */
	const missed: { event: string; at: number }[] = [];
	const find = async (status: string, from: number, to = Infinity) => {
		const createdAt = { operator: 'gte', values: [new Date(from).toISOString()] } as const;
		const filters = [{ field: 'createdAt', ...createdAt }, hasStatus(status)];
		for await (const { records, date } of readPages(subscriber, eventsPathOf(id), filters)) {
			if (date !== undefined) now = date * 1_000;
			for (const each of records) {
				const at = Date.parse(sentText(each.createdAt));
				const event = `${sentText(each._id)} ${status}`;
				if (at < to && !asked.has(event)) missed.push({ event, at });
			}
		}
	};
	const askedUntil = Math.min(now, Number(staticData.askedUntil ?? 0));
	const since = Math.max(now - KEPT_MS, askedUntil - TRIED_MS);
	const askedAt = performance.now();
	await find('failed', since);
	await find('pending', since, now - UNDER_WAY_MS);
	const start = startOfProcess(now, askedAt);
	// Before n8n knows its workflows it answers every request with 200, so the platform considers events lost then as delivered.
	if (memory.isStartMissed) await find('delivered', start.from, start.to);
	const facts = { events: missed.length };
	const mayAsk = await ask(subscriber, id, { missed, asked }).catch((error: unknown) => {
		// The scopes for reading are enough for a subscription that somebody made by hand.
		if (!(error instanceof UserFacingError) || error.lacks !== 'scope') throw error;
		const text = `${missed.length} missed, and they cannot be asked for: ${error.step}`;
		if (!memory.isRefusalLogged) log.warn(text, facts);
		return false;
	});
	memory.isRefusalLogged = !mayAsk;
	if (!mayAsk) return;
	if (missed.length > 0) log.info(`${missed.length} missed, asked for again`, facts);
	memory.isStartMissed &&= false;
	staticData.askedUntil = now;
}

async function ask(
	subscriber: Subscriber,
	id: string,
	{ missed, asked }: { missed: { event: string; at: number }[]; asked: Set<string> },
) {
	for (const route of ['retry-failure', 'retry-success']) {
		const isSuccess = route === 'retry-success';
		const ofRoute = missed.filter(({ event }) => event.endsWith(' delivered') === isSuccess);
		for (const body of retryWindows(ofRoute.map(({ at }) => at))) {
			const path = `/${id}/events/${route}`;
			await request(subscriber, 'webhooks:write', path, { method: 'POST', body });
			// A later request that fails must not repeat this one.
			const [from, to] = [Date.parse(body.startDate), Date.parse(body.endDate)];
			for (const { event, at } of ofRoute) if (at >= from && at < to) asked.add(event);
		}
	}
	return true;
}

/** The fewest ranges of at most three days that contain all moments. @param moments in ms since the epoch */
export function retryWindows(moments: number[]): { startDate: string; endDate: string }[] {
	const windows: { from: number; to: number }[] = [];
	for (const at of [...moments].sort((a, b) => a - b)) {
		const last = windows.at(-1);
		if (last && at - last.from <= WINDOW_MS) last.to = at;
		else windows.push({ from: at, to: at });
	}
	return windows.map(({ from, to }) => ({
		startDate: new Date(from).toISOString(),
		endDate: new Date(to + 1_000).toISOString(),
	}));
}
