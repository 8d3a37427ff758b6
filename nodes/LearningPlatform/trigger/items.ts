import type { INodeExecutionData } from 'n8n-workflow';

import { recordOf } from '../catalog/identity';
import { pathIdsAdder } from '../list';
import { namesFor } from '../names';
import type { Change } from './changes';
import { idOfKey } from './keys';
import { listingOf, type PollContext, type Reading } from './reading';
import type { TriggerSettings } from './settings';

/**
 * The items that a poll emits, one for each change, in the shape that Output asks for and with names; `null` when nothing
 * happened, so that no execution starts.
 *
 * @param triggerTime when the poll began, ISO 8601
 * @returns also the columns of the whole list, and the Output Fields that no record has
 * @throws UserFacingError where names cannot be read
 */
export async function itemsOf(
	poll: PollContext,
	settings: TriggerSettings,
	{ records, idFields = [], shape }: Reading,
	told: readonly Change[],
	triggerTime: string,
) {
	const withIds = pathIdsAdder(settings.target.path);
	// Of a removed record only the key is remembered. Removals come first.
	const removed = told.filter(({ event }) => event === 'removed');
	shape.add(removed.map(({ key }) => withIds(recordOf(idOfKey(key), idFields))));
	const others = told.slice(removed.length).map(({ key }) => withIds(records.get(key) ?? {}));
	const { addTo, close } = await namesFor(poll.context, listingOf(poll, settings), settings.names);
	try {
		shape.add(await addTo(others));
	} finally {
		close();
	}
	const shaped = shape.finish();
	const items: INodeExecutionData[] = told.map(({ event }, at) => ({
		json: { ...shaped.records[at], triggerEvent: event, triggerTime },
	}));
	return {
		items: items.length === 0 ? null : [items],
		columns: shaped.columns,
		missingFields: items.length === 0 ? [] : shaped.missingFields,
	};
}
