import { ServiceError, TOO_MANY_REQUESTS, withRetries } from '../errors';
import { getStreamed, pauseRequests, readBody, waitForTurn, type Connection } from '../request';
import { noteAnswer, noteTooManyRequests } from './listingSlots';
import type { LinkField } from './nextPage';

/** What is made of a response. */
export interface AnswerReader<T> {
	/** Told about the headers of every response, before its body is here. */
	onHeaders?: (link: LinkField) => void;
	/** @throws ServiceError for a body that is not what was asked for */
	parse: (body: Buffer, link: LinkField) => T;
}

/** Bodies that no one can read as JSON, however often they are requested. */
const FILES = /^(application\/(octet-stream|pdf|zip)|(audio|image|video)\/)/i;

/**
 * Requests what is at an address, and requests it again while it fails for a reason that may pass, in its
 * headers or in the middle of its body.
 *
 * @param page its absolute address, and its number for the log
 */
export async function requestAnswer<T>(
	connection: Connection,
	{ url, number }: { url: string; number: number },
	maxRetries: number,
	{ onHeaders, parse }: AnswerReader<T>,
): Promise<T> {
	const { fingerprint, log, network, signal } = connection;
	const attempt = async (): Promise<T> => {
		const response = await measured(connection, async () => await getStreamed(connection, url));
		const { link, 'content-type': type } = response.headers;
		if (typeof type === 'string' && FILES.test(type)) {
			response.close();
			throw fileInstead(type);
		}
		onHeaders?.(link);
		return parse(await readBody(response, { idleTimeoutMs: network.timeout, signal }), link);
	};
	const onRetry = ({ reason }: ServiceError, delayMs: number) => {
		log.pageRetried(number, reason, delayMs);
		if (reason !== TOO_MANY_REQUESTS) return;
		log.paused(delayMs);
		pauseRequests(fingerprint, delayMs);
	};
	return await withRetries(attempt, { maxRetries, signal, onRetry });
}

/** Sends a request when its turn has come, and notes what became of it for those that follow. */
async function measured<T>({ fingerprint, signal }: Connection, send: () => Promise<T>) {
	const sentAt = await waitForTurn(fingerprint, signal);
	const response = await send().catch((error: unknown): never => {
		const isTooMany = error instanceof ServiceError && error.reason === TOO_MANY_REQUESTS;
		if (isTooMany) noteTooManyRequests(fingerprint, sentAt);
		throw error;
	});
	noteAnswer(fingerprint, sentAt);
	return response;
}

function fileInstead(type: string): ServiceError {
	return new ServiceError(
		'The service answered with a file instead of records',
		`It is of the type "${type.split(';')[0] ?? ''}". Files cannot be read with this node; use n8n's HTTP Request node with the same credential.`,
	);
}
