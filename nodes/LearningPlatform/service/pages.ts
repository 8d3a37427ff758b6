import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import { apiUrl } from '../token';
import { readAhead } from './ahead';
import type { Client } from './client';
import { listGuard, type RecordRules } from './guard';
import { nextPageUrl, type nextOf } from './nextPage';

/** A page of a list or of records computed from lists. */
export interface ListedPage {
	/** Starts at 1. */
	number: number;
	/** The records that appeared neither on an earlier page nor earlier on this page. */
	records: IDataObject[];
	/** All records on the page, even those that the node omits, e.g. repeated ones. Do not keep them in memory. */
	sent: IDataObject[];
	/** The service's time, in seconds since the epoch; `undefined` if the response had no `Date` header. */
	date?: number | undefined;
	/** Missing from pages of computed records. */
	next?: ReturnType<typeof nextOf>;
	retries?: number;
}

/** @param query the query string without the question mark */
export function firstPageUrl({ fields }: Client, path: string, query = ''): string {
	const url = apiUrl(fields.baseUrl, path);
	return query === '' ? url : `${url}?${query}`;
}

/**
 * Reads a list's pages in order, following each page's `Link` header (docs/engineers/service.md, Paging).
 *
 * @param options `ahead`: the number of pages to request early; `onHeaders`: called long before the records arrive
 * @throws Failure, or `client.signal.reason`
 */
export async function* listPages(
	client: Client,
	firstUrl: string,
	options: RecordRules & { ahead?: number; onHeaders?: (hasNext: boolean) => void } = {},
): AsyncGenerator<ListedPage, void> {
	const pages = readAhead(client, options);
	const guard = listGuard(options);
	let number = 0;
	try {
		for (let url: string | undefined = firstUrl; url !== undefined;) {
			number += 1;
			const page = await pages.read(url, number);
			// Yield the page before reading its link: the records are valid even if the link is not.
			yield guard.admit(page);
			url = nextPageUrl(page.link, page.url);
			if (url === undefined && page.next.state === 'unknown') throw new Failure('linkMissing');
		}
	} catch (error) {
		// If the caller stopped reading the list, throw the caller's reason.
		client.signal.throwIfAborted();
		throw guard.withPage(error, number);
	} finally {
		pages.close();
	}
}
