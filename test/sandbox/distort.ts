import type { Fault } from './faults';
import { json, replyFor, type Reply } from './reply';

/** Lays a scripted fault over the real reply. */
export function distort(real: Reply, fault: Fault): Reply {
	const base = fault.status === undefined ? real : replyFor(fault.status);
	const scripted: unknown =
		typeof fault.body === 'function'
			? (fault.body as (real: unknown) => unknown)(JSON.parse(base.body.toString() || 'null'))
			: fault.body;
	const { body, headers } = scripted === undefined ? base : replaced(base, scripted);
	const distorted = { ...headers };
	const { linkHeader } = fault;
	if (linkHeader === null) delete distorted.link;
	if (typeof linkHeader === 'string') distorted.link = linkHeader;
	if (typeof linkHeader === 'function') distorted.link = linkHeader(real.headers.link ?? '');
	for (const [name, value] of Object.entries(fault.headers ?? {})) {
		distorted[name.toLowerCase()] = value;
	}
	return { status: base.status, headers: distorted, body };
}

/** The reply with another body; bytes and a text that is no page of HTML keep the content type. */
function replaced(base: Reply, body: unknown): Pick<Reply, 'headers' | 'body'> {
	if (Buffer.isBuffer(body)) return { headers: base.headers, body };
	if (typeof body !== 'string') {
		const written = json(base.status, body);
		return { headers: { ...base.headers, ...written.headers }, body: written.body };
	}
	const isHtml = body.trimStart().startsWith('<');
	const type = isHtml ? { 'content-type': 'text/html; charset=utf-8' } : {};
	return { headers: { ...base.headers, ...type }, body: Buffer.from(body) };
}
