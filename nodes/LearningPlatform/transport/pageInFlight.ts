import type { IDataObject } from 'n8n-workflow';

import type { Connection } from './connection';
import { nextPageUrl } from './nextPage';
import { deferred, failLater, type Deferred } from './promises';
import { parseRecords } from './records';
import { getStreamed } from './request';
import { readBody } from './responseBody';
import { withRetries } from './retry';

/** A page whose request is under way. */
export interface PageInFlight {
	/** From 1. */
	number: number;
	records: Promise<IDataObject[]>;
	/**
	 * Opens the next page, once, as soon as this page's headers tell its address; `undefined` on the last.
	 */
	next(): Promise<PageInFlight | undefined>;
}

interface PageOptions {
	number: number;
	maxRetries: number;
	openNext: (url: string, number: number) => PageInFlight;
}

/**
 * Requests a page, and requests it again while it fails for a reason that may pass, in its headers or in
 * the middle of its body. The other pages of the list are not touched by that.
 *
 * @param url absolute address of the page
 */
export function requestPage(
	connection: Connection,
	url: string,
	{ number, maxRetries, openNext }: PageOptions,
): PageInFlight {
	const { signal, requestOptions } = connection;
	const nextUrl = deferred<string | undefined>();
	const attempt = async () => {
		const { headers, body } = await getStreamed(connection, url);
		// Only the first answer counts: the list goes on from there even when this body has to be read again.
		announce(nextUrl, headers.link, url);
		return parseRecords(await readBody(body, requestOptions.timeout, signal));
	};
	const records = withRetries(attempt, { maxRetries, signal });
	// A page that never got headers has no next page either.
	records.catch(nextUrl.reject);
	failLater(nextUrl.promise);

	let next: Promise<PageInFlight | undefined> | undefined;
	return {
		number,
		records,
		next: async () => {
			next ??= nextUrl.promise.then((found) =>
				found === undefined ? undefined : openNext(found, number + 1),
			);
			return await next;
		},
	};
}

/** A link that must not be followed fails the way to the next page; this page's records are still good. */
function announce(
	nextUrl: Deferred<string | undefined>,
	link: string | string[] | undefined,
	pageUrl: string,
): void {
	try {
		nextUrl.resolve(nextPageUrl(link, pageUrl));
	} catch (error) {
		nextUrl.reject(error);
	}
}
