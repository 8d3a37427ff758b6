import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import {
	ID_FIELDS,
	idIn,
	identityIn,
	idOf,
	recordOf,
	type Identity,
	type RecordId,
} from '../catalog/identity';
import { withNames } from '../catalog/names';
import { UserFacingError } from '../errors';
import { MAX_WAITING_PAGES, pathIdsAdder, readList, type ListedPage, type Since } from '../list';
import type { ListingLog } from '../n8n/log';
import { namesFor } from '../names';
import { openShape } from '../shape';
import { compareWith, NOTHING_KNOWN, type Change, type Reporting } from './changes';
import { completionIn, followed } from './completion';
import { datesOf, thereAtFirst } from './dates';
import { canonicalJson, completionKeyOf, contentHashOf, idOfKey, keyOf } from './keys';
import type { TriggerSettings } from './settings';
import { textOf, type State } from './state';

/** What a poll needs beside its settings to send requests. */
export interface PollContext {
	context: IPollFunctions;
	log: ListingLog;
	/** Ends the reading. */
	signal: AbortSignal;
}

const ADVICE =
	'Under Options, set ID Field to the field that uniquely identifies a record, or to several that do so together, separated by commas.';

/**
 * One reading of a list, or of its changes since the last poll: compares it page by page with what is known, and shapes
 * what is reported.
 */
export function openReading(
	{ context, log, signal }: PollContext,
	settings: TriggerSettings,
	before: State | undefined,
	reporting: Pick<Reporting, 'wanted' | 'refresh' | 'onlyChanges'>,
) {
	const { names, filters, maxPerPoll: maxEvents, maxRetries, removalLimit, target } = settings;
	const { changedBy = '' } = target;
	const wasThere = thereAtFirst(changedBy, before, reporting);
	const how = { ...reporting, maxEvents, removalLimit, wasThere };
	const comparison = compareWith(before?.known ?? NOTHING_KNOWN, how);
	// The first record decides for all, or a record with another ID field would count as a new one.
	let idFields = settings.idFields ?? before?.idFields;
	const isRow = settings.output.kind === 'row';
	const shape = openShape(settings.output, {
		...settings.resource,
		...{ pathIds: target.pathIds, names },
		...(idFields && { idFields }),
		...(reporting.onlyChanges && { columns: before?.columns }),
	});
	const listing = {
		path: target.path,
		...filters,
		splitBy: settings.splitBy,
		identity: settings.idFields,
		maxRetries,
		log,
		stopSignal: signal,
	};
	const withIds = pathIdsAdder(target.path);
	const dates = datesOf(changedBy);
	/** The keys of the IDs that are numbers, as if they were text: a table has one row for 7 and "7". */
	const keysAsText = new Map<string, string>();

	const contentOf = (record: IDataObject) => canonicalJson(record, settings.ignoreFields);
	const keyAsText = (id: RecordId) => keyOf(idAsText(id, idFields), settings);

	/** @throws UserFacingError for a record without an ID, or with that of another one on the same page */
	function addPage({ number: page, records, sent, date = Date.now() / 1_000 }: ListedPage): void {
		// A table has the columns of the whole list, or a record would lose a field that was cleared in all others.
		// Columns and the latest date also count records that Name Contains leaves out.
		shape.note(sent.map((record) => withNames(withIds(record), names)));
		dates.note(sent, date);
		const recordsOfPage = new Map<string, IDataObject>();
		for (const record of followed(records, settings.triggerOn)) {
			const place = () => `Record ${sent.indexOf(record) + 1} of page ${page}`;
			idFields ??= identityIn(record);
			const id = idFields && idOf(record, idFields);
			if (idFields === undefined || id === undefined) throw missingId(record, idFields, place());
			const key = keyOf(id, settings);
			if (idAsText(id, idFields) !== id) keysAsText.set(key, keyAsText(id));
			const other = recordsOfPage.get(key);
			// Unlike two pages, one is a single answer and cannot hold a record twice.
			if (other && contentOf(other) !== contentOf(record)) {
				throw new UserFacingError(
					'Two records of the list have the same ID, so their changes cannot be told apart',
					`${place()} has the "${textOf(idFields)}" of a record before it: ${idFields.length > 1 ? id : JSON.stringify(id)}. ${ADVICE}`,
				);
			}
			recordsOfPage.set(key, record);
			const contentHash = settings.keepsContent ? contentHashOf(contentOf(record)) : '';
			const completion = completionIn(record, settings, id);
			comparison.add(key, contentHash, record, completion && completionKeyOf(completion));
		}
	}

	async function named(records: IDataObject[]): Promise<IDataObject[]> {
		const { addTo, close } = await namesFor(context, listing, names);
		try {
			return await addTo(records.map(withIds));
		} finally {
			close();
		}
	}

	return {
		/**
		 * Reads the list, or the changes since the last poll, and compares it page by page.
		 *
		 * @param isEnough whether a page is the last one that is needed
		 * @returns how many pages were read, and whether the last one was enough
		 */
		async read({
			overlap = true,
			since,
			isEnough = () => false,
		}: {
			overlap?: boolean;
			since?: Since;
			isEnough?: (page: ListedPage) => boolean;
		} = {}): Promise<{ pages: number; wasEnough: boolean }> {
			const waiting = { maxWaitingPages: MAX_WAITING_PAGES };
			const list = readList(context, listing, { overlap, since, ...waiting, asSent: true });
			let pages = 0;
			for await (const page of list) {
				pages += 1;
				addPage(page);
				if (isEnough(page)) return { pages, wasEnough: true };
			}
			return { pages, wasEnough: false };
		},

		/**
		 * Ends the reading, and adds names to what is reported.
		 *
		 * @throws UserFacingError where names cannot be read
		 */
		async finish() {
			const { changes, ...found } = comparison.finish();
			const { hashes, gone } = found.known;
			/** The keys of the rows that a table has of the list. */
			const rows = new Set(
				isRow ? Array.from(hashes.keys(), (key) => keysAsText.get(key) ?? key) : [],
			);
			const reportsRemovals = settings.triggerOn.has('removed');
			// A sweep counts rows, and a row whose deletion has failed would be one too many: it is deleted again first.
			const again = found.isSwept && reportsRemovals && isRow ? gone : NOTHING_KNOWN.gone;
			const removedAgain = Array.from(again, (key): Change => ({ event: 'removed', key }));
			const reported = [...removedAgain, ...changes.filter(({ key }) => !again.has(key))].filter(
				// 7 stays in a table as long as "7" is listed.
				({ event, key }) => event !== 'removed' || !rows.has(keyAsText(idOfKey(key))),
			);
			const removed = reported.filter(({ event }) => event === 'removed');
			const others = reported.map(({ record }) => record).filter((record) => record !== undefined);
			// Removals come first; only their IDs are known, and those of the path.
			shape.add(removed.map(({ key }) => withIds(recordOf(idOfKey(key), idFields ?? []))));
			shape.add(await named(others));
			const { records, missingFields, columns } = shape.finish();
			/** Each record in the shape of the output. */
			const events = reported.map(({ event }, index) => ({ event, record: records[index] ?? {} }));
			return {
				...{ ...found, idFields, events, columns, ...dates.finish() },
				/** The Output Fields that no record of the list has. */
				missingFields: reporting.onlyChanges || events.length === 0 ? [] : missingFields,
				/** How many rows have the stamp of the refresh. Without the event Removed, rows of removed records stay. */
				rows: rows.size + (reportsRemovals ? 0 : gone.size),
			};
		},
	};
}

/** An ID as a table has it, which knows no numbers among keys. */
function idAsText(id: RecordId, idFields: Identity | undefined): RecordId {
	if (idFields === undefined || idFields.length < 2) return String(id);
	return JSON.stringify((JSON.parse(String(id)) as RecordId[]).map(String));
}

/**
 * @param idFields where the ID was looked for; `undefined` for the usual fields
 * @param place of the record
 */
function missingId(
	record: IDataObject,
	idFields: Identity | undefined,
	place: string,
): UserFacingError {
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
