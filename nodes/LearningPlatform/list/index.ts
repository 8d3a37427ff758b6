/** A list as a user asks for it: whole, from a page on, or by name. And a single record. */
import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import { findKnownList, identityOf, pathIdsOf, withPathIds } from '../catalog/knownLists';
import { resources } from '../catalog/resources';
import { inWordsOf, type ReadersForm } from '../errors';
import {
	firstPageUrl,
	listPages,
	openConnection,
	pageUrlOf,
	readRecord,
	takeListingSlot,
	type Connection,
	type ListRequest,
	type ListedPage,
} from '../service';
import { isOther } from '../token';
import { filterCheck, explainRefusal } from './filters';
import { searchIn, type Search } from './search';
import { filtersSince, type Since } from './since';

export type { Filter, ListedPage } from '../service';
export type { Since } from './since';

/**
 * What to read, and how. Each surface (List, Get, Export, the trigger, names, pickers) makes one from its form.
 */
export interface Listing extends ListRequest, Search {}

/** Enough to keep the connection busy when a body takes three times as long as the first byte. */
const PAGES_AHEAD = 3;

export interface ReadOptions {
	/** Whether the list is wanted to its end: then pages overlap, as a search has them do anyway. */
	overlap: boolean;
	/** Asks for changes only. The caller has to check that the service sends nothing else. */
	since?: Since | undefined;
	/**
	 * Whether records come as the service sent them: without the IDs of the list's path, and once more if they were on an
	 * earlier page, since they may have changed.
	 */
	latestWins?: boolean;
}

/**
 * Reads a list page by page, once one of its credential's slots is free. Requests still under way when the caller
 * stops are ended.
 *
 * @throws UserFacingError, or a signal's reason when the execution is canceled or the listing's signal fires
 */
export async function* readList(
	context: IAllExecuteFunctions,
	listing: Listing,
	{ overlap, since, latestWins = false }: ReadOptions,
): AsyncGenerator<ListedPage, void> {
	const { path, filters = [] } = listing;
	const narrowed = since ? filtersSince(filters, since) : filters;
	const withIds = pathIdsAdder(path);
	const check = filterCheck(listing);
	const search = searchIn(path, listing, since === undefined);
	const { connection, release } = await connect(context, { ...listing, latestWins });
	// The next list is requested while the last page of this one streams: with 200 lists of two pages 17 % less time.
	const onHeaders = (_page: number, hasNext: boolean) => {
		if (!hasNext) release();
	};
	const ahead = overlap || search ? PAGES_AHEAD : 0;
	let recordsRead = 0;
	try {
		const pages = listPages(connection, firstPageUrl(connection, narrowed), { ahead, onHeaders });
		for await (const page of pages) {
			check(page, recordsRead);
			const listed = { ...page, records: latestWins ? page.sent : page.records.map(withIds) };
			if (search) listed.records = search.keep(listed, recordsRead);
			recordsRead += page.records.length;
			if (search) listing.log.searched = recordsRead;
			yield listed;
		}
		search?.finish();
	} catch (error) {
		// The filter of a poll and that of names are ours.
		const isOwn = since === undefined && !listing.isWaitedFor;
		throw inFormOf(error, connection, isOwn ? ['Filters', 'Options'] : ['Options']);
	} finally {
		release();
	}
}

/** @returns what puts the IDs in the path of a list into its records */
export function pathIdsAdder(path: string): (record: IDataObject) => IDataObject {
	const [ids, identity] = [pathIdsOf(path), identityOf(path)];
	return (record) => withPathIds<IDataObject[string]>(record, ids, identity);
}

/**
 * Reads a list page by page, from any of its pages on; each page says where the next one is. Records that the filters
 * leave out are for the caller to find.
 *
 * @param link of an earlier page, if there was one; it may come from anywhere
 * @throws UserFacingError, also for a link that leads elsewhere
 */
export async function* browseList(
	context: IAllExecuteFunctions,
	listing: Listing,
	link: string | undefined,
): AsyncGenerator<ListedPage, void> {
	const { connection, release } = await connect(context, listing);
	try {
		const firstUrl = firstPageUrl(connection);
		const url = link === undefined ? firstUrl : pageUrlOf(link, firstUrl);
		yield* listPages(connection, url, { ahead: 0 });
	} catch (error) {
		throw inFormOf(error, connection);
	} finally {
		release();
	}
}

/**
 * Reads a single record of a list.
 *
 * @param id percent-encoded
 * @throws UserFacingError, also for an answer that is no single record; or the reason of a signal that fires
 */
export async function readOne(
	context: IAllExecuteFunctions,
	listing: Listing,
	id: string,
): Promise<IDataObject> {
	const { connection, release } = await connect(context, listing);
	try {
		return await readRecord(connection, id);
	} catch (error) {
		throw inFormOf(error, connection, ['ID', 'Options'], id);
	} finally {
		release();
	}
}

/** Opens a connection, and waits for one of the slots of its credential. */
async function connect(context: IAllExecuteFunctions, listing: Listing) {
	const connection = await openConnection(context, listing);
	const { fingerprint, signal } = connection;
	const slots = listing.isWaitedFor ? `${fingerprint} names` : fingerprint;
	return { connection, release: await takeListingSlot(slots, signal) };
}

/**
 * An error in the words of the form that its reader has.
 *
 * @param entered the fields that a request was made from
 * @param id of a single record
 */
function inFormOf(
	error: unknown,
	{ credential, listing }: Connection,
	entered: NonNullable<ReadersForm['fields']> = [],
	id?: string,
): unknown {
	const { isWaitedFor = false, network, path } = listing;
	const isTyped = !isWaitedFor && !resources.some(({ list }) => list === path);
	return inWordsOf(error, {
		isOther: isOther(credential),
		fields: [
			...entered,
			...(isTyped ? ['List to Read' as const] : []),
			...(network ? ['Request Options' as const] : []),
		],
		scope: findKnownList(path)?.scope,
		known: explainRefusal(listing, id),
	});
}
