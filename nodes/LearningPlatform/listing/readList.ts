import type { IDataObject } from 'n8n-workflow';

import type { ListingLog } from '../transport/log';
import {
	openConnection,
	type Connection,
	type NetworkOptions,
	type ServiceContext,
} from '../transport/request';
import {
	listPages,
	readPage,
	readRecord,
	takeListingSlot,
	type LinkedPage,
	type Page,
} from '../transport/pages';
import { listInParts } from './split';

/** What is at a path of the service. */
export interface PathRequest {
	/** Path below the base URL, e.g. `/api/v2/courses`. */
	path: string;
	log: ListingLog;
	/** The input item that it is read for. */
	itemIndex: number;
	maxRetries: number;
	network: NetworkOptions;
	/** Ends the reading at once, as canceling the execution does. */
	stopSignal?: AbortSignal | undefined;
}

/** A list to read, from its first page to as far as the reader goes. */
export interface ListRequest extends PathRequest {
	/** Filters as a query string; sent with the first page only (docs/service.md, Paging). */
	query: string;
	/** Whether pages are requested before they are asked for. */
	overlap: boolean;
	/** With `overlap`: the date by which the list is split, to be read in parts at once; '' to read it whole. */
	splitBy?: string;
	/** How many pages of later parts may wait for those before them; as many as come if nothing is said. */
	maxWaitingPages?: number;
}

/** For those who do not keep the records: these, and as many on their way, take some 50 MB. */
export const MAX_WAITING_PAGES = 6;

/** Enough to keep the connection busy when a body takes three times as long as the first byte. */
const PAGES_AHEAD = 3;

/**
 * Reads a list page by page. What is still under way when the reader stops is ended.
 *
 * @throws ServiceError or PageError, or a signal's reason when the execution is canceled or `stopSignal` fires
 */
export async function* readList(
	context: ServiceContext,
	request: ListRequest,
): AsyncGenerator<Page, void> {
	const { query, maxRetries, overlap, splitBy = '', maxWaitingPages = Infinity } = request;
	const ahead = overlap ? PAGES_AHEAD : 0;
	const isSplit = overlap && splitBy !== '';
	const options = { maxRetries, ahead };
	yield* inSlot<Page>(context, request, (connection, url) =>
		isSplit
			? listInParts(connection, url, { ...options, query, field: splitBy, maxWaitingPages })
			: listPages(connection, withQuery(url, query), options),
	);
}

/**
 * Reads a list page by page, from any of its pages on; each page tells where the next one is.
 *
 * @param request its `link` is what a page before has told; it may come from anywhere
 * @throws ServiceError, also for a link that leads elsewhere
 */
export async function* browseList(
	context: ServiceContext,
	request: PathRequest & { query: string; link: string | undefined },
): AsyncGenerator<LinkedPage, void> {
	const { query, link, maxRetries } = request;
	yield* inSlot(context, request, async function* (connection, url) {
		const firstUrl = withQuery(url, query);
		let next = link;
		do {
			const page: LinkedPage = await readPage(connection, firstUrl, next, maxRetries);
			yield page;
			({ next } = page);
		} while (next !== undefined);
	});
}

/**
 * Reads a single record.
 *
 * @throws ServiceError, also for an answer that is no single record; or the reason of a signal that fires
 */
export async function readOne(context: ServiceContext, request: PathRequest): Promise<IDataObject> {
	const records = inSlot(context, request, async function* (connection, url) {
		yield await readRecord(connection, url, request.maxRetries);
	});
	const record = await records.next();
	await records.return();
	return record.value as IDataObject;
}

/** Reads what is at a path, as one of as many readers as may run for its credential at once. */
async function* inSlot<T>(
	context: ServiceContext,
	{ path, log, itemIndex, network, stopSignal }: PathRequest,
	read: (connection: Connection, url: string) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
	const connection = await openConnection(context, log, itemIndex, network, stopSignal);
	const releaseSlot = await takeListingSlot(connection.fingerprint, connection.signal);
	try {
		yield* read(connection, `${connection.fields.baseUrl}${path}`);
	} finally {
		releaseSlot();
	}
}

function withQuery(url: string, query: string): string {
	return query === '' ? url : `${url}?${query}`;
}
