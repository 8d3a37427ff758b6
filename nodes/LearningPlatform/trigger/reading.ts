import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { identityIn, idOf, type Identity } from '../values/identity';
import { pathIdsAdder, readList, type ListedPage, type Since } from '../list';
import type { ListingLog } from '../n8n/log';
import { withNames } from '../names';
import { openShape } from '../shape';
import { canonicalJson } from '../values/hash';
import { eventsOf, NOTHING, type Seen, type TriggerEvent } from './changes';
import { missingId, seenOf, twinIds } from './seen';
import type { TriggerSettings } from './settings';
import { areSince, datesOf } from './since';
import { keyOf, type State } from './state';

/** A poll: what to read and to tell, and what that takes. */
export interface Poll extends TriggerSettings {
	context: IPollFunctions;
	log: ListingLog;
	/** Ends the reading. */
	signal: AbortSignal;
}

/** What a poll has read. */
export interface Reading {
	/** From when on changes were asked for; `undefined` for the whole list. */
	since: Since | undefined;
	/** By the key of each record, as it came last. */
	read: Map<string, Seen>;
	/** What is told of it: nothing by a first poll that only remembers. */
	wanted: ReadonlySet<TriggerEvent>;
	/** What identifies the records; `undefined` for an empty list. */
	idFields: Identity | undefined;
	/** Has seen all records, and gives the items their shape. */
	shape: ReturnType<typeof openShape>;
	/** How many records there were, also those that show nothing. */
	count: number;
	pages: number;
	/** The date up to which all changes are known, in s since the epoch. */
	latest: number | undefined;
}

/** The list as a listing, and as what its names are for. */
export function listingOf(poll: Poll) {
	const { filters, idFields: identity, log, maxRetries, resource, signal, target } = poll;
	const isChosen = resource.list === undefined;
	return { path: target.path, ...filters, identity, isChosen, maxRetries, log, stopSignal: signal };
}

/**
 * Reads the list, or its changes. A poll that only remembers reads it twice, since a record that leaves the list meanwhile
 * may move another one to a page that was read before: a record is there if either reading has it.
 *
 * @param isSample whether the first page with a record to tell is enough
 * @throws UserFacingError, also for a record without an ID
 */
export async function readPolledList(
	poll: Poll,
	before: State | undefined,
	since: Since | undefined,
	isSample = false,
): Promise<Reading> {
	const { ignoreFields, log, names, target, triggerOn } = poll;
	const { changedBy = '' } = target;
	const remembered = before?.remembered ?? NOTHING;
	const isTelling = before !== undefined || poll.emitOnFirstRun || isSample;
	const wanted: Reading['wanted'] = isTelling ? triggerOn : new Set();
	const read: Reading['read'] = new Map();
	// The first record decides for all, or a record with another ID field would count as a new one.
	let idFields = poll.idFields ?? before?.idFields;
	const shape = openShape(poll.output, {
		...poll.resource,
		...{ pathIds: target.pathIds, names },
		...(idFields && { idFields }),
		...(since && { columns: before?.columns }),
	});
	const withIds = pathIdsAdder(target.path);
	const dates = datesOf(changedBy);
	const contentOf = (record: IDataObject) => canonicalJson(record, ignoreFields);
	let [pages, count] = [0, 0];

	function addPage({ number, records, sent, date = Date.now() / 1_000 }: ListedPage) {
		pages += 1;
		count += records.length;
		// Columns and the latest date also count records that Name Contains leaves out. Rows have the columns of the whole
		// list, or one would lose a field that was cleared in all others.
		shape.note(sent.map((record) => withNames(withIds(record), names)));
		dates.note(sent, date);
		const ofPage = new Map<string, IDataObject>();
		for (const record of records) {
			const place = () => `Record ${sent.indexOf(record) + 1} of page ${number}`;
			idFields ??= identityIn(record);
			const id = idFields && idOf(record, idFields);
			if (idFields === undefined || id === undefined) throw missingId(record, idFields, place());
			const key = keyOf(id, triggerOn);
			const twin = ofPage.get(key);
			// Unlike two pages, one is a single answer and cannot hold a record twice.
			if (twin && contentOf(twin) !== contentOf(record)) throw twinIds(id, idFields, place());
			ofPage.set(key, record);
			const seen = seenOf(record, id, poll);
			const isTold = eventsOf(key, seen, remembered).some((event) => wanted.has(event));
			const isKept = seen.hash !== undefined || seen.milestone !== undefined;
			if (isKept) read.set(key, isTold ? { ...seen, record } : seen);
		}
	}

	const how = { overlap: !isSample, since, latestWins: true };
	let isFiltered = true;
	for (let times = isTelling ? 1 : 2; times > 0; times -= 1) {
		count = 0;
		for await (const page of readList(poll.context, listingOf(poll), how)) {
			addPage(page);
			isFiltered = !since || areSince(page.sent, since);
			if (!isFiltered || (isSample && read.size > 0)) break;
		}
	}
	if (since && !isFiltered) {
		const { field } = since;
		log.warn(`the service ignores the filter on ${field}, the whole list is read`, { field });
		return await readPolledList(poll, before, undefined);
	}
	const { latest, ahead } = dates.finish();
	if (ahead && poll.readWholeList !== 'poll') {
		const date = ahead.record[changedBy] as string;
		const id = idOf(ahead.record, idFields) ?? '';
		const clock = new Date(ahead.now * 1_000).toISOString();
		log.warn(
			`record ${id} has the ${changedBy} ${date}, later than the service's clock (${clock}): the date does not count`,
			{ id, field: changedBy, date, clock },
		);
	}
	return { since, read, wanted, idFields, shape, count, pages, latest };
}
