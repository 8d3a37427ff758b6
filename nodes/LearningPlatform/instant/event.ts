import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { namesFor, withNames } from '../names';
import { isObject } from '../values/fieldPath';
import { eventsPathOf, readAll, sentText, SUBSCRIPTIONS, type Subscriber } from './requests';

/** Part of the 15 s that the platform waits for an answer. */
const NAMES_MS = 8_000;

/** How far back to look for events, in ms: a busy platform has thousands a day, and a person is waiting. */
const SPANS_MS = [3_600_000, 86_400_000, 90 * 86_400_000];

/** An item of an event: the fields of its `data`, or of a statement, and its type. @param id of the delivery */
export function itemOf(body: object, id: string, eventType: string): IDataObject {
	const { type, timestamp, data } = body as Partial<Record<string, unknown>>;
	const time = new Date((timestamp ?? NaN) as number | string);
	return {
		...(isObject(data) ? data : body),
		eventType: typeof type === 'string' ? type : eventType,
		eventId: id,
		eventTime: (Number.isNaN(time.getTime()) ? new Date() : time).toISOString(),
	};
}

/** Adds names next to the IDs of an event: empty names if they cannot be read in time. */
export async function named(
	{ context, log, names }: Subscriber,
	item: IDataObject,
): Promise<IDataObject> {
	if (names.size === 0) return item;
	const stopSignal = AbortSignal.timeout(NAMES_MS);
	try {
		const listing = { path: '', maxRetries: 2, log, stopSignal };
		const { addTo, close } = await namesFor(context, listing, names);
		const [found = item] = await addTo([item]).finally(close);
		return found;
	} catch (error) {
		const why = stopSignal.aborted ? 'they took too long' : (error as Error).message;
		log.warn(`names left empty: ${why}`);
		return withNames(item, names);
	}
}

/** Returns the newest event of the type that the platform keeps, to try a workflow with. @throws UserFacingError */
export async function testEvent(subscriber: Subscriber): Promise<IDataObject> {
	const { eventType } = subscriber;
	const subscriptions = await readAll(subscriber, SUBSCRIPTIONS);
	const ofType = subscriptions.filter((each) => each.eventType === eventType);
	const paths = ofType.map(({ _id }) => eventsPathOf(_id));
	for (const span of SPANS_MS) {
		const since = new Date(Date.now() - span).toISOString();
		const filters = [{ field: 'createdAt', operator: 'gte', values: [since] }];
		const kept = await Promise.all(paths.map((path) => readAll(subscriber, path, filters)));
		const [newest] = kept
			.flat()
			.filter(({ payload }) => isObject(payload) && Object.keys(payload).length > 0)
			.sort((a, b) => sentText(b.createdAt).localeCompare(sentText(a.createdAt)));
		if (newest) {
			const item = itemOf(newest.payload as object, sentText(newest._id), eventType);
			return await named(subscriber, item);
		}
	}
	throw new UserFacingError(
		`The platform keeps no event of the type ${eventType} yet`,
		'It keeps events once a workflow has subscribed to them. Publish this workflow, make the event happen on the platform, and fetch the test event again.',
	);
}
