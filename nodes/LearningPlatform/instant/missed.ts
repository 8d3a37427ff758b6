import { UserFacingError } from '../errors';
import { change, readAll, sentText, SUBSCRIPTIONS, type Subscriber } from './requests';
import { memoryOf, subscribe, unpublish } from './subscription';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long the platform keeps events, but for an hour in which the request is on its way. */
const KEPT_MS = 90 * DAY_MS - HOUR_MS;

/** The platform itself tries for 27 hours and 35 minutes: what is older has failed before. */
const TRIED_MS = 36 * HOUR_MS;

/** What was sent this recently may still arrive. */
const UNDER_WAY_MS = 60_000;

/** The longest time that one request can ask for, without the second by which it is rounded. */
const WINDOW_MS = 3 * DAY_MS - 2_000;

/** At each poll: finds the subscription or makes it again, and asks for what n8n has missed. */
export async function lookAfter(subscriber: Subscriber): Promise<null> {
	const isUnpublished = () => memoryOf(subscriber).isUnpublished;
	if (subscriber.url === '' || isUnpublished()) return null;
	const id = await subscribe(subscriber);
	await (isUnpublished() ? unpublish(subscriber) : askForMissed(subscriber, id));
	return null;
}

/**
 * Asks for the events that n8n has missed; at first for all that are kept. n8n may store the time only when it activates
 * the workflow, because these polls return no items: after a restart some events are asked for again.
 */
async function askForMissed(subscriber: Subscriber, id: string): Promise<void> {
	const { context, log } = subscriber;
	const memory = memoryOf(subscriber);
	const staticData = context.getWorkflowStaticData('node');
	const now = Date.now();
	const since = Math.max(now - KEPT_MS, Number(staticData.askedUntil ?? 0) - TRIED_MS);
	const sought = [
		{ status: 'failed', from: since, to: Infinity, route: 'retry-failure' },
		{ status: 'pending', from: since, to: now - UNDER_WAY_MS, route: 'retry-failure' },
		// Before n8n knows its workflows it answers every request with 200, so what it lost then counts as delivered.
		{
			status: 'delivered',
			from: performance.timeOrigin,
			to: memory.startedAt,
			route: 'retry-success',
		},
	];
	const missed: { event: string; at: number; route: string }[] = [];
	for (const { status, from, to, route } of sought.filter((each) => each.from < each.to)) {
		const filters = [
			{ field: 'createdAt', operator: 'gte', values: [new Date(from).toISOString()] },
			{ field: 'status', operator: 'eq', values: [status] },
		];
		for (const found of await readAll(subscriber, `${SUBSCRIPTIONS}/${id}/events`, filters)) {
			const [event, at] = [sentText(found._id), Date.parse(sentText(found.createdAt))];
			if (at < to && !memory.asked.has(event)) missed.push({ event, at, route });
		}
	}
	const count = missed.length;
	const ask = async () => {
		for (const route of new Set(missed.map((each) => each.route))) {
			const ofRoute = missed.filter((each) => each.route === route);
			for (const body of retryWindows(ofRoute.map(({ at }) => at))) {
				await change(subscriber, `/${id}/events/${route}`, { method: 'POST', body });
				// A later request that fails must not repeat this one.
				const [from, to] = [Date.parse(body.startDate), Date.parse(body.endDate)];
				const asked = ofRoute.filter(({ at }) => at >= from && at < to);
				for (const { event } of asked) memory.asked.add(event);
			}
		}
		if (count > 0) log.info(`${count} missed, asked for again`, { events: count });
	};
	await ask().catch((error: unknown) => {
		// Who has subscribed by hand, with two scopes for reading, still hears of what comes.
		if (!(error instanceof UserFacingError) || error.lacks !== 'scope') throw error;
		log.warn(`${count} missed, and they cannot be asked for: ${error.step}`, { events: count });
		for (const { event } of missed) memory.asked.add(event);
	});
	memory.startedAt = 0;
	staticData.askedUntil = now;
}

/** As few times of at most three days as hold all moments. @param moments in ms since the epoch */
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
