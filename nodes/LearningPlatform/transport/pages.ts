import type { IDataObject } from 'n8n-workflow';

import type { Connection } from './connection';
import { ServiceError } from './errors';
import { requestPage, type PageInFlight } from './pageInFlight';
import { failLater } from './promises';

/** A page of a list. */
export interface Page {
	/** From 1. */
	number: number;
	records: IDataObject[];
}

export interface PagesOptions {
	maxRetries: number;
	/**
	 * How many pages may be on their way behind the one that is being read. With 0 a page is requested only
	 * when it is asked for.
	 */
	ahead: number;
}

/** A page that could not be read: which one, and why. */
export class PageError extends Error {
	constructor(
		readonly page: number,
		readonly failure: ServiceError,
	) {
		super(failure.message);
		this.name = 'PageError';
	}
}

/** An empty page may have a next one, but a service that goes on like this will never come to an end. */
const MAX_EMPTY_PAGES_IN_A_ROW = 1_000;

/**
 * The pages of a list, in order, following the `Link` header of each (spec 4.4).
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
	{ maxRetries, ahead }: PagesOptions,
): AsyncGenerator<Page, void> {
	const stop = new AbortController();
	const signal = AbortSignal.any([connection.signal, stop.signal]);
	const seenUrls = new Set<string>();
	const open = (url: string, number: number): PageInFlight => {
		if (seenUrls.has(url)) throw repeatedLink();
		seenUrls.add(url);
		return requestPage({ ...connection, signal }, url, { number, maxRetries, openNext: open });
	};

	let emptyPages = 0;
	let number = 1;
	try {
		let page: PageInFlight | undefined = open(firstUrl, number);
		while (page) {
			number = page.number;
			openAhead(page, ahead);
			const records: IDataObject[] = await page.records;
			emptyPages = records.length === 0 ? emptyPages + 1 : 0;
			if (emptyPages > MAX_EMPTY_PAGES_IN_A_ROW) throw endlessList();
			yield { number, records };
			page = await page.next();
		}
	} catch (error) {
		throw error instanceof ServiceError ? new PageError(number, error) : error;
	} finally {
		stop.abort(new Error('The rest of the list is not needed'));
	}
}

/** Requests the pages behind `page` as soon as their addresses are known. */
function openAhead(page: PageInFlight, ahead: number): void {
	const openOneByOne = async () => {
		let last: PageInFlight | undefined = page;
		for (let opened = 0; opened < ahead && last; opened += 1) last = await last.next();
	};
	// Whoever reads the pages meets the same error when they get there, with the right page number.
	failLater(openOneByOne());
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
