import { errorFromSystem } from '../errors';

/** A response whose headers are here and whose body is still on its way. */
export interface StreamedResponse {
	headers: Record<string, string | string[] | undefined>;
	body: AsyncIterable<Buffer>;
	/**
	 * Ends the request and closes its connection. To destroy the body would not do: n8n's HTTP client hands
	 * over a wrapper that waits for the next piece of data first.
	 */
	close: () => void;
}

export interface ReadOptions {
	/** How long the service may send nothing, in ms; n8n's own timeout ends with the headers. */
	idleTimeoutMs: number;
	/** The one that the request was sent with: it ends the reading as well. */
	signal: AbortSignal;
}

/** Enough to hold any error a service explains; web pages can be longer. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Reads a body to its end.
 *
 * @returns its pieces, cut anywhere
 * @throws ServiceError when the body stalls or is cut off, or `signal.reason`
 */
export async function readBody(
	response: StreamedResponse,
	options: ReadOptions,
): Promise<Buffer[]> {
	return await collect(response, Infinity, options);
}

/** The first part of a body that only explains an error; empty when it cannot be read. */
export async function readErrorBody(
	response: StreamedResponse,
	options: ReadOptions,
): Promise<string> {
	try {
		return Buffer.concat(await collect(response, MAX_ERROR_BYTES, options)).toString('utf8');
	} catch {
		options.signal.throwIfAborted();
		return '';
	}
}

async function collect(
	{ body, close }: StreamedResponse,
	maxBytes: number,
	{ idleTimeoutMs, signal }: ReadOptions,
): Promise<Buffer[]> {
	const watch = closeWhenIdle(close, idleTimeoutMs);
	const pieces: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const piece of body) {
			watch.gotData();
			pieces.push(piece);
			bytes += piece.length;
			if (bytes >= maxBytes) break;
		}
	} catch (error) {
		signal.throwIfAborted();
		if (watch.timedOut()) throw errorFromSystem('ETIMEDOUT');
		const { code } = error as { code?: string };
		throw errorFromSystem(code ?? 'ERR_BODY_INCOMPLETE');
	} finally {
		watch.release();
		close();
	}
	return pieces;
}

/** Closes a connection on which nothing has come for too long. */
function closeWhenIdle(close: () => void, idleTimeoutMs: number) {
	let lastDataAt = Date.now();
	let timedOut = false;
	// AbortSignal.timeout, because timers are not allowed in community nodes and a sleep cannot be ended.
	let timer = AbortSignal.timeout(idleTimeoutMs);
	const onTimer = () => {
		const remainingMs = lastDataAt + idleTimeoutMs - Date.now();
		if (remainingMs > 0) {
			timer = AbortSignal.timeout(remainingMs);
			timer.addEventListener('abort', onTimer, { once: true });
		} else {
			timedOut = true;
			close();
		}
	};
	timer.addEventListener('abort', onTimer, { once: true });
	return {
		gotData: () => {
			lastDataAt = Date.now();
		},
		timedOut: () => timedOut,
		release: () => {
			timer.removeEventListener('abort', onTimer);
		},
	};
}
