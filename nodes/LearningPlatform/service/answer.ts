import { excerpt, isRateLimit, serviceError, UserFacingError, waitToRetry } from '../errors';
import { parseJson, readBody, readErrorBody, type StreamedResponse } from './body';
import type { Connection } from './connection';
import { paceOf, waitToSend } from './requestPace';
import { requestStreamed, type Mutation } from './send';

/** Requests an address, and retries failures that may pass, even in the middle of a body. */
export async function requestAnswer<T>(
	connection: Connection,
	url: string,
	number: number,
	reader: {
		/** The expected body, in the user's words, e.g. `a list`. */
		expected: string;
		/** Called with the headers of every response, before its body is here. */
		onHeaders?: (headers: StreamedResponse['headers']) => void;
		/** @throws UserFacingError for an unexpected body */
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

/** Content types that never parse as JSON. */
const FILES = /^(application\/(octet-stream|pdf|zip)|(audio|image|video)\/)/i;

function fileInstead(type: string): UserFacingError {
	return serviceError(
		'The service answered with a file instead of records',
		`It is of the type "${excerpt(type.split(';')[0] ?? '')}". Files cannot be read with this node; use n8n's HTTP Request node with the same credential.`,
	);
}
