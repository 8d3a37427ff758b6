import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './faults';
import type { JournalEntry } from './journal';
import { json, replyFor, type Reply } from './reply';

/** Lays a scripted fault over the real reply. */
export function distort(real: Reply, fault: Fault): Reply {
	const base = fault.status === undefined ? real : { ...replyFor(fault.status) };
	const reply: Reply = { ...base, headers: { ...base.headers } };
	if (fault.body !== undefined) {
		const isText = typeof fault.body === 'string';
		const written = isText ? Buffer.from(fault.body as string) : json(200, fault.body).body;
		reply.body = written;
		if (isText && fault.status !== undefined) reply.headers['content-type'] = 'text/plain';
	}
	const { linkHeader } = fault;
	if (linkHeader === null) delete reply.headers.link;
	else if (linkHeader !== undefined) {
		reply.headers.link =
			typeof linkHeader === 'string' ? linkHeader : linkHeader(real.headers.link ?? '');
	}
	for (const [name, value] of Object.entries(fault.headers ?? {})) {
		reply.headers[name.toLowerCase()] = value;
	}
	return reply;
}

/** Sends a reply at the pace of the delays and cuts it where the fault says so. */
export async function send(
	response: ServerResponse,
	reply: Reply,
	entry: JournalEntry,
	pace: { beforeHeadersMs: number; inBodyMs: number; gone: AbortSignal },
	fault: Fault = {},
): Promise<void> {
	const { gone } = pace;
	const beforeMs = pace.beforeHeadersMs + (fault.delayBeforeHeadersMs ?? 0);
	const inBodyMs = pace.inBodyMs + (fault.delayInBodyMs ?? 0);
	if (beforeMs > 0) await pause(beforeMs, undefined, { signal: gone });
	if (fault.drop === 'beforeHeaders') {
		entry.dropped = true;
		response.destroy();
		return;
	}
	const { body } = reply;
	// 204 and 304 have no body, and Node refuses a length on them.
	const length =
		reply.status === 204 || reply.status === 304 ? {} : { 'content-length': body.length };
	response.writeHead(reply.status, { ...length, ...reply.headers });
	entry.status = reply.status;
	entry.headersAt = performance.now();
	const isCut = fault.cutBodyAfterBytes !== undefined || fault.drop === 'inBody';
	if (!isCut && inBodyMs === 0 && !fault.inBody) {
		response.end(body);
		return;
	}
	const half = fault.cutBodyAfterBytes ?? Math.floor(body.length / 2);
	response.flushHeaders();
	await write(response, body.subarray(0, half));
	if (inBodyMs > 0) await pause(inBodyMs, undefined, { signal: gone });
	await unlessGone(fault.inBody?.(entry), gone);
	if (isCut) {
		entry.dropped = true;
		response.destroy();
		return;
	}
	response.end(body.subarray(half));
}

/** Waits for the work, or until the client has gone. */
export function unlessGone(work: void | Promise<void>, gone: AbortSignal): Promise<void> {
	if (!(work instanceof Promise)) return Promise.resolve();
	return new Promise((resolve, reject) => {
		gone.addEventListener(
			'abort',
			() => {
				resolve();
			},
			{ once: true },
		);
		work.then(resolve, reject);
	});
}

function write(response: ServerResponse, bytes: Buffer): Promise<void> {
	return new Promise((resolve) => {
		response.write(bytes, () => {
			resolve();
		});
	});
}
