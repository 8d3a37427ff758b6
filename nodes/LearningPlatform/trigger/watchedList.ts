import type { IAllExecuteFunctions, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { pathIdsAdder, readList, type Listing, type ReadOptions } from '../list';
import { namesFor, withNames } from '../names';
import { openShape, type RecordKind } from '../shape';
import type { TriggerEvent } from './changes';
import type { TriggerSettings } from './settings';

export type WatchedList = ReturnType<typeof watchedList>;

/** Returns functions that read the watched list and make items of its records. */
export function watchedList(
	context: IAllExecuteFunctions,
	listing: Listing,
	{ output, kind, names }: TriggerSettings['items'],
) {
	const withIds = pathIdsAdder(listing.path);

	/** @param known from earlier polls */
	function openItems(known: Pick<RecordKind, 'idFields' | 'columns'>) {
		const shape = openShape(output, { ...kind, names, ...known });
		return {
			/** Notes all records: rows have the columns of the whole list, or a field cleared in all others would be lost. */
			note: (records: readonly IDataObject[]): void => {
				shape.note(records.map((record) => withNames(withIds(record), names)));
			},
			/** @returns the items, `null` for none, so that no execution starts; the columns, and the missing Output Fields */
			finish: async (
				reported: readonly { event: TriggerEvent; record: IDataObject }[],
				triggerTime: string,
			) => {
				const records = reported.map(({ record }) => withIds(record));
				// Removals come first, and have no names.
				const removals = reported.filter(({ event }) => event === 'removed').length;
				shape.add(records.slice(0, removals));
				const { addTo, close } = await namesFor(context, listing, names);
				shape.add(await addTo(records.slice(removals)).finally(close));
				const { columns, missingFields, ...shaped } = shape.finish();
				if (reported.length === 0) return { items: null, columns, missingFields: [] };
				const items: INodeExecutionData[] = reported.map(({ event }, at) => ({
					json: { ...shaped.records[at], triggerEvent: event, triggerTime },
				}));
				return { items: [items], columns, missingFields };
			},
		};
	}

	return {
		path: listing.path,
		pages: (options: ReadOptions) => readList(context, listing, { ...options, latestWins: true }),
		openItems,
	};
}
