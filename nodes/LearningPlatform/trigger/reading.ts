import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { ID_FIELDS, idIn, identityIn, idOf, recordOf, type Identity } from '../catalog/identity';
import { withNames } from '../catalog/names';
import { UserFacingError } from '../errors';
import { MAX_WAITING_PAGES, pathIdsAdder, readList, type ListedPage, type Since } from '../list';
import type { ListingLog } from '../n8n/log';
import { namesFor } from '../names';
import { openShape } from '../shape';
import { compareWith, NOTHING_KNOWN, type Change, type Reporting } from './changes';
import { datesOf, findOlder, thereAtFirst } from './dates';
import { completionIn, followed } from './events';
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

/** What the items of a poll say about it. */
interface Stamps {
	/** When the poll began, ISO 8601. */
	time: string;
	/** The stamp of the last refresh. A row with an older one belongs to a record that is gone. */
	syncRun?: string | undefined;
}

const ADVICE =
	'Under Options, set ID Field to the field that uniquely identifies a record, or to several that do so together, separated by commas.';

/**
 * One reading of a list, or with `since` of its changes: compares it page by page with what is known, and shapes what
 * is reported.
 */
export function openReading(
	{ context, log, signal }: PollContext,
	settings: TriggerSettings,
	before: State | undefined,
	{ since, ...reporting }: Pick<Reporting, 'wanted' | 'refresh'> & { since?: Since },
) {
	const { names, filters, maxPerPoll: maxEvents, maxRetries, removalLimit, target } = settings;
	const { changedBy = '' } = target;
	const wasThere = thereAtFirst(changedBy, before, reporting);
	const onlyChanges = since !== undefined;
	const how = { ...reporting, onlyChanges, maxEvents, removalLimit, wasThere };
	const comparison = compareWith(before?.known ?? NOTHING_KNOWN, how);
	// The first record decides for all, or a record with another ID field would count as a new one.
	let idFields = settings.idFields ?? before?.idFields;
	const isRow = settings.output.kind === 'row';
	const shape = openShape(settings.output, {
		...settings.resource,
		...{ pathIds: target.pathIds, names },
		...(idFields && { idFields }),
		...(onlyChanges && { columns: before?.columns }),
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
	/** The keys of the rows that a table has of the records: one for 7 and "7". */
	const rows = new Set<string>();
	let pages = 0;

	const contentOf = (record: IDataObject) => canonicalJson(record, settings.ignoreFields);
	const rowOf = (record: IDataObject) =>
		JSON.stringify(idFields?.map((field) => String(idIn(record, field))));

	/** @throws UserFacingError for a record without an ID, or with that of another one on the same page */
	function addPage({ number: page, records, sent, date = Date.now() / 1_000 }: ListedPage): void {
		// Columns and the latest date also count records that Name Contains leaves out. A table has the columns of the whole
		// list, or a record would lose a field that was cleared in all others.
		shape.note(sent.map((record) => withNames(withIds(record), names)));
		dates.note(sent, date);
		const recordsOfPage = new Map<string, IDataObject>();
		for (const record of followed(records, settings.triggerOn)) {
			const place = () => `Record ${sent.indexOf(record) + 1} of page ${page}`;
			idFields ??= identityIn(record);
			const id = idFields && idOf(record, idFields);
			if (idFields === undefined || id === undefined) throw missingId(record, idFields, place());
			if (isRow) rows.add(rowOf(record));
			const key = keyOf(id, settings);
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
		 * Reads the list, or the changes, page by page.
		 *
		 * @param isEnough whether a page is the last one that is needed
		 * @returns false if the service has sent a record that was not asked for, which ends the reading
		 */
		async read(isEnough?: (page: ListedPage) => boolean): Promise<boolean> {
			const waiting = { maxWaitingPages: MAX_WAITING_PAGES };
			const overlap = isEnough === undefined;
			for await (const page of readList(context, listing, {
				...{ overlap, since, ...waiting, asSent: true },
			})) {
				pages += 1;
				addPage(page);
				if (since && findOlder(page.sent, since)) return false;
				if (isEnough?.(page)) break;
			}
			return true;
		},

		/** Ends the reading, and adds names to what is reported. @throws UserFacingError where names cannot be read */
		async finish(stamps: Stamps) {
			const { changes, ...found } = comparison.finish();
			const { gone } = found.known;
			const reportsRemovals = settings.triggerOn.has('removed');
			// A sweep counts rows, and a row whose deletion has failed would be one too many: it is deleted again first.
			const again = found.isSwept && reportsRemovals && isRow ? gone : NOTHING_KNOWN.gone;
			const removedAgain = Array.from(again, (key): Change => ({ event: 'removed', key }));
			const reported = [...removedAgain, ...changes.filter(({ key }) => !again.has(key))]
				.map(({ event, key, record }) => ({
					event,
					record: record ?? recordOf(idOfKey(key), idFields ?? []),
				}))
				// 7 stays in a table as long as "7" is listed.
				.filter(({ event, record }) => event !== 'removed' || !rows.has(rowOf(record)));
			// Removals come first.
			const removed = reported.filter(({ event }) => event === 'removed');
			shape.add(removed.map(({ record }) => withIds(record)));
			shape.add(await named(reported.slice(removed.length).map(({ record }) => record)));
			const { records, missingFields, columns } = shape.finish();
			const events = reported.map(({ event }, index) => ({ event, record: records[index] ?? {} }));
			// Without the event Removed, rows of removed records stay.
			const rowsToKeep = rows.size + (reportsRemovals ? 0 : gone.size);
			return {
				...{ ...found, idFields, events, columns, pages, ...dates.finish() },
				items: itemsFor(events, settings, stamps, found.isSwept ? rowsToKeep : undefined),
				/** The Output Fields that no record of the list has. */
				missingFields: onlyChanges || events.length === 0 ? [] : missingFields,
			};
		},
	};
}

/**
 * The items that a poll emits, one for each event; `null` when nothing happened, so that no execution starts.
 *
 * @param rowsToKeep when all other rows can go: how many have the present stamp. The last item says so, and a workflow
 * whose executions have failed since can see that its table has fewer.
 */
function itemsFor(
	events: { event: Change['event']; record: IDataObject }[],
	{ output, refresh }: TriggerSettings,
	{ time: triggerTime, syncRun = '' }: Stamps,
	rowsToKeep: number | undefined,
): INodeExecutionData[][] | null {
	const isRow = output.kind === 'row';
	// Rows always have it, because a table with fixed columns has to know them before the option is used.
	const forSync = isRow || refresh.isUsed ? { syncRun } : {};
	const items: INodeExecutionData[] = events.map(({ event, record }) => {
		// What a step has to do with its table: for a Switch node, or as the name of an operation.
		const forRow = isRow ? { syncAction: event === 'removed' ? 'delete' : 'upsert' } : {};
		return { json: { ...record, triggerEvent: event, triggerTime, ...forRow, ...forSync } };
	});
	if (rowsToKeep !== undefined && isRow) {
		const sweep = { syncAction: 'sweep', syncRun, syncRows: rowsToKeep };
		items.push({ json: { triggerEvent: 'sweep', triggerTime, ...sweep } });
	}
	return items.length === 0 ? null : [items];
}

/** @param idFields where the ID was looked for; `undefined` for the usual fields */
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
