import type { IncomingHttpHeaders } from 'node:http';
import type { RoutePath, WritePath } from '../contract';

/**
 * `token`, or a path with parameters in braces (`groups/{groupId}/roles`). Changes to users and members begin with the
 * method (`POST users`).
 */
export type RequestKind = 'token' | RoutePath | WritePath | 'unknown';

/** A request and its outcome. */
export interface JournalEntry {
	method: string;
	/** The request target, unchanged. */
	url: string;
	path: string;
	/** Everything after the first `?`, not decoded; '' if there is no query. */
	query: string;
	headers: IncomingHttpHeaders;
	body: string;
	kind: RequestKind;
	/** The page number in the list, from 1; absent for other requests and for an unreadable `next`. */
	page?: number;
	/** Absent until the headers are sent. */
	status?: number;
	/** True if the client disconnected before the end of the response. */
	aborted?: boolean;
	/** True if a fault closed the connection. */
	dropped?: boolean;
	/** The number of unfinished requests when this request arrived. */
	openAtArrival: number;
}

interface Waiter {
	matches: (entry: JournalEntry) => boolean;
	resolve: (entry: JournalEntry) => void;
}

/** All requests, in order of arrival. */
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

	/** Returns the contract violations recorded since the last call. */
	takeOffContract(): string[] {
		return this.offContract.splice(0);
	}

	/** Counts requests by kind and responses by status. */
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

	/** Resolves when all requests are finished. */
	idle(): Promise<void> {
		if (this.open === 0) return Promise.resolve();
		return new Promise((resolve) => this.idleWaiters.push(resolve));
	}

	/** Records a new request; the sandbox completes the entry later. */
	begin(request: Omit<JournalEntry, 'openAtArrival'>): JournalEntry {
		const entry = { ...request, openAtArrival: this.open };
		this.open++;
		this.kept.push(entry);
		const due = this.waiters.filter(({ matches }) => matches(entry));
		this.waiters = this.waiters.filter((waiter) => !due.includes(waiter));
		for (const { resolve } of due) resolve(entry);
		return entry;
	}

	/** Records a contract violation, e.g. an unknown path or an invalid filter. */
	noteOffContract({ url }: JournalEntry, what: string): void {
		this.offContract.push(`${url}: ${what}`);
	}

	finish(): void {
		this.open--;
		if (this.open > 0) return;
		for (const resolve of this.idleWaiters.splice(0)) resolve();
	}
}
