import type { IncomingHttpHeaders } from 'node:http';
import type { RoutePath, WritePath } from '../contract';

/**
 * `token`, or the path of a list or record with its parameters in braces, `groups/{groupId}/roles`; before it the method of
 * a change of users and members: `POST users`.
 */
export type RequestKind = 'token' | RoutePath | WritePath | 'unknown';

/** One request as the sandbox saw it, and how it ended. */
export interface JournalEntry {
	method: string;
	/** The target of the request line, byte for byte. */
	url: string;
	path: string;
	/** Everything after the first `?`, not decoded; '' without one. */
	query: string;
	headers: IncomingHttpHeaders;
	body: string;
	kind: RequestKind;
	/** 1-based within its list; absent for other requests and for an unreadable `next`. */
	page?: number;
	/** Absent until answered, and for good when the connection was dropped before the headers. */
	status?: number;
	/** The client went away before it had the whole response. */
	aborted?: boolean;
	/** A fault closed the connection. */
	dropped?: boolean;
	/** How many other requests were still being answered when this one came. */
	openAtArrival: number;
}

interface Waiter {
	matches: (entry: JournalEntry) => boolean;
	resolve: (entry: JournalEntry) => void;
}

/** Every request in order of arrival, for tests to assert on. */
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

	/** The requests that the contract does not have and that nobody has asked for yet. */
	takeOffContract(): string[] {
		return this.offContract.splice(0);
	}

	/** How many requests of each kind came, and how many were answered with each status. */
	summary(): { requests: Record<string, number>; statuses: Record<string, number> } {
		const requests: Record<string, number> = {};
		const statuses: Record<string, number> = {};
		for (const { kind, status = 'none' } of this.kept) {
			requests[kind] = (requests[kind] ?? 0) + 1;
			statuses[status] = (statuses[status] ?? 0) + 1;
		}
		return { requests, statuses };
	}

	/** Resolves with the first request that matches: at once, or as soon as it arrives. */
	waitFor(matches: (entry: JournalEntry) => boolean): Promise<JournalEntry> {
		const known = this.kept.find(matches);
		if (known) return Promise.resolve(known);
		return new Promise((resolve) => this.waiters.push({ matches, resolve }));
	}

	/** Resolves when no request is being answered. */
	idle(): Promise<void> {
		if (this.open === 0) return Promise.resolve();
		return new Promise((resolve) => this.idleWaiters.push(resolve));
	}

	/** Records a request on its arrival. The sandbox completes the entry later on. */
	begin(request: Omit<JournalEntry, 'openAtArrival'>): JournalEntry {
		const entry = { ...request, openAtArrival: this.open };
		this.open++;
		this.kept.push(entry);
		const due = this.waiters.filter(({ matches }) => matches(entry));
		this.waiters = this.waiters.filter((waiter) => !due.includes(waiter));
		for (const { resolve } of due) resolve(entry);
		return entry;
	}

	/** Notes what the contract does not have of a request: a path, a filter, a value of another form. */
	noteOffContract({ url }: JournalEntry, what: string): void {
		this.offContract.push(`${url}: ${what}`);
	}

	/** A request is over. */
	finish(): void {
		this.open--;
		if (this.open > 0) return;
		for (const resolve of this.idleWaiters.splice(0)) resolve();
	}
}
