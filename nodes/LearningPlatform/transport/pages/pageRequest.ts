import type { IDataObject } from 'n8n-workflow';

import { deferred, markAsHandled } from '../promises';
import type { Connection } from '../request';
import { requestAnswer } from './answer';
import { hasNextPage, type LinkField } from './nextPage';
import { parseRecords } from './records';

/** A page as one response brought it: records and link belong together. */
export interface PageContent {
	records: IDataObject[];
	link: LinkField;
}

/** A page whose request is under way. */
export interface PageRequest {
	/**
	 * The link as the first response with headers has it, long before the records are here. When that
	 * response breaks, the one that replaces it may bring another link.
	 */
	announcedLink: Promise<LinkField>;
	content: Promise<PageContent>;
}

/**
 * Requests a page, with retries of its own: the other pages of the list are not touched by them.
 *
 * @param page its absolute address, and its number for the log
 */
export function requestPage(
	connection: Connection,
	{ url, number }: { url: string; number: number },
	maxRetries: number,
): PageRequest {
	const requestedAt = Date.now();
	const listName = new URL(url).pathname.split('/').at(-1) ?? '';
	const announced = deferred<LinkField>();
	const parse = (body: Buffer, link: LinkField): PageContent => {
		const records = parseRecords(body, listName);
		const ms = Date.now() - requestedAt;
		connection.log.pageRead(number, { records: records.length, hasNext: hasNextPage(link), ms });
		return { records, link };
	};
	const content = requestAnswer(connection, { url, number }, maxRetries, {
		onHeaders: announced.resolve,
		parse,
	});
	content.catch(announced.reject);
	markAsHandled(announced.promise);
	return { announcedLink: announced.promise, content };
}
