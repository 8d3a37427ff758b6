import type { JournalEntry, RequestKind } from './journal';
import { json, replyFor, type Reply } from './reply';

/** Something that goes wrong once, or `times` times, with the requests it matches. */
export interface Fault {
	/** Which requests; all of them by default. */
	on?: {
		kind?: RequestKind;
		/** 1-based within its list. */
		page?: number;
		/** Leave the matching requests before this one (1-based) alone. */
		occurrence?: number;
	};
	/** How often; 1 by default, Infinity for always. */
	times?: number;
	/** Replaces the whole answer by the service's usual one for this status, unless `body` says more. */
	status?: number;
	headers?: Record<string, string>;
	/**
	 * Replaces the body: text and bytes as they are, all else as JSON; a function is given the real one, parsed.
	 * Without `status` the real headers stay, so that `body: []` is an empty page that still has its link.
	 */
	body?: unknown;
	/** Answers an empty page whose link leads to the page that was asked for. */
	emptyPage?: boolean;
	/** Replaces the Link header; null removes it. A function is given the real one, '' on the last page. */
	linkHeader?: string | ((real: string) => string) | null;
	delayBeforeHeadersMs?: number;
	/** Waits with headers and half of the body sent. */
	delayInBodyMs?: number;
	/** Closes the connection when this many bytes of the body are sent. */
	cutBodyAfterBytes?: number;
	/**
	 * Closes the connection without an answer, with headers and half of the body sent, or without the answer to a request
	 * that was carried out.
	 */
	drop?: 'beforeHeaders' | 'inBody' | 'answer';
	/** Called, and waited for, before the request is looked at: to revoke tokens, edit records, hold it. */
	before?: (request: JournalEntry) => void | Promise<void>;
	/** Called, and waited for, with headers and half of the body sent. */
	inBody?: (request: JournalEntry) => void | Promise<void>;
}

interface Scripted {
	fault: Fault;
	/** Matching requests so far. */
	seen: number;
	fired: number;
}

/** The script of what goes wrong. The oldest fault that is due takes a request, and it alone. */
export class Faults {
	private scripted: Scripted[] = [];

	add(fault: Fault): void {
		this.scripted.push({ fault, seen: 0, fired: 0 });
	}

	/** The faults that have not gone off as often as asked; one that is for always counts until its first. */
	pending(): Fault[] {
		return this.scripted
			.filter(({ fault, fired }) => fired < (fault.times === Infinity ? 1 : (fault.times ?? 1)))
			.map(({ fault }) => fault);
	}

	clear(): void {
		this.scripted = [];
	}

	/** The fault for a request that has just come, now counted as gone off. */
	take(request: Pick<JournalEntry, 'kind' | 'page'>): Fault | undefined {
		const matching = this.scripted.filter(({ fault: { on = {} } }) => {
			const isKind = on.kind === undefined || on.kind === request.kind;
			return isKind && (on.page === undefined || on.page === request.page);
		});
		for (const one of matching) one.seen++;
		const due = matching.find(
			({ fault, seen, fired }) => seen >= (fault.on?.occurrence ?? 1) && fired < (fault.times ?? 1),
		);
		if (due) due.fired++;
		return due?.fault;
	}
}

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
