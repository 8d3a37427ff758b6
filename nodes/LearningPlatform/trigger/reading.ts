import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import {
	ID_FIELDS,
	idIn,
	identityIn,
	idOf,
	type Identity,
	type RecordId,
} from '../catalog/identity';
import { UserFacingError } from '../errors';
import { FEW_WAITING_PAGES, pathIdsAdder, readList, type ListedPage } from '../list';
import type { ListingLog } from '../n8n/log';
import { withNames } from '../names';
import { openShape } from '../shape';
import { canonicalJson, shortHash } from '../values/hash';
import { eventsOf, NOTHING, type Seen } from './changes';
import { datesOf, findOlder } from './dates';
import { CONTENT_HASH_LENGTH, keyOf } from './keys';
import { milestoneOf } from './milestones';
import type { PollPlan } from './plan';
import type { TriggerSettings } from './settings';

/** What a poll needs beside its settings to send requests. */
export interface PollContext {
	context: IPollFunctions;
	log: ListingLog;
	/** Ends the reading. */
	signal: AbortSignal;
}

/** What a poll has read. */
export interface Reading {
	/** By the key of each record, as it came last. */
	read: Map<string, Seen>;
	/** The records that will be told, by their keys: all others would fill the memory. */
	records: Map<string, IDataObject>;
	/** What identifies the records; `undefined` for an empty list. */
	idFields: Identity | undefined;
	/** Has seen all records, and gives the items their shape. */
	shape: ReturnType<typeof openShape>;
	/** How many records there were, also those that show nothing. */
	count: number;
	pages: number;
	/** The date up to which all changes are known, in s since the epoch. */
	latest: number | undefined;
	/** Whether the service has sent a record that was not asked for, which ends the reading. */
	isUnfiltered: boolean;
}

const ADVICE =
	'Under Options, set ID Field to the field that uniquely identifies a record, or to several that do so together, separated by commas.';

/** The list as a listing, and as what its names are for. */
export function listingOf({ log, signal }: PollContext, settings: TriggerSettings) {
	const { filters, idFields: identity, maxRetries, splitBy, target } = settings;
	return { path: target.path, ...filters, splitBy, identity, maxRetries, log, stopSignal: signal };
}

/**
 * Reads the list, or its changes. A poll that only remembers reads it twice, since a record that leaves the list meanwhile
 * may move another one to a page that was read before: a record is there if either reading has it.
 *
 * @param isEnough whether the page is the last one that is needed
 * @throws UserFacingError, also for a record without an ID
 */
export async function readPlanned(
	poll: PollContext,
	settings: TriggerSettings,
	{ mode, before, since, wanted }: PollPlan,
	isEnough?: (read: Reading['read']) => boolean,
): Promise<Reading> {
	const { names, target } = settings;
	const { changedBy = '' } = target;
	const remembered = before?.remembered ?? NOTHING;
	const read: Reading['read'] = new Map();
	const records: Reading['records'] = new Map();
	// The first record decides for all, or a record with another ID field would count as a new one.
	let idFields = settings.idFields ?? before?.idFields;
	const shape = openShape(settings.output, {
		...settings.resource,
		...{ pathIds: target.pathIds, names },
		...(idFields && { idFields }),
		...(mode === 'changes' && { columns: before?.columns }),
	});
	const withIds = pathIdsAdder(target.path);
	const dates = datesOf(changedBy);
	const contentOf = (record: IDataObject) => canonicalJson(record, settings.ignoreFields);
	let [pages, count] = [0, 0];

	function addRecord(record: IDataObject, id: RecordId): string {
		const key = keyOf(id, settings);
		const hash = settings.keepsContent ? shortHash(contentOf(record), CONTENT_HASH_LENGTH) : '';
		const milestone = milestoneOf(record, id, settings);
		const seen = { ...(settings.keepsRecords && { hash }), milestone };
		if (settings.keepsRecords || milestone) read.set(key, seen);
		else read.delete(key);
		const isTold = eventsOf(key, seen, remembered).some((event) => wanted.has(event));
		if (isTold) records.set(key, record);
		else records.delete(key);
		return key;
	}

	function addPage({ number, records: listed, sent, date = Date.now() / 1_000 }: ListedPage) {
		pages += 1;
		count += listed.length;
		// Columns and the latest date also count records that Name Contains leaves out. Rows have the columns of the whole
		// list, or one would lose a field that was cleared in all others.
		shape.note(sent.map((record) => withNames(withIds(record), names)));
		dates.note(sent, date);
		const ofPage = new Map<string, IDataObject>();
		for (const record of listed) {
			const place = () => `Record ${sent.indexOf(record) + 1} of page ${number}`;
			idFields ??= identityIn(record);
			const id = idFields && idOf(record, idFields);
			if (idFields === undefined || id === undefined) throw missingId(record, idFields, place());
			const key = addRecord(record, id);
			const twin = ofPage.get(key);
			// Unlike two pages, one is a single answer and cannot hold a record twice.
			if (twin && contentOf(twin) !== contentOf(record)) throw twinIds(id, idFields, place());
			ofPage.set(key, record);
		}
	}

	const listing = listingOf(poll, settings);
	const how = { overlap: !isEnough, since, maxWaitingPages: FEW_WAITING_PAGES, asSent: true };
	let isUnfiltered = false;
	for (let times = wanted.size === 0 ? 2 : 1; times > 0; times -= 1) {
		count = 0;
		for await (const page of readList(poll.context, listing, how)) {
			addPage(page);
			isUnfiltered = since !== undefined && findOlder(page.sent, since) !== undefined;
			if (isUnfiltered || isEnough?.(read)) break;
		}
	}
	const { latest, ahead } = dates.finish();
	if (settings.readWholeList !== 'poll' && ahead) {
		const id = idOf(ahead.record, idFields) ?? '';
		poll.log.datedAhead({ ...ahead, id, field: changedBy }, ahead.now);
	}
	return { read, records, idFields, shape, count, pages, latest, isUnfiltered };
}

function twinIds(id: RecordId, idFields: Identity, place: string): UserFacingError {
	const shown = idFields.length > 1 ? id : JSON.stringify(id);
	return new UserFacingError(
		'Two records of the list have the same ID, so their changes cannot be told apart',
		`${place} has the "${idFields.join(', ')}" of a record before it: ${shown}. ${ADVICE}`,
	);
}

/** @param idFields where the ID was looked for; `undefined` for the usual fields */
function missingId(record: IDataObject, idFields: Identity | undefined, place: string) {
	const missing = idFields?.filter((field) => idIn(record, field) === undefined);
	const lacks = missing
		? `no ${missing.map((field) => `"${field}"`).join(' and no ')}`
		: `none of ${ID_FIELDS.join(', ')}`;
	const fields = Object.keys(record).slice(0, 10).join(', ') || 'no fields at all';
	return new UserFacingError(
		'A record of the list has no ID, so its changes cannot be tracked',
		`${place} has ${lacks}. It has ${fields}. ${ADVICE}`,
	);
}
