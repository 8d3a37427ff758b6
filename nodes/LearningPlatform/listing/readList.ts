import type { ListingLog } from '../transport/log';
import { openConnection, type NetworkOptions, type ServiceContext } from '../transport/request';
import { listPages, takeListingSlot, type Page } from '../transport/pages';

/** A list to read, from its first page to as far as the reader goes. */
export interface ListRequest {
	/** Path below the base URL, e.g. `/api/v2/courses`. */
	path: string;
	/** Filters as a query string; sent with the first page only (docs/service.md, Paging). */
	query: string;
	log: ListingLog;
	/** The input item that the list is read for. */
	itemIndex: number;
	maxRetries: number;
	/** Whether pages are requested before they are asked for. */
	overlap: boolean;
	network: NetworkOptions;
	/** Ends the reading at once, as canceling the execution does. */
	stopSignal?: AbortSignal | undefined;
}

/** Enough to keep the connection busy when a body takes three times as long as the first byte. */
const PAGES_AHEAD = 3;

/**
 * Reads a list page by page, as one of at most eight listings that run for its credential at once. What is
 * still under way when the reader stops is ended.
 *
 * @throws ServiceError or PageError, or a signal's reason when the execution is canceled or `stopSignal` fires
 */
export async function* readList(
	context: ServiceContext,
	{ path, query, log, itemIndex, maxRetries, overlap, network, stopSignal }: ListRequest,
): AsyncGenerator<Page, void> {
	const queued = await openConnection(context, log, itemIndex, network, stopSignal);
	const releaseSlot = await takeListingSlot(queued.fingerprint, queued.signal);
	try {
		// Read again, because the token may have been renewed while this listing waited for its turn.
		const connection = await openConnection(context, log, itemIndex, network, stopSignal);
		const firstUrl = `${connection.fields.baseUrl}${path}${query === '' ? '' : `?${query}`}`;
		yield* listPages(connection, firstUrl, { maxRetries, ahead: overlap ? PAGES_AHEAD : 0 });
	} finally {
		releaseSlot();
	}
}
