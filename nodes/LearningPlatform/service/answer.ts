import type { IDataObject } from 'n8n-workflow';

import { excerpt, isRateLimit, serviceError, UserFacingError, waitToRetry } from '../errors';
import { apiUrl } from '../token';
import { isObject } from '../values/fieldPath';
import { deferred, markAsHandled } from '../values/promises';
import { parseJson, readBody, readErrorBody, type StreamedResponse } from './body';
import type { Connection } from './connection';
import { hasNextPage, lastSegmentOf } from './nextPage';
import { readRecords, readSingleRecord } from './records';
import { paceOf, waitToSend } from './requestPace';
import { requestStreamed, type Mutation } from './send';

/** Requests a page, with retries of its own. */
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
		/** Of the first response with headers. When that breaks, the one that replaces it may bring another link. */
		announcedLink: announced.promise,
		/** As one response brought it: records and link belong together. */
		content,
	};
}

/** The service's time in a `Date` field (RFC 9110, section 6.6.1), in s since the epoch. */
function clockIn(date: StreamedResponse['headers'][string]): number | undefined {
	const ms = Date.parse(String(date));
	return Number.isNaN(ms) ? undefined : ms / 1_000;
}

/**
 * Requests one record of a list.
 *
 * @param id percent-encoded
 * @throws UserFacingError when it cannot be had after all retries, or `connection.signal.reason`
 */
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

/**
 * Requests an object that is no record of a list, or changes something.
 *
 * @param path below `/api/v2/`, percent-encoded
 * @returns the object that the service answers; an empty one after a change
 * @throws UserFacingError when it cannot be had after all retries, or `connection.signal.reason`
 */
export async function requestObject(
	connection: Connection,
	path: string,
	mutation?: Mutation,
): Promise<IDataObject> {
	const url = apiUrl(connection.fields.baseUrl, path);
	const read = (body: unknown) => (isObject(body) ? (body as IDataObject) : {});
	return await requestAnswer(connection, url, 1, { expected: 'an object', read }, mutation);
}

/** How the service answered a change. */
export interface MutationResult {
	/** Of the response; left out where a look has shown that an earlier attempt had succeeded. */
	status?: number;
	/** What the response has in its body; empty where it has nothing that can be read. */
	record: IDataObject;
}

/**
 * Requests a change that must not happen twice.
 *
 * @param path below `/api/v2/`, percent-encoded
 * @param lookAgain called before the request is sent again after its answer may have been lost: the change, if it is
 * there already
 * @throws UserFacingError when it fails after all retries, or `connection.signal.reason`
 */
export async function requestMutation(
	connection: Connection,
	path: string,
	mutation: Mutation,
	lookAgain?: () => Promise<MutationResult | undefined>,
): Promise<MutationResult> {
	const url = apiUrl(connection.fields.baseUrl, path);
	const read = (body: unknown, _headers: unknown, { status }: { status: number }) => ({
		status,
		record: isObject(body) ? (body as IDataObject) : {},
	});
	const reader = { expected: 'an object', read, lookAgain };
	return await requestAnswer(connection, url, 1, reader, mutation);
}

/**
 * Requests what is at an address, and requests it again while it fails for a reason that may pass, in its
 * headers or in the middle of its body.
 */
async function requestAnswer<T>(
	connection: Connection,
	url: string,
	number: number,
	reader: {
		/** What the body has to be, in the user's words, e.g. `a list`. */
		expected: string;
		/** Called with the headers of every response, before its body is here. */
		onHeaders?: (headers: StreamedResponse['headers']) => void;
		/** @throws UserFacingError for a body that is not what was asked for */
		read: (
			body: unknown,
			headers: StreamedResponse['headers'],
			facts: { retries: number; status: number },
		) => T;
		/** Called before a request is sent again that may have been carried out: what it would answer, if it was. */
		lookAgain?: (() => Promise<T | undefined>) | undefined;
	},
	mutation?: Mutation,
): Promise<T> {
	const { fingerprint, request, log, signal } = connection;
	const pace = paceOf(fingerprint);
	const onRetry = (error: UserFacingError, delayMs: number) => {
		const { reason } = error;
		const waitMs = Math.round(delayMs);
		log.info(`page ${number}: failed (${reason}), requested again in ${waitMs} ms`, {
			...{ page: number, reason, waitMs },
		});
		if (!isRateLimit(error)) return;
		log.info(`too many requests, all requests wait ${waitMs} ms`, { pauseMs: waitMs });
		pace.pause(performance.now() + delayMs);
	};
	for (let retry = 0; ; retry += 1) {
		signal.throwIfAborted();
		const sentAt = await waitToSend(fingerprint, signal);
		try {
			const response = await requestStreamed(connection, url, mutation);
			pace.answered(performance.now());
			const { headers, status } = response;
			const facts = { retries: retry, status };
			if (mutation) {
				// Its status says that it was carried out, so a body that cannot be read must not repeat it.
				return reader.read(parsedOrNothing(await readErrorBody(response)), headers, facts);
			}
			const type = String(headers['content-type']);
			if (FILES.test(type)) {
				response.close();
				throw fileInstead(type);
			}
			reader.onHeaders?.(headers);
			const body = await readBody(response);
			return reader.read(parseJson(body, reader.expected), headers, facts);
		} catch (error) {
			const isTooMany = error instanceof UserFacingError && isRateLimit(error);
			if (isTooMany) pace.refused(sentAt, performance.now());
			await waitToRetry(error, retry, { maxRetries: request.maxRetries, signal, onRetry });
			const done = isTooMany ? undefined : await reader.lookAgain?.();
			if (done !== undefined) return done;
		}
	}
}

function parsedOrNothing(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function linkLost(): UserFacingError {
	return serviceError(
		'The link to the next page was lost when the page was requested again',
		'The connection had broken, and the second answer ends the list where the first one had a link. So the list does not count as complete. Run the workflow again. If it keeps happening, look for a proxy or cache between n8n and the service.',
		{ reason: 'ERR_LINK_LOST', isTransient: true },
	);
}

/** Bodies that no one can read as JSON, however often they are requested. */
const FILES = /^(application\/(octet-stream|pdf|zip)|(audio|image|video)\/)/i;

function fileInstead(type: string): UserFacingError {
	return serviceError(
		'The service answered with a file instead of records',
		`It is of the type "${excerpt(type.split(';')[0] ?? '')}". Files cannot be read with this node; use n8n's HTTP Request node with the same credential.`,
	);
}
