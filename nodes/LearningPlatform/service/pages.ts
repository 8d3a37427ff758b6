import type { IDataObject } from 'n8n-workflow';

import { apiUrl } from '../token';
import { readAhead } from './ahead';
import type { Connection } from './connection';
import { listGuard } from './guard';
import { nextPageUrl, type nextOf } from './nextPage';

export interface Page {
	/** From 1. */
	number: number;
	/** The records that no earlier page had. */
	records: IDataObject[];
}

/** A page of a list, or of records that were made from lists. */
export interface ListedPage extends Page {
	/** Every record of the page, even if repeated or omitted. Do not keep them. */
	sent: IDataObject[];
	/** The time by the service's clock, in s since the epoch; `undefined` if the answer had no `Date`. */
	date?: number | undefined;
	/** Left out of a page that no request returned. */
	next?: ReturnType<typeof nextOf>;
	/** The number of repeated requests. */
	retries?: number;
}

/** @param query without the question mark */
export function firstPageUrl({ fields, request }: Connection, query = ''): string {
	const url = apiUrl(fields.baseUrl, request.path);
	return query === '' ? url : `${url}?${query}`;
}

/**
 * Reads the pages of a list in order, following the `Link` header of each (docs/engineers/service.md, Paging).
 *
 * @param options `ahead`: the pages to request beyond the current page (0); `onHeaders`: called long before the
 * records of a page arrive
 * @throws UserFacingError, or `connection.signal.reason`
 */
export async function* listPages(
	connection: Connection,
	firstUrl: string,
	options: { ahead?: number; onHeaders?: (hasNext: boolean) => void } = {},
): AsyncGenerator<ListedPage, void> {
	const pages = readAhead(connection, options);
	const guard = listGuard(connection.request);
	let number = 0;
	try {
		for (let url: string | undefined = firstUrl; url !== undefined;) {
			number += 1;
			const page = await pages.read(url, number);
			// Yields the page first, even if its link is unreadable: its records are good.
			yield guard.admit(page);
			url = nextPageUrl(page.link, page.url);
		}
	} catch (error) {
		// The caller may have stopped the list for its own reason.
		connection.signal.throwIfAborted();
		throw guard.explain(error, number);
	} finally {
		pages.close();
	}
}
