import type { JournalEntry, RequestKind } from './journal';
import { json, replyFor, type Reply } from './reply';

/** A fault for matching requests. */
export interface Fault {
	/** The requests to match; all by default. */
	on?: {
		kind?: RequestKind;
		/** The page number, from 1. */
		page?: number;
		/** The first matching request that fails (1-based). */
		occurrence?: number;
	};
	/** The number of requests that fail: 1 by default, Infinity for all. */
	times?: number;
	/** Replaces the response with the usual response for this status. */
	status?: number;
	/**
	 * Whether the request is processed. By default, it is processed unless `status` is not 200 or the connection closes
	 * before that.
	 */
	done?: boolean;
	headers?: Record<string, string>;
	/**
	 * Replaces the body. Text and bytes are sent unchanged, other values as JSON. A function receives the parsed body of
	 * the real response. Without `status`, the real headers are kept: `body: []` is an empty page with a link to the next
	 * page.
	 */
	body?: unknown;
	/** Sends an empty page that links to the requested page. */
	emptyPage?: boolean;
	/** Replaces the Link header; null removes it. A function receives the real header, or '' on the last page. */
	linkHeader?: string | ((real: string) => string) | null;
	delayBeforeHeadersMs?: number;
	/** Waits after sending the headers and half of the body. */
	delayInBodyMs?: number;
	/** Closes the connection after this many bytes of the body. */
	cutBodyAfterBytes?: number;
	/** Closes the connection before processing the request, after sending half of the body, or instead of responding. */
	drop?: 'beforeHeaders' | 'inBody' | 'answer';
	/** Runs before the request is processed, e.g. to revoke tokens, edit records, or hold the request. */
	before?: (request: JournalEntry) => void | Promise<void>;
	/** Runs once the headers and half of the body have been sent; the rest is sent afterward. */
	inBody?: (request: JournalEntry) => void | Promise<void>;
}

/** Successful responses that do not say what the contract says. `done` decides whether the request is processed. */
export const ODD_ANSWERS = {
	'a login page': { status: 200, body: '<!doctype html><title>Log in</title>' },
	'an empty object': { status: 200, body: {} },
	'an error with status 200': { status: 200, body: { error: { code: 'failed', message: 'No' } } },
	'an empty body with status 200': { status: 200 },
	'status 202': { status: 202, body: {} },
	'status 204': { status: 204 },
} as const satisfies Record<string, Fault>;

interface Scripted {
	fault: Fault;
	/** The number of matching requests so far. */
	seen: number;
	fired: number;
}

/** The scripted faults, applied in the order in which they were added. */
export class Faults {
	private scripted: Scripted[] = [];

	add(fault: Fault): void {
		this.scripted.push({ fault, seen: 0, fired: 0 });
	}

	/** Returns faults that happened less often than scripted. An endless fault must happen at least once. */
	pending(): Fault[] {
		return this.scripted
			.filter(({ fault, fired }) => fired < (fault.times === Infinity ? 1 : (fault.times ?? 1)))
			.map(({ fault }) => fault);
	}

	clear(): void {
		this.scripted = [];
	}

	/** Returns the fault for a new request and counts it as used. */
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

export function distort(real: Reply, fault: Fault): Reply {
	const base = fault.status === undefined ? real : replyFor(fault.status);
	const scripted: unknown =
		typeof fault.body === 'function'
			? (fault.body as (real: unknown) => unknown)(JSON.parse(real.body.toString() || 'null'))
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

/** Replaces a reply's body. Bytes and non-HTML text keep the content type. */
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
