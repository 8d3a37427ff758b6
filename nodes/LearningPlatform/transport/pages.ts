import type { IDataObject } from 'n8n-workflow';

import type { Connection } from './connection';
import { ServiceError } from './errors';
import { ChainedPage, type ChainOptions } from './pageChain';
import type { PageContent } from './pageRequest';

/** A page of a list. */
export interface Page {
	/** From 1. */
	number: number;
	records: IDataObject[];
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
	options: ChainOptions,
): AsyncGenerator<Page, void> {
	const stop = new AbortController();
	const signal = AbortSignal.any([connection.signal, stop.signal]);
	let emptyPages = 0;
	let number = 1;
	try {
		let page: ChainedPage | undefined = new ChainedPage(
			{ ...connection, signal },
			firstUrl,
			number,
			new Set(),
			options,
		);
		while (page) {
			number = page.number;
			page.lookAhead();
			const { records }: PageContent = await page.content();
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

function endlessList(): ServiceError {
	return new ServiceError(
		`The list goes on, but its last ${MAX_EMPTY_PAGES_IN_A_ROW} pages were empty`,
		'This is a fault of the service: tell the administrators of the platform.',
	);
}
