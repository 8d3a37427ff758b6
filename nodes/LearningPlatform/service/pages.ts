import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import { apiUrl } from '../token';
import { deferred, markAsHandled } from '../values/promises';
import { requestWithRetries } from './retry';
import type { StreamedResponse } from './body';
import type { Client } from './client';
import { listGuard } from './guard';
import { lastSegmentOf, nextPageUrl, pageUrlOf } from './nextPage';
import { readRecords } from './records';

/** A page of a list or of records computed from lists. */
export interface ListedPage {
	/** Starts at 1. */
	number: number;
	/** The records that appeared neither on an earlier page nor earlier on this page. */
	records: IDataObject[];
	/** All records on the page, even those that the node omits, e.g. repeated ones. Do not keep them in memory. */
	allRecords: IDataObject[];
	/** The service's time, in seconds since the epoch; `undefined` if the response had no `Date` header. */
	date?: number | undefined;
	/** Missing from pages of computed records. */
	next?: ReturnType<typeof nextOf>;
	retries?: number;
}

/**
 * Reads a list's pages in order, following each page's `Link` header (docs/engineers/service.md, Paging).
 *
 * @param path the list's percent-encoded path
 * @param options `query`: without the question mark; `link`: to the page to begin with; `ahead`: the number of pages to
 * request early; `onHeaders`: called long before the records arrive
 * @throws Failure, or `client.signal.reason`
 */
export async function* listPages(
	client: Client,
	path: string,
	options: Parameters<typeof listGuard>[0] & {
		query?: string;
		link?: string | undefined;
		ahead?: number;
		onHeaders?: (hasNext: boolean) => void;
	} = {},
): AsyncGenerator<ListedPage, void> {
	const { query = '', link } = options;
	const listUrl = apiUrl(client.fields.baseUrl, path);
	const firstUrl = link === undefined ? listUrl + (query && `?${query}`) : pageUrlOf(link, listUrl);
	const pages = readAhead(client, options);
	const guard = listGuard(options);
	let number = 0;
	try {
		for (let url: string | undefined = firstUrl; url !== undefined;) {
			number += 1;
			const page = await pages.read(url, number);
			// Yield the page before reading its link: the records are valid even if the link is not.
			yield guard.admit(page);
			if (page.next.state === 'unknown') throw page.next.failure;
			url = page.next.state === 'page' ? page.next.url : undefined;
		}
	} catch (error) {
		// If the caller stopped reading the list, throw the caller's reason.
		client.signal.throwIfAborted();
		throw guard.withPage(error, number);
	} finally {
		pages.close();
	}
}

/** Requests more pages while a body is arriving: the headers already contain the link to the next page. */
function readAhead(
	client: Client,
	{ ahead = 0, onHeaders }: { ahead?: number; onHeaders?: (hasNext: boolean) => void },
) {
	/** The current page and the pages requested after it. */
	let opened: ReturnType<typeof open>[] = [];

	function open(url: string, number: number) {
		const abandoned = new AbortController();
		const signal = AbortSignal.any([client.signal, abandoned.signal]);
		const page = requestPage({ ...client, signal }, url, number);
		markAsHandled(page.announcedNext.then(({ state }) => onHeaders?.(state !== 'end')));
		return { ...page, url, number, abandoned };
	}

	/** Uses a loop because recursion would keep every page in memory until the list ends. */
	async function openAhead(): Promise<void> {
		for (let last = opened.at(-1); last && opened.length <= ahead; last = opened.at(-1)) {
			const next = await last.announcedNext;
			if (next.state !== 'page' || opened.at(-1) !== last) return;
			opened.push(open(next.url, last.number + 1));
		}
	}

	function abandon(): typeof opened {
		for (const { abandoned } of opened) abandoned.abort(new Error('The page is no longer needed'));
		return opened.splice(0);
	}

	return {
		/** @throws Failure if all retries fail, or `client.signal.reason` */
		read: async (url: string, number: number) => {
			opened = opened.slice(1);
			// A retry may have returned a different link.
			const dropped = opened[0]?.url === url ? [] : abandon();
			for (const { number: page } of dropped) {
				client.log.write('pageDropped', { page });
			}
			const page = opened[0] ?? open(url, number);
			opened[0] = page;
			// Reading the failed page will throw the same error.
			markAsHandled(openAhead());
			return { number, ...(await page.content) };
		},
		close: abandon,
	};
}

function requestPage(client: Client, url: string, number: number) {
	const requestedAt = Date.now();
	/** From the first response; a retry may return a different link. */
	const announced = deferred<ReturnType<typeof nextOf>>();
	let hadNext = false;
	const onHeaders = ({ link, 'content-type': type }: StreamedResponse['headers']) => {
		// A web page that replaces the page has no link, which says nothing.
		if (/^text\/html/i.test(String(type))) return;
		const next = nextOf(link, url);
		announced.resolve(next);
		if (hadNext && next.state === 'end') {
			throw new Failure('linkLost', { systemCode: 'ERR_LINK_LOST', isTransient: true });
		}
		hadNext = next.state !== 'end';
	};
	const read = async () => {
		const options = { expected: 'a list', number, onHeaders };
		const { body, headers, retries } = await requestWithRetries(client, url, options);
		const { link, date } = headers;
		const { allRecords, saysMore } = readRecords(body, lastSegmentOf(url));
		const linked = nextOf(link, url);
		announced.resolve(linked);
		const isLost = linked.state === 'end' && saysMore;
		const next = isLost ? unknownNext(new Failure('linkMissing')) : linked;
		const hasNext = next.state !== 'end';
		const records = allRecords.length;
		const facts = { page: number, records, hasNext, ms: Date.now() - requestedAt };
		client.log.write(hasNext ? 'pageRead' : 'lastPageRead', facts);
		// The service's time (RFC 9110, section 6.6.1), in seconds since the epoch.
		const clock = Date.parse(String(date)) / 1_000 || undefined;
		return { allRecords, next, date: clock, retries };
	};
	const content = read();
	content.catch(announced.reject);
	markAsHandled(announced.promise);
	return { announcedNext: announced.promise, content };
}

const unknownNext = (failure: Failure) => ({ state: 'unknown' as const, failure });

/** Returns the next page of a list, if any. `unknown`: the list may continue, but the link is unreadable or missing. */
function nextOf(link: StreamedResponse['headers']['link'], pageUrl: string) {
	try {
		const url = nextPageUrl(link, pageUrl);
		return url === undefined ? { state: 'end' as const } : { state: 'page' as const, url };
	} catch (error) {
		return unknownNext(error as Failure);
	}
}
