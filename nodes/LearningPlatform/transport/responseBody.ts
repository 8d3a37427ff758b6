import { errorFromSystem } from './errors';

/** A response's body as it streams in: the part of Node's Readable that is used here. */
export interface BodyStream extends AsyncIterable<Buffer> {
	destroy(error?: Error): void;
}

/** Enough to hold any error a service explains; web pages can be longer. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Reads a body to its end as text.
 *
 * @param idleTimeoutMs how long the service may send nothing; n8n's own timeout ends with the headers
 * @param signal stops reading and closes the connection
 * @throws ServiceError when the body stalls or is cut off, or `signal.reason`
 */
export async function readBody(
	body: BodyStream,
	idleTimeoutMs: number,
	signal?: AbortSignal,
): Promise<string> {
	return await collect(body, Infinity, idleTimeoutMs, signal);
}

/** The first part of a body that only explains an error; what cannot be read of it is left out. */
export async function readErrorBody(
	body: BodyStream,
	idleTimeoutMs: number,
	signal?: AbortSignal,
): Promise<string> {
	try {
		return await collect(body, MAX_ERROR_BYTES, idleTimeoutMs, signal);
	} catch {
		signal?.throwIfAborted();
		return '';
	}
}

async function collect(
	body: BodyStream,
	maxBytes: number,
	idleTimeoutMs: number,
	signal?: AbortSignal,
): Promise<string> {
	const stop = closeWhen(body, idleTimeoutMs, signal);
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of body) {
			stop.gotData();
			chunks.push(chunk);
			bytes += chunk.length;
			if (bytes >= maxBytes) break;
		}
	} catch (error) {
		signal?.throwIfAborted();
		if (stop.timedOut()) throw errorFromSystem('ETIMEDOUT');
		const { code } = error as { code?: string };
		throw errorFromSystem(code ?? 'ERR_BODY_INCOMPLETE');
	} finally {
		stop.release();
		body.destroy();
	}
	return Buffer.concat(chunks).toString('utf8');
}

/** Closes a body that sends nothing for too long, or whose reader has been told to stop. */
function closeWhen(body: BodyStream, idleTimeoutMs: number, signal?: AbortSignal) {
	let lastDataAt = Date.now();
	let timedOut = false;
	let timer: AbortSignal;
	const onAbort = () => {
		body.destroy(new Error('The request was stopped'));
	};
	const onTimer = () => {
		const remainingMs = lastDataAt + idleTimeoutMs - Date.now();
		if (remainingMs > 0) {
			watch(remainingMs);
			return;
		}
		timedOut = true;
		body.destroy(new Error('The body stalled'));
	};
	// AbortSignal.timeout, because timers are not allowed in community nodes and a sleep cannot be ended.
	const watch = (ms: number) => {
		timer = AbortSignal.timeout(Math.ceil(ms));
		timer.addEventListener('abort', onTimer, { once: true });
	};
	watch(idleTimeoutMs);
	signal?.addEventListener('abort', onAbort, { once: true });
	if (signal?.aborted) onAbort();
	return {
		gotData: () => {
			lastDataAt = Date.now();
		},
		timedOut: () => timedOut,
		release: () => {
			timer.removeEventListener('abort', onTimer);
			signal?.removeEventListener('abort', onAbort);
		},
	};
}
