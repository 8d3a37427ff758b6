import type { IDataObject } from 'n8n-workflow';

import { onPage, serviceError, UserFacingError } from '../errors';
import { apiUrl } from '../token';
import { markAsHandled } from '../values/promises';
import { requestPage } from './answer';
import type { Connection } from './connection';
import { hasNextPage, nextPageUrl } from './nextPage';
import { progressCheck } from './progress';
import { queryOf } from './query';

export interface Page {
	/** From 1. */
	number: number;
	/** Without the records of earlier pages. */
	records: IDataObject[];
	/** What time it was by the service's clock, in s since the epoch; `undefined` for an answer without a `Date`. */
	date?: number | undefined;
	next?: Next;
}

/** Where a list goes on after a page. It may go on where nobody knows: then the reader of its next page is told why. */
type Next = { kind: 'page'; url: string } | { kind: 'unknown'; error: unknown } | { kind: 'end' };

/** A page, and what the service has sent with it. */
export interface ListedPage extends Page {
	/** Every record of the page, repeated ones and those that the node leaves out included. Do not keep them. */
	sent: IDataObject[];
}

interface PageOptions {
	/** How many pages may be under way after the one that is being read. */
	ahead: number;
	/** Called with the headers of a page, long before its records are here. */
	onHeaders?: (page: number, hasNext: boolean) => void;
}

/** @param filters if they are not those of the listing */
export function firstPageUrl({ fields, listing }: Connection, filters = listing.filters): string {
	const url = apiUrl(fields.baseUrl, listing.path);
	const query = queryOf(filters ?? []);
	return query === '' ? url : `${url}?${query}`;
}

/**
 * The pages of a list, in order, following the `Link` header of each (docs/service.md, Paging). As that comes with the
 * headers, the next page is requested while the body still streams.
 *
 * @param firstUrl address of the page to begin with; the filters are in it, and in every link
 * @throws UserFacingError for a page that failed after all retries, or `connection.signal.reason`
 */
export async function* listPages(
	connection: Connection,
	firstUrl: string,
	options: PageOptions,
): AsyncGenerator<ListedPage, void> {
	const stop = new AbortController();
	const signal = AbortSignal.any([connection.signal, stop.signal]);
	const chain = pageChain({ ...connection, signal }, options);
	const findNew = progressCheck(connection.listing);
	let recordsRead = 0;
	let number = 1;
	try {
		let page: ReturnType<typeof chain.open> | undefined = chain.open(firstUrl, 1);
		while (page) {
			({ number } = page);
			// The reader of the list meets the same error later, with the right page number.
			markAsHandled(chain.openAhead());
			const { records: sent, link, date } = await page.content;
			const records = findNew(sent);
			let next: Next;
			try {
				const url = nextPageUrl(link, page.url);
				next = url === undefined ? { kind: 'end' } : { kind: 'page', url };
			} catch (error) {
				next = { kind: 'unknown', error };
			}
			// The page goes out first: a caller may need no other.
			yield { number, records, sent, date, next };
			recordsRead += records.length;
			if (next.kind === 'unknown') throw next.error;
			page = next.kind === 'page' ? chain.next(page, next.url) : undefined;
		}
	} catch (error) {
		// The reason of a caller that ends the list has nothing to do with a page.
		connection.signal.throwIfAborted();
		throw onPage(number > 1 ? lostPage(error) : error, { number, recordsRead });
	} finally {
		stop.abort(new Error('The rest of the list is not needed'));
	}
}

/** The error of a later page: the list was there a moment ago, so its path is not wrong. */
function lostPage(error: unknown): unknown {
	if (!(error instanceof UserFacingError)) return error;
	const { reason, answer, lacks, schedulerCause } = error;
	const isLost = reason === '410' || (reason === '404' && lacks === 'list');
	if (!isLost || schedulerCause === 'credential-invalid') return error;
	return serviceError(
		'The service does not know the page that it has linked to',
		[
			'The pages before it were there, so the link may have expired, or the list has been removed meanwhile. Run the workflow again; if it keeps happening, tell the administrators of the platform.',
			answer,
		],
		{ reason, answer },
	);
}

/** The pages under way: the one that is being read, and later ones. */
function pageChain(connection: Connection, { ahead, onHeaders }: PageOptions) {
	let opened: (ReturnType<typeof requestPage> & { abandoned: AbortController })[] = [];

	function open(url: string, number: number) {
		const abandoned = new AbortController();
		const signal = AbortSignal.any([connection.signal, abandoned.signal]);
		const page = { ...requestPage({ ...connection, signal }, url, number), abandoned };
		opened.push(page);
		markAsHandled(page.announcedLink.then((link) => onHeaders?.(number, hasNextPage(link))));
		return page;
	}

	/**
	 * Opens further pages as soon as their addresses are known, as far as `ahead` allows. A loop: a recursion would hold on
	 * to all pages that were opened, until the list ends.
	 */
	async function openAhead() {
		for (let last = opened.at(-1); last && opened.length <= ahead;) {
			const url = nextPageUrl(await last.announcedLink, last.url);
			if (url === undefined || opened.at(-1) !== last || connection.signal.aborted) return;
			last = open(url, last.number + 1);
		}
	}

	return {
		open,
		openAhead,
		/**
		 * Goes on to the page whose link came with the records. A page that was requested again may lead elsewhere the
		 * second time: then the pages that were opened after it are dropped.
		 */
		next({ number }: { number: number }, url: string) {
			const [, ...following] = opened;
			if (following[0]?.url === url) {
				opened = following;
				return following[0];
			}
			opened = [];
			for (const { number: page, abandoned } of following) {
				abandoned.abort(new Error('The list goes on with another page'));
				connection.log.info(`page ${page}: dropped, the list goes on with another page`, { page });
			}
			return open(url, number + 1);
		},
	};
}
