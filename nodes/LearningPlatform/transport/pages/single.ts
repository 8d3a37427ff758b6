import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../request';
import { requestAnswer } from './answer';
import { nextPageUrl, pageUrlOf } from './nextPage';
import { requestPage } from './pageRequest';
import { parseRecord } from './records';

/**
 * Requests one record.
 *
 * @throws ServiceError when it cannot be had after all retries, or `connection.signal.reason`
 */
export async function readRecord(
	connection: Connection,
	url: string,
	maxRetries: number,
): Promise<IDataObject> {
	const requestedAt = Date.now();
	const record = await requestAnswer(connection, { url, number: 1 }, maxRetries, {
		parse: parseRecord,
	});
	connection.log.recordRead(Date.now() - requestedAt);
	return record;
}

/** A page, and where the next one is. */
export interface LinkedPage {
	records: IDataObject[];
	/** `undefined` after the last page. */
	next: string | undefined;
}

/**
 * Requests one page of a list.
 *
 * @param firstUrl address of the first page, with the filters
 * @param link where a page before it has said that it is; it may come from anywhere
 * @throws ServiceError as for any page, and for a link that leads elsewhere, or `connection.signal.reason`
 */
export async function readPage(
	connection: Connection,
	firstUrl: string,
	link: string | undefined,
	maxRetries: number,
): Promise<LinkedPage> {
	const url = link === undefined ? firstUrl : pageUrlOf(link, firstUrl);
	const { records, link: field } = await requestPage(connection, { url, number: 1 }, maxRetries)
		.content;
	return { records, next: nextPageUrl(field, url) };
}
