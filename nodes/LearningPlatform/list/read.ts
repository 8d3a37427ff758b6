import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import { findKnownList, identityOf, movingFieldsOf, pathIdsAdder } from '../catalog/knownLists';
import { inWordsOf, type ReadersForm } from '../errors';
import type { ListingLog } from '../n8n/log';
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

export interface Listing extends ListRequest {
	/** The service's filters and the node's own filters. */
	filters?: readonly Filter[];
	/** Text that record names must contain; '' matches any name. */
	nameContains?: string;
	log: ListingLog;
	/** True if the user chose the list under List to Read. */
	isChosen?: boolean;
}

/** Enough to keep the connection busy if a whole response takes three times as long to arrive as its first byte. */
const PAGES_AHEAD = 3;

export interface ReadOptions {
	/** True to request pages ahead because the caller needs the whole list. Always on for searches. */
	overlap: boolean;
	/** An additional filter that selects changed records. The caller must check that the service applies it. */
	bound?: Filter | undefined;
	/** True if the caller keeps each record's last version: records may repeat and do not include the path's IDs. */
	latestWins?: boolean;
}

/** Reads a list page by page. Cancels requests if the caller stops. @throws UserFacingError, or the abort reason */
export async function* readList(
	context: IAllExecuteFunctions,
	listing: Listing,
	{ overlap, bound, latestWins = false }: ReadOptions,
): AsyncGenerator<ListedPage, void> {
	const { log, path, nameContains = '', isWaitedFor = false } = listing;
	const { sent: filters, own } = splitFilters(path, listing.filters);
	const sent = bound ? [...filters, bound] : filters;
	const withIds = pathIdsAdder(path);
	const check = filterCheck(path, filters);
	const search = searchIn(path, nameContains, own, !bound);
	const { connection, release, explain } = await connect(
		context,
		{ ...listing, latestWins },
		// The node itself adds the filters for polls and name lookups.
		bound || isWaitedFor ? ['Options'] : ['Filters', 'Options'],
	);
	// Frees the slot while the last page is still streaming, which cuts the time to read 200 two-page lists by 17%.
	const onHeaders = (hasNext: boolean) => {
		if (!hasNext) release();
	};
	const how = { onHeaders, ...((overlap || search) && { ahead: PAGES_AHEAD }) };
	let recordsRead = 0;
	let hasFailed = false;
	try {
		const { isOther } = credentialForm(connection.credential);
		const query = queryOf(isOther ? sent : asPublished(path, sent));
		const firstUrl = firstPageUrl(connection, query);
		for await (const page of listPages(connection, firstUrl, how)) {
			check.page(page, recordsRead);
			recordsRead += page.records.length;
			const records = latestWins ? page.sent : page.records.map(withIds);
			yield { ...page, records: search ? search.keep(records) : records };
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

/** Reads a list from the page that a link points to. @throws UserFacingError, e.g. if that page is in another list */
export async function* browseList(
	context: IAllExecuteFunctions,
	listing: Listing,
	link: string | undefined,
): AsyncGenerator<ListedPage, void> {
	const { connection, release, explain } = await connect(context, listing, []);
	try {
		const firstUrl = firstPageUrl(connection);
		const url = link === undefined ? firstUrl : pageUrlOf(link, firstUrl);
		yield* listPages(connection, url);
	} catch (error) {
		throw explain(error);
	} finally {
		release();
	}
}

/** Reads a single record. @param id the percent-encoded ID @throws UserFacingError, or the abort reason */
export async function readOne(
	context: IAllExecuteFunctions,
	listing: Listing,
	id: string,
): Promise<IDataObject> {
	const { connection, release, explain } = await connect(context, listing, ['ID', 'Options'], id);
	try {
		return await readRecord(connection, id);
	} catch (error) {
		throw explain(error);
	} finally {
		release();
	}
}

/** Opens a connection and waits for one of its credential's slots. `explain` adapts an error to the user's form. */
async function connect(
	context: IAllExecuteFunctions,
	listing: Listing,
	entered: NonNullable<ReadersForm['fields']>,
	id = '',
) {
	const {
		path,
		identity = identityOf(path),
		filters = [],
		isChosen,
		isWaitedFor = false,
	} = listing;
	const request = { ...listing, identity, versionFields: movingFieldsOf(path) };
	const connection = await openConnection(context, request);
	const { credential, fingerprint, signal } = connection;
	const explain = (error: unknown) =>
		inWordsOf(error, {
			...credentialForm(credential),
			fields: [
				...entered,
				...(isChosen ? ['List to Read' as const] : []),
				...(listing.network ? ['Request Options' as const] : []),
			],
			scope: findKnownList(path)?.scope,
			known: explainRefusal(path, filters, id),
		});
	// Use separate slots for lists that other lists wait for.
	const release = await takeListingSlot(`${fingerprint} ${isWaitedFor}`, signal);
	return { connection, explain, release };
}
