import type { IPollFunctions } from 'n8n-workflow';

import { readList } from '../listing/readList';
import { listPath } from '../resources';
import { ListingLog } from '../transport/log';
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
 * @throws ServiceError, PageError or UserFacingError; nothing has changed then
 */
export async function readChanges(
	context: IPollFunctions,
	settings: TriggerSettings,
	before: State | undefined,
): Promise<Tracker> {
	const isTold = before !== undefined || settings.emitOnFirstRun;
	const wanted = isTold ? settings.triggerOn : new Set<TriggerEvent>();
	const tracker = new Tracker(before ?? NOTHING_KNOWN, settings, wanted);
	const lastPage = await trackPages(tracker, pagesOf(context, settings, true));
	// When a record leaves while the list is read, the ones behind it move up, and one may slip from a page that
	// is still to come onto one that was read. Whatever is missing only then has not gone.
	if (tracker.comparison.missing > 0 && lastPage > 1) {
		await trackPages(tracker, pagesOf(context, settings, true));
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
	{ resource, query, maxRetries }: TriggerSettings,
	overlap: boolean,
): AsyncGenerator<Page> {
	const path = listPath(resource);
	const log = new ListingLog(context, resource.plural);
	return readList(context, { path, query, log, itemIndex: 0, maxRetries, overlap, network: {} });
}

/** @returns the number of the last page */
async function trackPages(tracker: Tracker, pages: AsyncGenerator<Page>): Promise<number> {
	let lastPage = 0;
	for await (const page of pages) {
		tracker.addPage(page);
		lastPage = page.number;
	}
	return lastPage;
}
