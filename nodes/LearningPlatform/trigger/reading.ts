import type { IDataObject } from 'n8n-workflow';

import { pathIdsAdder } from '../catalog/knownLists';
import { UserFacingError } from '../failures/userFacingError';
import { oneOf } from '../form';
import { readList, type ListedPage } from '../list';
import { withLabels } from '../labels';
import { openShape } from '../shape';
import { contentOf } from '../values/hash';
import { ID_FIELDS, identityIn, idIn, idOf } from '../values/identity';
import { eventsOf, NOTHING, type Observation, type TriggerEvent } from './changes';
import { allChangedSince, boundOf, datesOf, type ChangesFrom } from './changesFrom';
import { keyOf, observe } from './observation';
import type { Poll } from './settings';
import type { State } from './state';

/**
 * Reads the list or its changes. A poll that only remembers records reads the list twice and merges the results: if a
 * record is removed during the read, another may move to a page that was already read.
 *
 * @param changesFrom limits the read to changes. Discard a result with `isFiltered: false`: the filter was ignored.
 * @param isSample true to stop after the first page that has a record to report
 */
export async function readWatchedList(
	poll: Poll,
	before: State | undefined,
	changesFrom?: ChangesFrom,
	isSample = false,
) {
	const { client, compared, listing } = poll;
	const { output, recordType, labels } = poll.items;
	const remembered = before?.remembered ?? NOTHING;
	const isReporting = before !== undefined || poll.emitOnFirstRun;
	const wanted: ReadonlySet<TriggerEvent> = isReporting ? compared.triggerOn : new Set();
	/** By key; the last version wins. */
	const observed = new Map<string, Observation>();
	// The first record determines the ID field: otherwise, a record with a different ID field would look new.
	let idFields = listing.identity ?? before?.idFields;
	let numberFields = before?.numberFields;
	const ignored = new Set([...compared.ignoreFields, ...(idFields ?? [])]);
	const shape = openShape(output, {
		...{ ...recordType, labels },
		...(idFields && { identity: idFields }),
		...(changesFrom && { columns: before?.columns }),
	});
	const withIds = pathIdsAdder(listing.path);
	const dates = datesOf(poll.schedule.changedBy ?? '');
	let [pages, count] = [0, 0];

	function addPage({ number, records, sent, date = Date.now() / 1_000 }: ListedPage) {
		pages += 1;
		count += records.length;
		// The columns and the latest date also cover records that Name Contains filters out.
		shape.note(sent.map((record) => withLabels(withIds(record), labels)));
		dates.note(sent, date);
		const ofPage = new Map<string, IDataObject>();
		for (const record of records) {
			const position = () => `Record ${sent.indexOf(record) + 1} of page ${number}`;
			if (!idFields) {
				idFields = identityIn(record);
				for (const field of idFields ?? []) ignored.add(field);
			}
			const id = idOf(record, idFields);
			if (!idFields || id === undefined) throw missingId(record, idFields, position());
			const key = keyOf(id, compared.triggerOn);
			const twin = ofPage.get(key);
			// A page is a single response, so it cannot contain the same record twice.
			if (twin && contentOf(twin, ignored) !== contentOf(record, ignored)) {
				throw twinIds(id, idFields, position());
			}
			ofPage.set(key, record);
			const observation = observe(record, id, ignored, compared);
			const isReported = eventsOf(key, observation, remembered).some((event) => wanted.has(event));
			const isKept = observation.hash !== undefined || observation.milestone !== undefined;
			if (isKept) observed.set(key, isReported ? { ...observation, record } : observation);
		}
		const [record] = records;
		if (record) numberFields = idFields?.filter((field) => typeof record[field] === 'number');
	}

	let isFiltered = true;
	const { bound, ...others } = changesFrom ? boundOf(listing.filters, changesFrom) : {};
	const options = { overlap: !isSample, bound, latestWins: true };
	for (let times = isReporting ? 1 : 2; times > 0; times -= 1) {
		count = 0;
		for await (const page of readList(client, { ...listing, ...others }, options)) {
			addPage(page);
			isFiltered = !changesFrom || allChangedSince(page.sent, changesFrom);
			if (!isFiltered || (isSample && observed.size > 0)) break;
		}
	}
	const latest = dates.latest();
	const found = { observed, idFields, numberFields, shape, count, pages, latest };
	return { ...found, changesFrom, isFiltered, wanted };
}

const ADVICE =
	'Under Options, set ID Field to the field that uniquely identifies a record, or to a comma-separated combination of fields.';

/** @param position e.g. `Record 3 of page 1` */
function twinIds(id: string, idFields: readonly string[], position: string): UserFacingError {
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
