import type { IDataObject } from 'n8n-workflow';

import { serviceError, type UserFacingError } from '../errors';
import { apiUrl } from '../token';
import { isObject } from '../values/fieldPath';
import { deferred, markAsHandled } from '../values/promises';
import { requestAnswer } from './answer';
import type { StreamedResponse } from './body';
import type { Connection } from './connection';
import { hasNextPage, lastSegmentOf } from './nextPage';
import { readRecords, readSingleRecord } from './records';
import type { Mutation } from './send';

export function requestPage(connection: Connection, url: string, number: number) {
	const requestedAt = Date.now();
	const announced = deferred<StreamedResponse['headers'][string]>();
	let hadNext = false;
	const content = requestAnswer(connection, url, number, {
		expected: 'a list',
		onHeaders: ({ link }) => {
			announced.resolve(link);
			hadNext ||= hasNextPage(link, url);
		},
		read: (body, { link, date }, { retries }) => {
			const records = readRecords(body, lastSegmentOf(url));
			const hasNext = hasNextPage(link, url);
			if (hadNext && !hasNext) throw linkLost();
			const ms = Date.now() - requestedAt;
			connection.log.pageRead(number, { records: records.length, hasNext, ms });
			return { records, link, date: clockIn(date), retries };
		},
	});
	content.catch(announced.reject);
	markAsHandled(announced.promise);
	return {
		url,
		number,
		/** From the first response; a retry may carry another link. */
		announcedLink: announced.promise,
		content,
	};
}

/** The service's time (RFC 9110, section 6.6.1), in s since the epoch. */
function clockIn(date: StreamedResponse['headers'][string]): number | undefined {
	const ms = Date.parse(String(date));
	return Number.isNaN(ms) ? undefined : ms / 1_000;
}

/** Requests one record of a list. @param id percent-encoded @throws UserFacingError, or `connection.signal.reason` */
export async function readRecord(connection: Connection, id: string): Promise<IDataObject> {
	const { fields, request } = connection;
	const requestedAt = Date.now();
	const url = apiUrl(fields.baseUrl, `${request.path}/${id}`);
	const record = await requestAnswer(connection, url, 1, {
		expected: 'a single record',
		read: (body) => readSingleRecord(body, lastSegmentOf(url)),
	});
	const ms = Date.now() - requestedAt;
	connection.log.debug(`record read in ${ms} ms`, { ms });
	return record;
}

/** The service's answer for an object or a change. */
export interface ObjectAnswer {
	/** Left out if a check showed that an earlier attempt had succeeded. */
	status?: number;
	/** Empty for a body that is no object. */
	record: IDataObject;
}

/**
 * Requests an object that is not a record of a list, or changes something.
 *
 * @param path below `/api/v2/`, percent-encoded
 * @param lookAgain called before a change is sent again whose answer may have been lost; returns the change if it is there
 * @throws UserFacingError after all retries, or `connection.signal.reason`
 */
export async function requestObject(
	connection: Connection,
	path: string,
	mutation?: Mutation,
	lookAgain?: () => Promise<ObjectAnswer | undefined>,
): Promise<ObjectAnswer> {
	const url = apiUrl(connection.fields.baseUrl, path);
	const read = (body: unknown, _headers: unknown, { status }: { status: number }) => ({
		status,
		record: isObject(body) ? (body as IDataObject) : {},
	});
	const reader = { expected: 'an object', read, lookAgain };
	return await requestAnswer(connection, url, 1, reader, mutation);
}

function linkLost(): UserFacingError {
	return serviceError(
		'The link to the next page was lost when the page was requested again',
		'The connection had broken, and the second answer ends the list where the first one had a link. So the list does not count as complete. Run the workflow again. If it keeps happening, look for a proxy or cache between n8n and the service.',
		{ reason: 'ERR_LINK_LOST', isTransient: true },
	);
}
