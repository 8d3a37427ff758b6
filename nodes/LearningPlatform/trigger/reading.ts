import type { IDataObject } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import { UserFacingError } from '../failures/userFacingError';
import { oneOf } from '../form';
import { withLabels } from '../labels';
import { readList } from '../list';
import type { ListedPage } from '../service';
import { openShape } from '../shape';
import { ID_FIELDS, identityIn, idIn, idOf } from '../values/identity';
import { eventsOf, NOTHING, type Observation } from './changes';
import { datesOf, type changesToAskFor } from './changesSince';
import type { TriggerEvent } from './events';
import { contentOf, keyOf, observe } from './observation';
import type { Poll } from './settings';
import type { State } from './state';

/**
 * Reads the list or its changes. A poll that only remembers records reads the list twice and merges the results: if a
 * record is removed during the read, another may move to a page that was already read.
 *
 * @param changesSince limits the read to changes. Discard a result with `isFiltered: false`: the filter was ignored.
 * @param isSample true to stop after the first page that has a record to report
 * @param read what was read a moment ago
 */
export async function readWatchedList(
	poll: Poll,
	before: State | undefined,
	changesSince?: ReturnType<typeof changesToAskFor>,
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
		...(changesSince && { columns: before?.columns }),
	});
	const dates = datesOf(poll.schedule.changedBy ?? '');
	const { withPathIds } = listAt(listing.path);
	const { bound, filters = listing.filters } = changesSince?.boundOf(listing.filters) ?? {};
	const options = { readsAhead: !isSample, changedSince: bound, latestWins: true };
	let [pages, count, isFiltered] = [0, 0, true];
	for (let times = isReporting || read ? 1 : 2; times > 0; times -= 1) {
		count = 0;
		for await (const page of readList(client, { ...listing, filters }, options)) {
			pages += 1;
			count += page.records.length;
			// The columns and the latest date also cover records that Name Contains filters out.
			shape.addColumnsOf(page.allRecords.map((record) => withLabels(withPathIds(record), labels)));
			dates.add(page.allRecords, page.date ?? Date.now() / 1_000);
			add(page);
			isFiltered = changesSince?.includesAll(page.allRecords) ?? true;
			if (!isFiltered || (isSample && observed.size > 0)) break;
		}
	}
	const all = isReporting ? observed : new Map([...(read ?? []), ...observed]);
	const result = { ...ids(), observed: all, shape, count, pages, latest: dates.latest() };
	return { ...result, changesSince, isFiltered, wanted };
}

/** Collects the observations of a list's records. @param wanted the events that the poll reports */
function openObserver(
	{ compared, listing }: Poll,
	before: State | undefined,
	wanted: ReadonlySet<TriggerEvent>,
) {
	const remembered = before?.remembered ?? NOTHING;
	/** By key; the last version wins. */
	const observed = new Map<string, Observation>();
	let idFields = listing.identity ?? before?.idFields;
	let numberFields = before?.numberFields;
	const ignored = new Set([...compared.ignoreFields, ...(idFields ?? [])]);
	const { movingFields } = listAt(listing.path);

	/** @throws UserFacingError for a record without an ID @param position returns e.g. `Record 3 of page 1` */
	function idAt(record: IDataObject, position: () => string): string {
		// The first record determines the ID field: otherwise, a record with a different ID field would look new.
		if (!idFields) {
			idFields = identityIn(record);
			for (const field of idFields ?? []) ignored.add(field);
		}
		const id = idOf(record, idFields);
		if (id === undefined) throw missingId(record, idFields, position());
		return id;
	}

	/** Returns true for two versions of a record, which a page can contain if the record is edited during the request. */
	function areVersions(one: IDataObject, other: IDataObject): boolean {
		if (contentOf(one, ignored) === contentOf(other, ignored)) return true;
		return idOf(one) === idOf(other) && movingFields.some((field) => one[field] !== other[field]);
	}

	return {
		observed: observed as ReadonlyMap<string, Observation>,
		/** Returns the ID fields, and the ID fields that contain numbers. */
		ids: () => ({ idFields, numberFields }),
		/** @throws UserFacingError for a record without an ID, and for two records with the same ID */
		add: ({ number, records, allRecords }: ListedPage): void => {
			const ofPage = new Map<string, IDataObject>();
			for (const record of records) {
				const position = () => `Record ${allRecords.indexOf(record) + 1} of page ${number}`;
				const id = idAt(record, position);
				const key = keyOf(id, compared.triggerOn);
				const earlier = ofPage.get(key);
				if (earlier && !areVersions(earlier, record)) throw duplicateIds(id, idFields, position());
				ofPage.set(key, record);
				const observation = observe(record, id, ignored, compared);
				const events = eventsOf(key, observation, remembered);
				const isReported = events.some((event) => wanted.has(event));
				const isKept = observation.hash !== undefined || observation.milestone !== undefined;
				if (isKept) observed.set(key, isReported ? { ...observation, record } : observation);
			}
			const [record] = records;
			if (record) numberFields = idFields?.filter((field) => typeof record[field] === 'number');
		},
	};
}

const ADVICE =
	'Under Options, set ID Field to the field that uniquely identifies a record, or to a comma-separated combination of fields.';

function duplicateIds(
	id: string,
	idFields: readonly string[] = [],
	position: string,
): UserFacingError {
	const shown = idFields.length > 1 ? id : JSON.stringify(id);
	return new UserFacingError(
		'Two records in the list have the same ID, so their changes cannot be distinguished',
		`${position} has the same "${idFields.join(', ')}" as an earlier record: ${shown}. ${ADVICE}`,
	);
}

function missingId(
	record: IDataObject,
	idFields: readonly string[] = ID_FIELDS,
	position: string,
): UserFacingError {
	const empty = idFields.filter((field) => idIn(record, field) === undefined);
	const fields = Object.keys(record).slice(0, 10).join(', ') || 'no fields at all';
	return new UserFacingError(
		'A record in the list has no ID, so its changes cannot be tracked',
		`${position} has no value in ${oneOf(empty)}. It has ${fields}. ${ADVICE}`,
	);
}
