import { listAt } from '../catalog/knownLists';
import { readList } from '../list';
import { withLabels } from '../labels';
import { openShape } from '../shape';
import type { Observation, TriggerEvent } from './changes';
import { allChangedSince, boundOf, datesOf, type ChangesFrom } from './changesFrom';
import { openObserver } from './observer';
import type { Poll } from './settings';
import type { State } from './state';

/**
 * Reads the list or its changes. A poll that only remembers records reads the list twice and merges the results: if a
 * record is removed during the read, another may move to a page that was already read.
 *
 * @param changesFrom limits the read to changes. Discard a result with `isFiltered: false`: the filter was ignored.
 * @param isSample true to stop after the first page that has a record to report
 * @param read what was read a moment ago
 */
export async function readWatchedList(
	poll: Poll,
	before: State | undefined,
	changesFrom?: ChangesFrom,
	{ isSample = false, read }: { isSample?: boolean; read?: ReadonlyMap<string, Observation> } = {},
) {
	const { client, compared, listing } = poll;
	const { output, recordType, labels } = poll.items;
	const isReporting = before !== undefined || poll.emitOnFirstRun;
	const wanted: ReadonlySet<TriggerEvent> = isReporting ? compared.triggerOn : new Set();
	const { add, observed, ids } = openObserver(poll, before, wanted);
	const { idFields } = ids();
	const shape = openShape(output, {
		...recordType,
		labels,
		...(idFields && { identity: idFields }),
		...(changesFrom && { columns: before?.columns }),
	});
	const dates = datesOf(poll.schedule.changedBy ?? '');
	const { withPathIds } = listAt(listing.path);
	const { bound, filters = listing.filters } = changesFrom
		? boundOf(listing.filters, changesFrom)
		: {};
	const options = { overlap: !isSample, bound, latestWins: true };
	let [pages, count, isFiltered] = [0, 0, true];
	for (let times = isReporting || read ? 1 : 2; times > 0; times -= 1) {
		count = 0;
		for await (const page of readList(client, { ...listing, filters }, options)) {
			pages += 1;
			count += page.records.length;
			// The columns and the latest date also cover records that Name Contains filters out.
			shape.note(page.sent.map((record) => withLabels(withPathIds(record), labels)));
			dates.note(page.sent, page.date ?? Date.now() / 1_000);
			add(page);
			isFiltered = !changesFrom || allChangedSince(page.sent, changesFrom);
			if (!isFiltered || (isSample && observed.size > 0)) break;
		}
	}
	const all = isReporting ? observed : new Map([...(read ?? []), ...observed]);
	const result = { ...ids(), observed: all, shape, count, pages, latest: dates.latest() };
	return { ...result, changesFrom, isFiltered, wanted };
}
