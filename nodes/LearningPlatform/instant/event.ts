import type { IDataObject } from 'n8n-workflow';

import { namesBesideIds } from '../catalog/names';
import { namesFor, withNames } from '../names';
import { isObject } from '../values/fieldPath';
import { sampleData } from './eventTypes';
import type { InstantSettings } from './form';
import { readAll, type Subscriber, sentText } from './subscription';

/** Of the 15 s that the platform waits for an answer. */
const NAMES_MS = 8_000;

/** An item of an event: the fields of its `data`, or of a statement, and what it is. @param id of the delivery */
export function itemOf(body: object, id: string, eventType: string): IDataObject {
	const { type, timestamp, data } = body as { type?: unknown; timestamp?: unknown; data?: unknown };
	const fields = isObject(data) ? data : body;
	const isTime = typeof timestamp === 'number' || typeof timestamp === 'string';
	const time = new Date(isTime ? timestamp : Date.now());
	return {
		...fields,
		eventType: typeof type === 'string' ? type : eventType,
		eventId: id,
		eventTime: (Number.isNaN(time.getTime()) ? new Date() : time).toISOString(),
	};
}

/** Puts names beside the IDs of an event. It comes with empty names where they cannot be had in time. */
export async function named(
	{ context, log }: Subscriber,
	item: IDataObject,
	{ addNames }: Pick<InstantSettings, 'addNames'>,
): Promise<IDataObject> {
	const names = namesBesideIds('', addNames);
	if (names.size === 0) return item;
	const stopSignal = AbortSignal.timeout(NAMES_MS);
	try {
		const { addTo, close } = await namesFor(
			context,
			{ path: '', maxRetries: 2, log, stopSignal },
			names,
		);
		try {
			const [found = item] = await addTo([item]);
			return found;
		} finally {
			close();
		}
	} catch (error) {
		log.unnamed(stopSignal.aborted ? 'they took too long' : (error as Error).message);
		return withNames(item, names);
	}
}

/** An event to try a workflow with: the newest that the platform keeps for anybody, or one that is made up. */
export async function testEvent(
	subscriber: Subscriber,
	settings: InstantSettings,
): Promise<IDataObject> {
	const { eventType } = settings;
	const newest = await newestEvent(subscriber);
	if (newest) {
		return await named(
			subscriber,
			itemOf(newest.payload as object, sentText(newest._id), eventType),
			settings,
		);
	}
	const timestamp = Date.now();
	const data = sampleData(eventType, new Date(timestamp).toISOString());
	const sample = itemOf({ type: eventType, timestamp, data }, 'msg_sample', eventType);
	return { ...withNames(sample, namesBesideIds('', settings.addNames)), isSample: true };
}

/** How far back to look for events, in ms: a busy platform has thousands a day, and somebody waits. */
const SPANS_MS = [3_600_000, 86_400_000, 90 * 86_400_000];

async function newestEvent(subscriber: Subscriber): Promise<IDataObject | undefined> {
	const all = await readAll(subscriber, 'webhooks/subscriptions');
	const paths = all
		.filter(({ eventType }) => eventType === subscriber.eventType)
		.map(({ _id }) => `webhooks/subscriptions/${sentText(_id)}/events`);
	for (const span of SPANS_MS) {
		const since = new Date(Date.now() - span).toISOString();
		const filters = [{ field: 'createdAt', operator: 'gte', values: [since] }];
		const events: IDataObject[] = [];
		for (const path of paths) events.push(...(await readAll(subscriber, path, filters)));
		const [newest] = events
			.filter(({ payload }) => isObject(payload) && Object.keys(payload).length > 0)
			.sort((a, b) => sentText(b.createdAt).localeCompare(sentText(a.createdAt)));
		if (newest) return newest;
	}
	return undefined;
}
