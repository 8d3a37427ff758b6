import type { INodeExecutionData } from 'n8n-workflow';

import { MILESTONES } from '../catalog/completions';
import { recordOf } from '../catalog/identity';
import { checkOutputFields } from '../form';
import { pathIdsAdder } from '../list';
import { namesFor } from '../names';
import { diff, NOTHING, type Change, type TriggerEvent } from './changes';
import { listingOf, readPolledList, type Poll, type Reading } from './reading';
import { idOfKey } from './state';

/**
 * The items that a poll emits, one for each change, in the shape that Output asks for and with names; `null` when nothing
 * happened, so that no execution starts.
 *
 * @param triggerTime when the poll began, ISO 8601
 * @returns also the columns of the whole list, and the Output Fields that no record has
 * @throws UserFacingError where names cannot be read
 */
export async function itemsOf(
	poll: Poll,
	{ read, idFields = [], shape }: Reading,
	told: readonly Change[],
	triggerTime: string,
) {
	const withIds = pathIdsAdder(poll.target.path);
	// Of a removed record only the key is remembered. Removals come first.
	const removed = told.filter(({ event }) => event === 'removed');
	shape.add(removed.map(({ key }) => withIds(recordOf(idOfKey(key), idFields))));
	const others = told.slice(removed.length).map(({ key }) => withIds(read.get(key)?.record ?? {}));
	const { addTo, close } = await namesFor(poll.context, listingOf(poll), poll.names);
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

/** The first record of the list that shows a milestone which is asked for, or else as if it had just been added. */
export async function sampleOf(poll: Poll): Promise<INodeExecutionData[][] | null> {
	const triggerTime = new Date(Date.now()).toISOString();
	const milestones = MILESTONES.filter((event) => poll.triggerOn.has(event));
	const triggerOn = new Set<TriggerEvent>(milestones.length > 0 ? milestones : ['added']);
	const sample = { ...poll, triggerOn };
	const reading = await readPolledList(sample, undefined, undefined, true);
	const told = diff(NOTHING, reading.read, 'first', 100).changes.slice(0, 1);
	const { items, missingFields } = await itemsOf(sample, reading, told, triggerTime);
	checkOutputFields(missingFields, poll.target.path);
	poll.log.fieldsMissing(missingFields);
	return items;
}
