import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../errors';
import { markAsHandled } from '../promises';
import type { Connection } from '../request';
import { hasNextPage, nextPageUrl } from './nextPage';
import { requestPage, type PageContent, type PageRequest } from './pageRequest';

/** A page of a list. */
export interface Page {
	/** From 1. */
	number: number;
	records: IDataObject[];
}

/** A page as it comes from a list. */
export interface ListedPage extends Page {
	/** Whether it links to no other one. */
	isLast: boolean;
}

/** A page that could not be read: which one, why, and how far the list had been read by then. */
export class PageError extends Error {
	constructor(
		readonly page: number,
		/** Records of the pages before it. */
		readonly recordsRead: number,
		readonly failure: ServiceError,
		/** Of which part of the list it is, if the list is read in parts, e.g. `before 2026-01-31T00:00:00Z`. */
		readonly part?: string,
	) {
		super(failure.message);
		this.name = 'PageError';
	}
}

export interface ListOptions {
	maxRetries: number;
	/** How many pages may be under way after the one that is being read. */
	ahead: number;
	/** Told about the headers of a page, long before its records are here. */
	onHeaders?: (page: number, hasNext: boolean) => void;
}

/** An empty page may have a next one, but a service that goes on like this will never come to an end. */
const MAX_EMPTY_PAGES_IN_A_ROW = 1_000;

/**
 * The pages of a list, in order, following the `Link` header of each (docs/service.md, Paging).
 *
 * The next page's address is known with a page's headers. So it is requested while the body still streams,
 * and a whole list takes hardly longer than its times to first byte, one after the other.
 *
 * @param firstUrl address of the first page, with the filters
 * @throws PageError for a page that failed after all retries, or `connection.signal.reason`
 */
export async function* listPages(
	connection: Connection,
	firstUrl: string,
	options: ListOptions,
): AsyncGenerator<ListedPage, void> {
	const stop = new AbortController();
	const signal = AbortSignal.any([connection.signal, stop.signal]);
	const chain = new PageChain({ ...connection, signal }, options);
	let recordsRead = 0;
	let emptyPages = 0;
	let number = 1;
	try {
		let page: OpenPage | undefined = chain.open(firstUrl, 1);
		while (page) {
			({ number } = page);
			chain.lookAhead();
			const { records, link }: PageContent = await page.request.content;
			emptyPages = records.length === 0 ? emptyPages + 1 : 0;
			if (emptyPages > MAX_EMPTY_PAGES_IN_A_ROW) throw endlessList();
			yield { number, records, isLast: !hasNextPage(link) };
			recordsRead += records.length;
			page = chain.next(page, nextPageUrl(link, page.url));
		}
	} catch (error) {
		throw error instanceof ServiceError ? new PageError(number, recordsRead, error) : error;
	} finally {
		stop.abort(new Error('The rest of the list is not needed'));
	}
}

/** A page whose request is under way. */
interface OpenPage {
	url: string;
	number: number;
	request: PageRequest;
	abandoned: AbortController;
}

/** The pages of one list that are under way. */
class PageChain {
	/** The page that is being read, and those that were opened after it. */
	private opened: OpenPage[] = [];

	/** The pages so far; a link to one of them would never come to an end. */
	private readonly seenUrls = new Set<string>();

	constructor(
		private readonly connection: Connection,
		private readonly options: ListOptions,
	) {}

	/** @throws ServiceError when the page was seen before */
	open(url: string, number: number): OpenPage {
		if (this.seenUrls.has(url)) throw repeatedLink();
		this.seenUrls.add(url);
		const abandoned = new AbortController();
		const signal = AbortSignal.any([this.connection.signal, abandoned.signal]);
		const connection = { ...this.connection, signal };
		const request = requestPage(connection, { url, number }, this.options.maxRetries);
		const page = { url, number, request, abandoned };
		this.opened.push(page);
		const { onHeaders } = this.options;
		if (onHeaders) {
			const told = request.announcedLink.then((link) => {
				onHeaders(number, hasNextPage(link));
			});
			markAsHandled(told);
		}
		return page;
	}

	/** Opens further pages as soon as their addresses are known, as far as `ahead` allows. */
	lookAhead(): void {
		// A loop: a recursion would hold on to all pages that were opened, until the list ends.
		const openFollowing = async (page: OpenPage | undefined): Promise<void> => {
			for (let last = page; last && this.opened.length <= this.options.ahead;) {
				const url = nextPageUrl(await last.request.announcedLink, last.url);
				const isLast = this.opened.at(-1) === last;
				if (url === undefined || !isLast || this.connection.signal.aborted) return;
				last = this.open(url, last.number + 1);
			}
		};
		// Whoever reads the list meets the same error when they get there, with the right page number.
		markAsHandled(openFollowing(this.opened.at(-1)));
	}

	/**
	 * Goes on to the page whose link came together with the records. A page that had to be requested again
	 * may lead elsewhere the second time; then what was opened after it is no use.
	 *
	 * @param url `undefined` after the last page
	 * @throws ServiceError when the page was seen before
	 */
	next({ number }: OpenPage, url: string | undefined): OpenPage | undefined {
		const [, ...following] = this.opened;
		if (following[0] !== undefined && following[0].url === url) {
			this.opened = following;
			return following[0];
		}
		this.opened = [];
		for (const page of following) {
			page.abandoned.abort(new Error('The list goes on with another page'));
			this.seenUrls.delete(page.url);
			this.connection.log.pageDropped(page.number);
		}
		return url === undefined ? undefined : this.open(url, number + 1);
	}
}

function repeatedLink(): ServiceError {
	return new ServiceError(
		'The link to the next page leads back to a page that was read before',
		'The list would never end. This is a fault of the service: tell the administrators of the platform.',
	);
}

function endlessList(): ServiceError {
	return new ServiceError(
		`The list goes on, but its last ${MAX_EMPTY_PAGES_IN_A_ROW} pages were empty`,
		'This is a fault of the service: tell the administrators of the platform.',
	);
}
