import type { IPollFunctions } from 'n8n-workflow';

import { MAX_WAITING_PAGES, readList } from '../listing/readList';
import { UserFacingError } from '../transport/errors';
import type { ListingLog } from '../transport/log';
import type { Page } from '../transport/pages';
import type { ReportedEvent } from './changes';
import type { TriggerSettings } from './settings';
import type { State } from './state';
import { Tracker } from './tracker';

const NOTHING_KNOWN: State = { idField: undefined, known: new Map() };

/** What a reading of the list needs beside the settings. */
export interface Reading {
	log: ListingLog;
	/** Ends it. */
	signal: AbortSignal;
	/** Whether every record of the list is reported, changed or not. */
	isFull?: boolean;
}

/**
 * Reads the whole list and compares it with what is known of it.
 *
 * It reads the list a second time when a known record is missing: a record that leaves the list while it is
 * read moves those after it up, and one may slip from a page that is still to be read onto one that was; and an
 * answer may be empty or lack its `Link`. Whatever either reading has is still there. For the same reasons a
 * first poll that only remembers reads twice, or it would report later what was there all along. So does a first
 * poll that reports everything, because the workflow may delete the rows of all that is not in it.
 *
 * @param before `undefined` when nothing is known: then nothing is reported, unless the settings want it
 * @throws ServiceError, PageError, UserFacingError or `signal.reason`; nothing has changed then
 */
export async function readChanges(
	context: IPollFunctions,
	settings: TriggerSettings,
	before: State | undefined,
	{ log, signal, isFull = false }: Reading,
): Promise<Tracker> {
	const startedAt = Date.now();
	const isFirst = before === undefined;
	const isReported = !isFirst || settings.emitOnFirstRun;
	const wanted = new Set<ReportedEvent>(isReported ? settings.triggerOn : []);
	if (isFull) wanted.add('refreshed');
	const tracker = new Tracker(before ?? NOTHING_KNOWN, settings, wanted);
	const { comparison } = tracker;
	const read = async (): Promise<number> => {
		for await (const page of pagesOf(context, settings, { log, signal }, true)) {
			tracker.addPage(page);
		}
		return comparison.endReading();
	};
	const missing = await read();
	const isDoubted = missing > 0 || (isFirst && (isFull || !isReported));
	if (isDoubted) checkReadings(tracker, [missing, await read()], settings, log);
	const records = comparison.list.size;
	const counts = isReported ? comparison.counts() : { added: 0, updated: 0, removed: 0 };
	log.polled({ records, ...counts, ms: Date.now() - startedAt, isFirst, isFull });
	return tracker;
}

/**
 * A list that has lost most of its records is more often a fault of the service than the truth, and believing it
 * would mean a flood of removals now and of additions later. So both readings have to lack the same ones.
 *
 * @param missing how many known records each of the readings lacks
 * @throws UserFacingError when one of them lacks most of the known records, and the other one lacks others
 */
function checkReadings(
	{ comparison }: Tracker,
	missing: [number, number],
	{ target }: TriggerSettings,
	log: ListingLog,
): void {
	const known = comparison.known.size;
	const isHalved = Math.max(...missing) > known / 2;
	// Each reading lacks what both lack; so they lack the same records when they lack no others.
	const agree = missing.every((count) => count === comparison.missing);
	if (!isHalved || agree) return;
	log.readingsDiffered(known, missing);
	// What one reading lacks, the other has: nothing is to be believed.
	if (comparison.missing === 0) return;
	throw new UserFacingError(
		`The list of ${target.listName} changed too much while it was read`,
		`Of ${known} records that were there at the last poll, ${missing[0]} were missing when the list was read, and ${missing[1]} when it was read again. Nothing was reported, because it may be a fault of the service. The next poll compares with the same records. If the error remains, read the list with the Learning Platform node and look for what is missing.`,
		'temporarily-unavailable',
	);
}

/** Reads the first page that has records, as if all of them had just been added. */
export async function readSample(
	context: IPollFunctions,
	settings: TriggerSettings,
	reading: Reading,
): Promise<Tracker> {
	const tracker = new Tracker(NOTHING_KNOWN, settings, new Set(['added']));
	for await (const page of pagesOf(context, settings, reading, false)) {
		tracker.addPage(page);
		if (page.records.length > 0) break;
	}
	return tracker;
}

function pagesOf(
	context: IPollFunctions,
	{ target, query, maxRetries, splitBy }: TriggerSettings,
	{ log, signal }: Reading,
	overlap: boolean,
): AsyncGenerator<Page> {
	const request = { path: target.path, query, itemIndex: 0, maxRetries, network: {} };
	const parts = { splitBy, maxWaitingPages: MAX_WAITING_PAGES };
	return readList(context, { ...request, ...parts, log, stopSignal: signal, overlap });
}
