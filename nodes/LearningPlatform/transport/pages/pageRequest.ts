import type { IDataObject } from 'n8n-workflow';

import { TOO_MANY_REQUESTS, withRetries, type ServiceError } from '../errors';
import { deferred, markAsHandled } from '../promises';
import { getStreamed, pauseRequests, readBody, waitForPause, type Connection } from '../request';
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
 * Requests a page, and requests it again while it fails for a reason that may pass, in its headers or in
 * the middle of its body. The other pages of the list are not touched by that.
 *
 * @param page its absolute address, and its number for the log
 */
export function requestPage(
	connection: Connection,
	{ url, number }: { url: string; number: number },
	maxRetries: number,
): PageRequest {
	const { fingerprint, log, network, signal } = connection;
	const requestedAt = Date.now();
	const listName = new URL(url).pathname.split('/').at(-1) ?? '';
	const announced = deferred<LinkField>();
	const attempt = async (): Promise<PageContent> => {
		await waitForPause(fingerprint, signal);
		const response = await getStreamed(connection, url);
		const { link } = response.headers;
		announced.resolve(link);
		const body = await readBody(response, { idleTimeoutMs: network.timeout, signal });
		const records = parseRecords(body, listName);
		const ms = Date.now() - requestedAt;
		log.pageRead(number, { records: records.length, hasNext: hasNextPage(link), ms });
		return { records, link };
	};
	const onRetry = ({ reason }: ServiceError, delayMs: number) => {
		log.pageRetried(number, reason, delayMs);
		if (reason !== TOO_MANY_REQUESTS) return;
		log.paused(delayMs);
		pauseRequests(fingerprint, delayMs);
	};
	const content = withRetries(attempt, { maxRetries, signal, onRetry });
	content.catch(announced.reject);
	markAsHandled(announced.promise);
	return { announcedLink: announced.promise, content };
}
