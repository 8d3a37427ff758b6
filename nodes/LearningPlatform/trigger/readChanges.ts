import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { idOf } from '../catalog/identity';
import { UserFacingError } from '../errors';
import { MAX_WAITING_PAGES, readList, type ListedPage, type Since } from '../list';
import type { ListingLog } from '../n8n/log';
import { namesFor } from '../names';
import type { TriggerEvent } from './changes';
import { followed } from './completion';
import { startRun } from './refresh';
import { triggerKey } from './scheduler';
import type { TriggerSettings } from './settings';
import { lastStamp, readStateOf, writeState, type State } from './state';
import { track } from './tracker';
import {
	explainRefusal,
	findOlder,
	OVERLAP_S,
	secondOfChange,
	sinceFor,
	wholeReadingFailed,
} from './wholeList';

/** What a reading of the list needs beside the settings. */
interface Reading {
	log: ListingLog;
	/** Ends it. */
	signal: AbortSignal;
}

/** A poll, from its beginning: what the list is compared with, and what its items say about it. */
interface Poll extends ReturnType<typeof startRun> {
	/** `undefined` when nothing is known. */
	before: State | undefined;
	/** The latest stamp of earlier items, in ms since the epoch; -Infinity for none. */
	last: number;
}

/** What a poll emits, `null` for nothing, and what is known from then on: the state before it when nothing is new. */
interface Changes {
	items: INodeExecutionData[][] | null;
	state: State;
}

/** What a reading has found. */
type Found = Awaited<ReturnType<ReturnType<typeof track>['finish']>>;

/** The triggers whose list this process has read. */
const readHere = new Set<string>();

/**
 * Finds what has changed: reads the whole list, or asks for what was changed since. When nothing is known, nothing is
 * reported, unless the settings want it.
 *
 * @param stored what is remembered
 * @returns what a poll emits, `null` for nothing, and what is to be remembered; `undefined` when nothing is new
 * @throws UserFacingError or `signal.reason`; nothing has changed then
 */
export async function readChanges(
	context: IPollFunctions,
	settings: TriggerSettings,
	stored: unknown,
	reading: Reading,
): Promise<{ items: Changes['items']; state: object | undefined }> {
	const before = readStateOf(stored, settings);
	const last = lastStamp(stored);
	const poll = { ...startRun(settings, before, last), before, last };
	const since = sinceFor(triggerKey(context), settings, before, poll);
	const { items, state } =
		(since &&
			before &&
			(await readSince(context, settings, { ...poll, before }, since, reading))) ??
		(await readWhole(context, settings, poll, reading));
	return { items, state: state === before ? undefined : writeState(state, settings.scope) };
}

/**
 * Reads the whole list and compares it with what is known of it.
 *
 * A known record that is missing may still be there: a record that leaves the list while it is read moves those after
 * it up, and one may slip onto a page that was read before; and an answer may be empty or lack its `Link`. So a record
 * is removed when the next poll lacks it as well. A first poll that only remembers has none before it to agree with, and
 * reads twice: what either reading has is there.
 */
async function readWhole(
	context: IPollFunctions,
	settings: TriggerSettings,
	poll: Poll,
	reading: Reading,
): Promise<Changes> {
	const { refresh, syncRun, refreshedAt, request, time } = poll;
	const trigger = triggerKey(context);
	// n8n may have stored what was missing days ago, and not that it was back.
	const before = readHere.has(trigger) ? poll.before : withoutMissing(poll.before);
	const { log } = reading;
	const { maxPerPoll: maxEvents, removalLimit } = settings;
	const isFirst = before === undefined;
	const isQuiet = isFirst && !settings.emitOnFirstRun;
	const wanted = isQuiet ? new Set<TriggerEvent>() : settings.triggerOn;
	const wasThere = refresh === 'none' ? thereAtFirst(settings, before) : undefined;
	const tracker = track(before, settings, { wanted, refresh, maxEvents, removalLimit, wasThere });
	const explained = (error: unknown) => wholeReadingFailed(trigger, settings, before, error);
	const startedAt = performance.now();
	const beganAt = new Date(Date.now()).toISOString();
	try {
		for (let readings = isQuiet && refresh === 'none' ? 2 : 1; readings > 0; readings -= 1) {
			for await (const page of pagesOf(context, settings, reading, true)) tracker.addPage(page);
		}
	} catch (error) {
		throw explained(error);
	}
	const found = await tracker.finish(naming(context, settings, reading));
	const { idFields, known, events, columns, isSwept } = found;
	if (before && found.doubted > 0) {
		const { size } = before.known.hashes;
		if (wanted.has('removed')) throw explained(tooManyRemoved(found.doubted, size, settings));
		log.removalsDoubted(found.doubted, size, removalLimit);
	}
	if (settings.readWholeList !== 'poll') warnOfDates(found, log);
	log.fieldsMissing(events.length > 0 ? found.missingFields : []);
	log.polled(countsOf(found), isFirst);
	const isRefreshing = refresh !== 'none' && !isSwept;
	if (found.overlooked > 0) log.overlooked(found.overlooked);
	const isOpen = isFirst ? isQuiet && refresh === 'none' : wasThere && !found.isAgreed;
	const firstAt = isOpen ? (before?.firstAt ?? found.beganAt) : undefined;
	const latest = latestComplete(found, startedAt);
	// What is left cannot be asked for by its date, so the list counts as read when all of it is reported.
	const wholeAt = found.left === 0 ? beganAt : undefined;
	const items = itemsFor(events, settings, { time, syncRun }, isSwept ? found.rows : undefined);
	readHere.add(trigger);
	return {
		items,
		state: {
			...{ idFields, known, syncRun, refreshedAt, isRefreshing, request, firstAt },
			...{ stamp: stampAfter(items, poll), shape: settings.shape },
			...(found.doubted > 0 && { doubted: found.doubted }),
			...(settings.readWholeList !== 'poll' && { latest, wholeAt, columns }),
		},
	};
}

/** Of what was missing, all is missing for the first time again. */
function withoutMissing(state: State | undefined): State | undefined {
	return state && { ...state, known: { ...state.known, missing: new Set() } };
}

/** The latest stamp of all items. A refresh that has no items has none in any row. */
function stampAfter(items: Changes['items'], { time, last }: Pick<Poll, 'time' | 'last'>) {
	if (items) return time;
	return last > -Infinity ? new Date(last).toISOString() : undefined;
}

/**
 * Reads what was changed since, and compares it with what is known. Contents decide, so what comes again is not
 * reported again.
 *
 * @returns `undefined` when the service sends records that were not asked for
 */
async function readSince(
	context: IPollFunctions,
	settings: TriggerSettings,
	poll: Poll & { before: State },
	since: Since,
	reading: Reading,
): Promise<Changes | undefined> {
	const { triggerOn: wanted, maxPerPoll: maxEvents, removalLimit } = settings;
	const { before, time } = poll;
	const refresh = before.isRefreshing ? 'goesOn' : 'none';
	const wasThere = refresh === 'none' ? thereAtFirst(settings, before) : undefined;
	const tracker = track(before, settings, {
		...{ wanted, refresh, maxEvents, removalLimit, wasThere, isPart: true },
	});
	const startedAt = performance.now();
	let pages = 0;
	try {
		for await (const page of pagesOf(context, settings, reading, true, since)) {
			if (findOlder(page.sent, since)) {
				reading.log.changesNotFiltered(since.field);
				return undefined;
			}
			tracker.addPage(page);
			pages += 1;
		}
	} catch (error) {
		throw explainRefusal(error, since);
	}
	const found = await tracker.finish(naming(context, settings, reading));
	warnOfDates(found, reading.log);
	if (found.overlooked > 0) reading.log.overlooked(found.overlooked);
	reading.log.polled(countsOf(found), false, new Date(since.from * 1_000).toISOString());
	const { known, columns, left, isSame } = found;
	const latest = since.from + OVERLAP_S;
	const seen = latestComplete(found, startedAt) ?? latest;
	// While several pages are read, an edit may slip from one to another: then they are read again. And what is left is
	// asked for again. Edits that nobody wants to know of need not be stored every time.
	const isComplete = left === 0 && (pages === 1 || isSame);
	const isMoved = isComplete && seen - latest > (isSame ? OVERLAP_S : 0);
	const isNew = !isSame || isMoved;
	const items = itemsFor(found.events, settings, { time, syncRun: before.syncRun });
	const stamp = stampAfter(items, poll);
	return {
		items,
		state: isNew ? { ...before, known, columns, stamp, latest: isMoved ? seen : latest } : before,
	};
}

/**
 * Tells of a record whether it was there at the first poll. That has none before it to agree with, so what an outage has
 * hidden from it may turn up later, and is nothing new.
 */
function thereAtFirst({ target }: TriggerSettings, before: State | undefined) {
	const { firstAt } = before ?? {};
	if (firstAt === undefined) return undefined;
	return (record: IDataObject): boolean | undefined => {
		const changedAt = secondOfChange(record, target.changedBy ?? '');
		return changedAt === undefined ? undefined : changedAt < firstAt - OVERLAP_S;
	};
}

/**
 * The date up to which a reading has seen all changes, in s since the epoch. What is edited while the list is read may
 * have been on a page that was read before, so the time that it took counts.
 *
 * @param startedAt as `performance.now()` counts
 */
function latestComplete({ latest }: { latest: number | undefined }, startedAt: number) {
	return latest && latest - Math.ceil((performance.now() - startedAt) / 1_000);
}

/** A date that is yet to come says nothing of what was changed by now. */
function warnOfDates({ ahead, idFields = [] }: Found, log: ListingLog): void {
	if (ahead === undefined) return;
	const { record, field, now } = ahead;
	const id = idOf(record, idFields);
	log.datedAhead({ id: id ?? '', field, date: record[field] as string }, now);
}

function countsOf({ events, known, records, left }: Found) {
	const reported = { added: 0, updated: 0, removed: 0, completed: 0, refreshed: 0 };
	for (const { event } of events) reported[event] += 1;
	return { records, ...reported, left, missing: known.missing.size };
}

/** A list that has lost most of its records is more often a fault of the service than the truth. */
function tooManyRemoved(
	missing: number,
	known: number,
	{ target, removalLimit }: TriggerSettings,
): UserFacingError {
	return new UserFacingError(
		`Of ${known} known records ${missing} are missing, more than Removal Limit allows (${target.listName})`,
		`Two polls in a row have not found them, and no more than ${removalLimit} percent may be removed at once. Nothing was reported or forgotten, because it may be a fault of the service, a missing permission or a filter that matches less than before: read the list with the Learning Platform node and look for them. If they are back, the next poll goes on by itself. If they are really gone, set Removal Limit under Options to 100 until a poll has reported them.`,
		{ schedulerCause: 'temporarily-unavailable' },
	);
}

/**
 * The first record of the list, as if it had just been added, or the first that is completed: n8n's editor runs the
 * workflow with what it gets, and one of everything is enough to see what happens.
 */
export async function readSample(
	context: IPollFunctions,
	settings: TriggerSettings,
	reading: Reading,
): Promise<INodeExecutionData[][] | null> {
	const event = settings.triggerOn.has('completed') ? 'completed' : 'added';
	const wanted = new Set<TriggerEvent>([event]);
	const reporting = { wanted, refresh: 'none', maxEvents: 1, removalLimit: 100 } as const;
	const tracker = track(undefined, { ...settings, triggerOn: wanted }, reporting);
	for await (const page of pagesOf(context, settings, reading, false)) {
		tracker.addPage(page);
		if (followed(page.records, wanted).length > 0) break;
	}
	const { events, missingFields } = await tracker.finish(naming(context, settings, reading));
	reading.log.fieldsMissing(missingFields);
	const time = new Date(Date.now()).toISOString();
	return itemsFor(events, settings, { time, syncRun: time });
}

function pagesOf(
	context: IPollFunctions,
	{ target, filters, maxRetries, splitBy, idFields: identity }: TriggerSettings,
	{ log, signal }: Reading,
	overlap: boolean,
	since?: Since,
): AsyncGenerator<ListedPage> {
	const request = { path: target.path, ...filters, itemIndex: 0, maxRetries, network: {} };
	const parts = { splitBy: since ? '' : splitBy, maxWaitingPages: MAX_WAITING_PAGES };
	const repeated = { identity, keepsRepeated: true };
	return readList(context, {
		...request,
		...parts,
		...repeated,
		since,
		log,
		stopSignal: signal,
		overlap,
	});
}

/** Puts names beside the IDs of what a poll tells, and of nothing else. */
function naming(
	context: IPollFunctions,
	{ names, maxRetries }: TriggerSettings,
	{ log, signal }: Reading,
) {
	const request = { log, itemIndex: 0, maxRetries, network: {}, stopSignal: signal };
	return async (records: IDataObject[]) => {
		const { addTo, close } = await namesFor(context, request, names);
		try {
			return await addTo(records);
		} finally {
			close();
		}
	};
}

/**
 * The items that a poll emits, one for each event.
 *
 * @param stamps.time when the poll began
 * @param stamps.syncRun of the last refresh: a row that keeps an older one was not there when all was reported
 * @param rowsToKeep how many rows have the present stamp, when all others can go; an item of its own says so, and how
 * many, so that a workflow whose executions have failed meanwhile does not empty its table
 * @returns `null` when nothing happened, so that no execution starts
 */
function itemsFor(
	events: Found['events'],
	{ output, refresh }: TriggerSettings,
	{ time: triggerTime, syncRun = '' }: { time: string; syncRun?: string | undefined },
	rowsToKeep?: number,
): INodeExecutionData[][] | null {
	const isRow = output.kind === 'row';
	// Rows have it in any case: a table with fixed columns has to know them before the option is used.
	const forSync = isRow || refresh.isUsed ? { syncRun } : {};
	const items: INodeExecutionData[] = events.map(({ event, record }) => {
		// What a step has to do with its table, for a Switch node or the name of an operation.
		const forRow = isRow ? { syncAction: event === 'removed' ? 'delete' : 'upsert' } : {};
		return { json: { ...record, triggerEvent: event, triggerTime, ...forRow, ...forSync } };
	});
	if (rowsToKeep !== undefined && isRow) {
		const sweep = { syncAction: 'sweep', syncRun, syncRows: rowsToKeep };
		items.push({ json: { triggerEvent: 'sweep', triggerTime, ...sweep } });
	}
	return items.length === 0 ? null : [items];
}
