import type { IncomingHttpHeaders } from 'node:http';
import type { RoutePath, WritePath } from '../contract';

/**
 * `token`, or a path with its parameters in braces, `groups/{groupId}/roles`; changes of users and members begin with the
 * method: `POST users`.
 */
export type RequestKind = 'token' | RoutePath | WritePath | 'unknown';

/** A request and its outcome. */
export interface JournalEntry {
	method: string;
	/** The target of the request line, byte for byte. */
	url: string;
	path: string;
	/** Everything after the first `?`, not decoded; '' if there is no query. */
	query: string;
	headers: IncomingHttpHeaders;
	body: string;
	kind: RequestKind;
	/** The 1-based page of a list; absent for other requests and for an unreadable `next`. */
	page?: number;
	/** Absent until the headers are sent. */
	status?: number;
	/** True if the client left before the end of the response. */
	aborted?: boolean;
	/** True if a fault closed the connection. */
	dropped?: boolean;
	/** The number of requests still unanswered when this request arrived. */
	openAtArrival: number;
}

interface Waiter {
	matches: (entry: JournalEntry) => boolean;
	resolve: (entry: JournalEntry) => void;
}

/** All requests in the order of arrival. */
export class Journal {
	private kept: JournalEntry[] = [];

	private readonly offContract: string[] = [];

	private open = 0;

	private waiters: Waiter[] = [];

	private idleWaiters: (() => void)[] = [];

	get entries(): readonly JournalEntry[] {
		return this.kept;
	}

	of(kind: RequestKind): JournalEntry[] {
		return this.kept.filter((entry) => entry.kind === kind);
	}

	clear(): void {
		this.kept = [];
	}

	/** Returns the requests since the last call that violate the contract. */
	takeOffContract(): string[] {
		return this.offContract.splice(0);
	}

	/** Counts the requests of each kind, and the answers with each status. */
	summary(): { requests: Record<string, number>; statuses: Record<string, number> } {
		const requests: Record<string, number> = {};
		const statuses: Record<string, number> = {};
		for (const { kind, status = 'none' } of this.kept) {
			requests[kind] = (requests[kind] ?? 0) + 1;
			statuses[status] = (statuses[status] ?? 0) + 1;
		}
		return { requests, statuses };
	}

	/** Resolves with the first matching request, past or future. */
	waitFor(matches: (entry: JournalEntry) => boolean): Promise<JournalEntry> {
		const known = this.kept.find(matches);
		if (known) return Promise.resolve(known);
		return new Promise((resolve) => this.waiters.push({ matches, resolve }));
	}

	/** Resolves when all requests are answered. */
	idle(): Promise<void> {
		if (this.open === 0) return Promise.resolve();
		return new Promise((resolve) => this.idleWaiters.push(resolve));
	}

	/** Records a new request. The sandbox completes the entry later. */
	begin(request: Omit<JournalEntry, 'openAtArrival'>): JournalEntry {
		const entry = { ...request, openAtArrival: this.open };
		this.open++;
		this.kept.push(entry);
		const due = this.waiters.filter(({ matches }) => matches(entry));
		this.waiters = this.waiters.filter((waiter) => !due.includes(waiter));
		for (const { resolve } of due) resolve(entry);
		return entry;
	}

	/** Records how a request violates the contract, e.g. an unknown path or an invalid filter. */
	noteOffContract({ url }: JournalEntry, what: string): void {
		this.offContract.push(`${url}: ${what}`);
	}

	/** Ends a request. */
	finish(): void {
		this.open--;
		if (this.open > 0) return;
		for (const resolve of this.idleWaiters.splice(0)) resolve();
	}
}
