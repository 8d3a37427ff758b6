import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import {
	findKnownList,
	identityOf,
	movingFieldsOf,
	pathIdsOf,
	withPathIds,
} from '../catalog/knownLists';
import { inWordsOf, type ReadersForm } from '../errors';
import type { ListingLog } from '../n8n/log';
import { inputCount, shareAmongItems } from '../n8n/sharedByItems';
import {
	firstPageUrl,
	listPages,
	openConnection,
	pageUrlOf,
	readRecord,
	takeListingSlot,
	type ListedPage,
	type ListRequest,
} from '../service';
import { credentialForm } from '../token';
import { queryOf, type Filter } from '../values/filter';
import { asPublished, explainRefusal, filterCheck, splitFilters } from './filters';
import { searchIn } from './search';
import { filtersSince, type ChangesFrom } from './since';

/** What to read, and how. */
export interface Listing extends Omit<ListRequest, 'latestWins' | 'versionFields'> {
	/** The service's filters, and the node's own. */
	filters?: readonly Filter[];
	/** Text that record names contain; '' for any. */
	nameContains?: string;
	log: ListingLog;
	/** Whether the user has chosen the list by List to Read. */
	isChosen?: boolean;
}

/** Enough to keep the connection busy when a body takes three times as long as the first byte. */
const PAGES_AHEAD = 3;

export interface ReadOptions {
	/** Whether to read the list to its end: then pages overlap, as they always do in a search. */
	overlap: boolean;
	/** Asks for changes only. The caller has to check that the service sends nothing else. */
	changesFrom?: ChangesFrom | undefined;
	/**
	 * Whether the caller keeps the last version of a record: then records come as the service sent them, also again, and
	 * without the IDs of the list's path.
	 */
	latestWins?: boolean;
}

/**
 * Reads a list page by page, once one of its credential's slots is free. Ends requests under way when the caller stops.
 *
 * @throws UserFacingError, or a signal's reason when the execution is canceled or the listing's signal fires
 */
export async function* readList(
	context: IAllExecuteFunctions,
	listing: Listing,
	{ overlap, changesFrom, latestWins = false }: ReadOptions,
): AsyncGenerator<ListedPage, void> {
	const { log, path, nameContains = '', isWaitedFor = false } = listing;
	const { sent: filters, own } = splitFilters(path, listing.filters);
	const narrowed = changesFrom ? filtersSince(filters, changesFrom) : filters;
	const withIds = pathIdsAdder(path);
	const check = filterCheck({ path, filters });
	const search = searchIn(path, nameContains, own, changesFrom === undefined);
	const ahead = overlap || search ? PAGES_AHEAD : 0;
	// The node itself adds the filters of a poll and of names.
	const isOwn = changesFrom === undefined && !isWaitedFor;
	const { connection, release, explain } = await connect(context, listing, {
		latestWins,
		entered: isOwn ? ['Filters', 'Options'] : ['Options'],
	});
	// The next list is requested while the last page of this one streams: with 200 lists of two pages 17 % less time.
	const onHeaders = (hasNext: boolean) => {
		if (!hasNext) release();
	};
	if (isOwn) warnOfRepetition(context, connection.fingerprint, listing);
	let recordsRead = 0;
	let hasFailed = false;
	try {
		const { isOther } = credentialForm(connection.credential);
		const sent = isOther ? narrowed : asPublished(path, narrowed);
		const firstUrl = firstPageUrl(connection, queryOf(sent));
		for await (const page of listPages(connection, firstUrl, { ahead, onHeaders })) {
			check.page(page, recordsRead);
			const records = latestWins ? page.sent : page.records.map(withIds);
			const kept = search ? search.keep({ ...page, records }, recordsRead) : records;
			recordsRead += page.records.length;
			yield { ...page, records: kept };
		}
		search?.finish();
	} catch (error) {
		hasFailed = true;
		throw explain(error);
	} finally {
		release();
		if (!hasFailed && recordsRead > 0) log.filtersUnchecked(check.unchecked());
	}
}

/** Says in n8n's log, once in a run, that its input items read the same list again and again. */
function warnOfRepetition(
	context: IAllExecuteFunctions,
	fingerprint: string,
	{ path, filters, nameContains, log }: Listing,
): void {
	if (inputCount(context) < 2) return;
	const key = ['readings', fingerprint, path, filters, nameContains];
	const { value: readings } = shareAmongItems(context, key, () => ({ count: 0 }));
	readings.count += 1;
	if (readings.count !== 2) return;
	log.warn('the same list is read for several input items: turn on Execute Once to read it once');
}

/** Returns a function that puts the IDs in the path of a list into a record. */
export function pathIdsAdder(path: string): (record: IDataObject) => IDataObject {
	const [ids, identity] = [pathIdsOf(path), identityOf(path)];
	return (record) => withPathIds<IDataObject[string]>(record, ids, identity);
}

/** Reads a list from the page of a link on. @throws UserFacingError, also for a link that leads elsewhere */
export async function* browseList(
	context: IAllExecuteFunctions,
	listing: Listing,
	link: string | undefined,
): AsyncGenerator<ListedPage, void> {
	const { connection, release, explain } = await connect(context, listing, { entered: [] });
	try {
		const firstUrl = firstPageUrl(connection);
		const url = link === undefined ? firstUrl : pageUrlOf(link, firstUrl);
		yield* listPages(connection, url, { ahead: 0 });
	} catch (error) {
		throw explain(error);
	} finally {
		release();
	}
}

/** Reads a single record. @param id percent-encoded @throws UserFacingError, or the reason of a signal that fires */
export async function readOne(
	context: IAllExecuteFunctions,
	listing: Listing,
	id: string,
): Promise<IDataObject> {
	const entered = ['ID' as const, 'Options' as const];
	const { connection, release, explain } = await connect(context, listing, { entered, id });
	try {
		return await readRecord(connection, id);
	} catch (error) {
		throw explain(error);
	} finally {
		release();
	}
}

/**
 * Opens a connection, and waits for one of the slots of its credential.
 *
 * @param how `entered`: the fields that requests are made from
 * @returns `explain` words an error for the form of its reader
 */
async function connect(
	context: IAllExecuteFunctions,
	listing: Listing,
	how: { entered: NonNullable<ReadersForm['fields']>; latestWins?: boolean; id?: string },
) {
	const { path, network, isChosen = false, isWaitedFor = false } = listing;
	const { identity = identityOf(path) } = listing;
	const { entered, latestWins = false, id } = how;
	const versionFields = movingFieldsOf(path);
	const request = { ...listing, identity, versionFields, latestWins };
	const connection = await openConnection(context, request);
	const { credential, fingerprint, signal } = connection;
	const slots = isWaitedFor ? `${fingerprint} names` : fingerprint;
	const explain = (error: unknown) =>
		inWordsOf(error, {
			...credentialForm(credential),
			fields: [
				...entered,
				...(isChosen && !isWaitedFor ? ['List to Read' as const] : []),
				...(network ? ['Request Options' as const] : []),
			],
			scope: findKnownList(path)?.scope,
			known: explainRefusal(listing, id),
		});
	return { connection, explain, release: await takeListingSlot(slots, signal) };
}
