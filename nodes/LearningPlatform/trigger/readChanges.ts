import type { IPollFunctions } from 'n8n-workflow';

import type { Progress } from '../listing/listError';
import { readList } from '../listing/readList';
import type { Page } from '../transport/pages';
import type { TriggerEvent } from './changes';
import type { TriggerSettings } from './settings';
import type { State } from './state';
import { Tracker } from './tracker';

const NOTHING_KNOWN: State = { idField: undefined, known: new Map() };

/**
 * Reads the whole list and compares it with what is known of it.
 *
 * @param before `undefined` when nothing is known: then nothing is told, unless the settings want it
 * @param progress keeps count of the records, for the message of an error
 * @throws ServiceError, PageError or ParameterError; nothing has changed then
 */
export async function readChanges(
	context: IPollFunctions,
	settings: TriggerSettings,
	before: State | undefined,
	progress: Progress,
): Promise<Tracker> {
	const isTold = before !== undefined || settings.emitOnFirstRun;
	const wanted = isTold ? settings.triggerOn : new Set<TriggerEvent>();
	const tracker = new Tracker(before ?? NOTHING_KNOWN, settings, wanted);
	const lastPage = await trackPages(tracker, pagesOf(context, settings, true), progress);
	// When a record leaves while the list is read, the ones behind it move up, and one may slip from a page that
	// is still to come onto one that was read. Whatever is missing only then has not gone.
	if (tracker.comparison.missing > 0 && lastPage > 1) {
		await trackPages(tracker, pagesOf(context, settings, true), progress);
	}
	return tracker;
}

/** Reads the first page that has records, as if all of them had just been added. */
export async function readSample(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<Tracker> {
	const tracker = new Tracker(NOTHING_KNOWN, settings, new Set(['added']));
	for await (const page of pagesOf(context, settings, false)) {
		tracker.addPage(page);
		if (page.records.length > 0) break;
	}
	return tracker;
}

function pagesOf(
	context: IPollFunctions,
	{ listName, query, maxRetries }: TriggerSettings,
	overlap: boolean,
): AsyncGenerator<Page> {
	const path = `/api/v2/${listName}`;
	return readList(context, { path, query, maxRetries, overlap, requestOptions: {} });
}

/** @returns the number of the last page */
async function trackPages(
	tracker: Tracker,
	pages: AsyncGenerator<Page>,
	progress: Progress,
): Promise<number> {
	let lastPage = 0;
	progress.records = 0;
	for await (const page of pages) {
		tracker.addPage(page);
		progress.records += page.records.length;
		lastPage = page.number;
	}
	return lastPage;
}
