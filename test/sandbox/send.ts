import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './faults';
import type { JournalEntry } from './journal';
import { apiError, type Reply } from './reply';

/** The delays to apply to a reply, and the signal that the client has disconnected. */
export interface Pace {
	beforeHeadersMs: number;
	inBodyMs: number;
	gone: AbortSignal;
}

/**
 * Sends a reply with delays and an optional fault.
 *
 * @throws the abort reason of `gone` if the client disconnects early
 */
export async function send(
	response: ServerResponse,
	reply: Reply,
	entry: JournalEntry,
	pace: Pace,
	fault: Fault = {},
): Promise<void> {
	await elapsed(pace.beforeHeadersMs + (fault.delayBeforeHeadersMs ?? 0), pace.gone);
	if (fault.drop === 'beforeHeaders' || fault.drop === 'answer') {
		drop(response, entry);
		return;
	}
	writeHead(response, reply, entry);
	const { body } = reply;
	const inBodyMs = pace.inBodyMs + (fault.delayInBodyMs ?? 0);
	const isCut = fault.cutBodyAfterBytes !== undefined || fault.drop === 'inBody';
	if (!isCut && inBodyMs === 0 && !fault.inBody) {
		response.end(body);
		return;
	}
	const firstPart = fault.cutBodyAfterBytes ?? Math.floor(body.length / 2);
	await unlessGone(written(response, body.subarray(0, firstPart)), pace.gone);
	await elapsed(inBodyMs, pace.gone);
	await unlessGone(fault.inBody?.(entry), pace.gone);
	if (isCut) drop(response, entry);
	else response.end(body.subarray(firstPart));
}

/** Responds with status 500 to report a bug in a test or in the sandbox. */
export function refuse(response: ServerResponse, entry: JournalEntry, error: unknown): void {
	if (response.headersSent) {
		response.destroy();
		return;
	}
	const message = error instanceof Error ? error.message : String(error);
	const reply = apiError(500, 'sandboxFailure', message);
	writeHead(response, reply, entry);
	response.end(reply.body);
}

/** Waits for a promise unless the client disconnects first. */
export function unlessGone(work: void | Promise<void>, gone: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const leave = (): void => {
			reject(gone.reason as Error);
		};
		if (gone.aborted) leave();
		gone.addEventListener('abort', leave, { once: true });
		Promise.resolve(work).then(resolve, reject);
	});
}

async function elapsed(ms: number, gone: AbortSignal): Promise<void> {
	if (ms > 0) await pause(ms, undefined, { signal: gone });
}

function writeHead(response: ServerResponse, reply: Reply, entry: JournalEntry): void {
	// A 204 or 304 has no body and therefore no length (RFC 9110, section 8.6).
	const isBodiless = reply.status === 204 || reply.status === 304;
	const length = isBodiless ? {} : { 'content-length': reply.body.length };
	response.writeHead(reply.status, { ...length, ...reply.headers });
	entry.status = reply.status;
}

/** Writes the headers and the given part of the body. */
function written(response: ServerResponse, bytes: Buffer): Promise<void> {
	return new Promise((resolve) => {
		response.flushHeaders();
		response.write(bytes, () => {
			resolve();
		});
	});
}

function drop(response: ServerResponse, entry: JournalEntry): void {
	entry.dropped = true;
	response.destroy();
}
