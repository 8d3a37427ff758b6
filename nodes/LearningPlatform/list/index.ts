import type { IDataObject } from 'n8n-workflow';

import type { Identity } from '../catalog/identity';
import { identityOf, splitDateOf } from '../catalog/knownLists';
import { inWordsOf } from '../errors';
import type { ListingLog } from '../n8n/log';
import {
	listPages,
	openConnection,
	progressCheck,
	readPage,
	readRecord,
	takeListingSlot,
	type Claim,
	type ListOptions,
	type ListedPage,
	type NetworkOptions,
	type ServiceContext,
} from '../service';
import { isOther } from '../token';
import { dateRanges } from './dateRanges';
import { filterCheck } from './ignoredFilter';
import { nameFilter } from './nameFilter';
import { filtersSince, type Since } from './since';
import { PartsReader } from './reader';

export type { ListedPage } from '../service';
export type { Since } from './since';

/** What is at a path of the service. */
interface PathRequest {
	/** Path below the base URL, e.g. `/api/v2/courses`. */
	path: string;
	log: ListingLog;
	/** The input item that it is read for. */
	itemIndex: number;
	maxRetries: number;
	network: NetworkOptions;
	/** Ends the reading at once, as canceling the execution does. */
	stopSignal?: AbortSignal | undefined;
	/** Whether another list waits for it: then it must not wait in turn until that one is over. */
	isBeside?: boolean;
	/** Whether the credential is known to have the right to read it; if not, a token that is refused twice lacks it. */
	isProven?: boolean;
}

/** For those who do not keep the records: these, and as many on their way, take some 50 MB. */
export const MAX_WAITING_PAGES = 6;

/** Enough to keep the connection busy when a body takes three times as long as the first byte. */
const PAGES_AHEAD = 3;

/**
 * Reads a list page by page, as one of as many as its credential may read at once. What is still under way when the
 * reader stops is ended.
 *
 * @param request.query filters; sent with the first page only (docs/service.md, Paging)
 * @param request.nameContains leaves out the records whose name does not contain it; '' for none
 * @param request.since asks for the records only that were changed since; whoever asks has to look whether these are all
 * that come
 * @param request.overlap whether pages are requested before they are asked for, as they are for a search in any case
 * @param request.splitBy with `overlap`: the date by which the list is split, to be read in parts at once; AUTOMATIC for
 * that of a known list, '' to read it whole
 * @param request.maxWaitingPages how many pages of later parts may wait for those before them; any number by default
 * @param request.identity of the records, if it is not that of a known list
 * @param request.keepsRepeated whether a record that was on an earlier page comes again: it may have changed
 * @throws UserFacingError, or a signal's reason when the execution is canceled or `stopSignal` fires
 */
export async function* readList(
	context: ServiceContext,
	request: PathRequest & {
		query: string;
		nameContains?: string;
		since?: Since | undefined;
		overlap: boolean;
		splitBy?: string;
		maxWaitingPages?: number;
		identity?: Identity | undefined;
		keepsRepeated?: boolean;
	},
): AsyncGenerator<ListedPage, void> {
	const { maxRetries, overlap, maxWaitingPages = Infinity, since } = request;
	const { nameContains = '', keepsRepeated = false } = request;
	const query = since ? filtersSince(request.query, since) : request.query;
	const listName = request.path.replace('/api/v2/', '');
	const date = splitDateOf(listName, request.splitBy ?? '');
	const identity = request.identity ?? identityOf(listName);
	const options = { maxRetries, identity, ahead: overlap || nameContains !== '' ? PAGES_AHEAD : 0 };
	const check = filterCheck(request.path, request.query);
	const names = nameFilter(nameContains, since === undefined);
	const ranges = overlap && date !== '' ? dateRanges(query, date) : undefined;
	const { connection, url, form, leave } = await enter(context, request);
	const pagesOf = (partQuery: string, part: object, ofPart: ListOptions) =>
		listPages({ ...connection, ...part }, withQuery(url, partQuery), ofPart);
	// The next list is requested while the last page of this one streams: with 200 lists of two pages 17 % less time.
	const onHeaders = (_page: number, hasNext: boolean) => {
		if (!hasNext) leave();
	};
	const parts =
		ranges && new PartsReader(connection, ranges, pagesOf, { ...options, maxWaitingPages });
	// A record whose date is edited meanwhile can be in two parts.
	const findNew = progressCheck(identity);
	let recordsRead = 0;
	try {
		for await (const page of parts?.pages() ?? pagesOf(query, {}, { ...options, onHeaders })) {
			check(page, recordsRead);
			const { number, sent } = page;
			const fresh = parts ? findNew(sent) : page.records;
			const records = names.keep(keepsRepeated ? sent : fresh, { number, recordsRead });
			yield { ...page, records };
			recordsRead += fresh.length;
		}
		const isShort = (total: Claim | undefined): total is Claim => (total?.count ?? 0) > recordsRead;
		if (ranges && isShort(parts?.total)) {
			// Records may have been removed since that was said.
			const { total } = await readPage(connection, withQuery(url, query), undefined, maxRetries);
			if (isShort(total)) throw ranges.leftOut(total, recordsRead);
		}
		names.finish();
	} catch (error) {
		throw inWordsOf(error, form);
	} finally {
		leave();
	}
}

/**
 * Reads a list page by page, from any of its pages on; each page tells where the next one is.
 *
 * @param request.link what a page before has told; it may come from anywhere
 * @throws UserFacingError, also for a link that leads elsewhere
 */
export async function* browseList(
	context: ServiceContext,
	request: PathRequest & { query: string; link: string | undefined },
): AsyncGenerator<ListedPage, void> {
	const { connection, url, form, leave } = await enter(context, request);
	const firstUrl = withQuery(url, request.query);
	let next = request.link;
	try {
		do {
			const page: ListedPage = await readPage(connection, firstUrl, next, request.maxRetries);
			yield page;
			({ next } = page);
		} while (next !== undefined);
	} catch (error) {
		throw inWordsOf(error, form);
	} finally {
		leave();
	}
}

/**
 * Reads a single record.
 *
 * @throws UserFacingError, also for an answer that is no single record; or the reason of a signal that fires
 */
export async function readOne(context: ServiceContext, request: PathRequest): Promise<IDataObject> {
	const { connection, url, form, leave } = await enter(context, request);
	try {
		return await readRecord(connection, url, request.maxRetries);
	} catch (error) {
		throw inWordsOf(error, form);
	} finally {
		leave();
	}
}

/** Waits for a place among the readers that may run for a credential at once; `leave` gives it back. */
async function enter(
	context: ServiceContext,
	{ path, log, itemIndex, network, stopSignal, isBeside = false, isProven = true }: PathRequest,
) {
	const opened = await openConnection(context, log, itemIndex, network, stopSignal);
	const connection = { ...opened, isProven };
	const readers = isBeside ? `${connection.fingerprint} beside` : connection.fingerprint;
	let release: (() => void) | undefined = await takeListingSlot(readers, connection.signal);
	const leave = () => {
		release?.();
		release = undefined;
	};
	const form = { isOther: isOther(connection.credential) };
	return { connection, url: `${connection.fields.baseUrl}${path}`, form, leave };
}

function withQuery(url: string, query: string): string {
	return query === '' ? url : `${url}?${query}`;
}
