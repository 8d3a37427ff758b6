import { errorFromBrokenBody, serviceError } from '../errors';

/** A response whose headers are here and whose body is still on its way. */
export interface StreamedResponse {
	headers: Record<string, string | string[] | undefined>;
	body: AsyncIterable<Buffer>;
	/**
	 * Ends the request and closes its connection. Destroying the body is not enough: n8n's HTTP client hands over a
	 * wrapper that waits for the next piece of data first.
	 */
	close: () => void;
	/** In this time, in ms, the body has to get on; n8n's own timeout ends with the headers. */
	timeoutMs: number;
	/** The one that the request was sent with: it ends the reading as well. */
	signal: AbortSignal;
}

/** Some two hundred times a page of 500 courses. */
const MAX_PAGE_BYTES = 128 * 1024 * 1024;

/** Enough to hold any error a service explains; web pages can be longer. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Reads a body to its end.
 *
 * @throws UserFacingError when the body stalls, is cut off, or is too long; or `signal.reason`
 */
export async function readBody(response: StreamedResponse): Promise<Buffer> {
	const body = await collect(response, MAX_PAGE_BYTES + 1);
	if (body.length <= MAX_PAGE_BYTES) return body;
	throw serviceError(
		'The service answered with more data than a page can have',
		`It sent more than ${MAX_PAGE_BYTES / 1024 / 1024} MB without an end. Tell the administrators of the platform.`,
	);
}

/** The beginning of a body that only explains an error; empty when it cannot be read. */
export async function readErrorBody(response: StreamedResponse): Promise<string> {
	try {
		return (await collect(response, MAX_ERROR_BYTES)).toString('utf8');
	} catch {
		response.signal.throwIfAborted();
		return '';
	}
}

async function collect(
	{ body, close, timeoutMs, signal }: StreamedResponse,
	maxBytes: number,
): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	let watch: ReturnType<typeof closeWhenSlow> | undefined;
	try {
		watch = closeWhenSlow(close, timeoutMs);
		for await (const piece of body) {
			watch.gotData(piece);
			pieces.push(piece);
			bytes += piece.length;
			if (bytes >= maxBytes) break;
		}
	} catch (error) {
		signal.throwIfAborted();
		const { code = 'ERR_BODY_INCOMPLETE' } = error as { code?: string };
		throw watch ? errorFromBrokenBody(watch.trouble() ?? code) : error;
	} finally {
		watch?.release();
		close();
	}
	return Buffer.concat(pieces);
}

/** Of a body, in bytes a millisecond. A page of 500 records is half a megabyte, which may take eight minutes so. */
const SLOWEST = 1;

/** Closes a connection on which too little has come for the time of a timeout: a body that drips would go on for ever. */
function closeWhenSlow(close: () => void, timeoutMs: number) {
	// Not Date.now: a clock that is set back would hold the connection as long.
	let startedAt = performance.now();
	let lastDataAt = startedAt;
	let bytes = 0;
	let hasEnded = false;
	const remainingMs = () => startedAt + timeoutMs - performance.now();
	// AbortSignal.timeout, because timers are not allowed in community nodes and a sleep cannot be ended.
	let timer: AbortSignal;
	const wait = (ms: number) => {
		timer = AbortSignal.timeout(Math.ceil(ms));
		timer.addEventListener('abort', onTimer, { once: true });
	};
	const onTimer = () => {
		const ms = remainingMs();
		if (ms > 0) {
			wait(ms);
		} else {
			hasEnded = true;
			close();
		}
	};
	wait(timeoutMs);
	return {
		gotData: (piece: Buffer) => {
			lastDataAt = performance.now();
			bytes += piece.length;
			if (bytes < SLOWEST * timeoutMs) return;
			bytes = 0;
			startedAt = lastDataAt;
		},
		/** Why it has closed the connection; `undefined` if it has not. */
		trouble: () => {
			if (!hasEnded) return undefined;
			return lastDataAt < startedAt + timeoutMs / 2 ? 'ETIMEDOUT' : 'ERR_BODY_SLOW';
		},
		release: () => {
			timer.removeEventListener('abort', onTimer);
		},
	};
}
