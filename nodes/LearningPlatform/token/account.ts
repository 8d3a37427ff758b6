import { jsonParse } from 'n8n-workflow';

import { Failure } from '../failures/failure';

/** An access token, which n8n stores as JSON in a single field. */
interface StoredToken {
	accessToken: string;
	/** When to renew the token, in ms since the epoch: other processes read this time. */
	staleAt: number;
	/** When to stop sending the token, even if it cannot be renewed. */
	usableUntil: number;
	/** Identifies the base URL, client ID, and secret that the token was issued for. */
	fingerprint: string;
}

/** Reads a stored token. It may be any JSON: only a matching fingerprint proves that this package wrote it. */
export function parseToken(stored: unknown): StoredToken | undefined {
	return jsonParse<StoredToken | null>(String(stored), { fallbackValue: null }) ?? undefined;
}

interface TokenRequest {
	/** The token to replace: stale or rejected; `undefined` if there is none. */
	replaced: StoredToken | undefined;
	/** True if a token in memory may be used; false in a credential test and after a 401 from the service. */
	mayReuse: boolean;
	/** Connection settings as a string: only requests with the same settings share an exchange. */
	settings: string;
	/** Exchanges the client ID and secret for a token; `isEarlyRenewal` is true while the old token is usable. */
	exchange: (isEarlyRenewal: boolean) => Promise<StoredToken>;
	log: TokenLog | undefined;
}

/** Writes the lines about tokens to n8n's log. */
export interface TokenLog {
	write: (
		...line: ['tokenKept', { reason: string; pauseMs: number }] | ['tokenObtained', { ms: number }]
	) => void;
}

/** Long enough for items that n8n starts together; short enough for a credential test to request a new token. */
const SHARED_FOR_MS = 5_000;

/** The pause after the first failed renewal; each later failure doubles it. */
const PAUSE_MS = 30_000;

/** The number of rejected tokens to remember: requests in progress may still carry them. */
const MAX_REJECTED = 10;

/** What this process remembers of a platform account: chooses the token to send and obtains new tokens. */
class Account {
	/** The newest token, whether or not n8n has stored it. */
	private latest?: StoredToken;
	/** The access token that n8n stored last. */
	private stored: string | undefined;
	private rejected: readonly string[] = [];
	private failedRenewals = 0;
	/** The latest exchange for each set of connection settings. */
	private readonly exchanges = lruCache(() => ({
		token: undefined as Promise<StoredToken> | undefined,
		/** From `performance.now()`: setting the clock back must not extend the time during which an exchange is shared. */
		endedAt: Infinity,
	}));

	/** By the function that created it. */
	private readonly memories = new Map<() => unknown, unknown>();

	/** @param fingerprint see `fingerprintOf` */
	constructor(readonly fingerprint: string) {}

	/** Returns what another room remembers of the account, e.g. the pace of its requests. */
	memory<T>(create: () => T): T {
		const memory = (this.memories.get(create) as T | undefined) ?? create();
		this.memories.set(create, memory);
		return memory;
	}

	/** Returns true for a token that may be sent and needs no renewal. */
	isFresh(token: StoredToken | undefined): token is StoredToken {
		return this.isUsable(token) && Date.now() < token.staleAt;
	}

	/** Remembers a token that the service rejected: no request sends it until the service issues it again. */
	reject(stored: unknown): void {
		const { accessToken = '' } = parseToken(stored) ?? {};
		this.rejected = [...new Set([...this.rejected, accessToken])].slice(-MAX_REJECTED);
	}

	/**
	 * Obtains a token. Simultaneous requests share one exchange, even if it is rejected, so that a wrong secret is not
	 * sent for every item. While renewals fail for a temporary reason, requests receive the old token until `usableUntil`.
	 *
	 * @throws Failure if the service does not issue a token
	 */
	async obtain(request: TokenRequest): Promise<StoredToken> {
		const { replaced, mayReuse, settings } = request;
		if (mayReuse && this.isFresh(this.latest)) return this.latest;
		const held = mayReuse ? [replaced, this.latest] : [];
		const old = held.find((token) => this.isUsable(token));
		const shared = this.exchanges(JSON.stringify([settings, old !== undefined]));
		const recent = shared.token;
		if (recent && performance.now() - shared.endedAt < SHARED_FOR_MS) {
			const token = await recent;
			const isOther = mayReuse || token.accessToken !== replaced?.accessToken;
			if (isOther && this.isFresh(token)) return token;
			// Another item that was waiting for the same token may already have started a new exchange.
			if (shared.token && shared.token !== recent) return await shared.token;
		}
		const running = this.renew(request, old);
		Object.assign(shared, { token: running, endedAt: Infinity });
		const end = (result: unknown) => {
			// A temporary problem may be over when the next item needs a token.
			const isTransient = result instanceof Failure && result.isTransient;
			shared.endedAt = isTransient ? -Infinity : performance.now();
		};
		running.then(end, end);
		return await running;
	}

	/** Calls `store`, which decrypts the credential, if the token is new to n8n. @returns true if `store` succeeded */
	async storeOnce({ accessToken }: StoredToken, store: () => Promise<boolean>): Promise<boolean> {
		if (this.stored === accessToken) return false;
		this.stored = accessToken;
		const isStored = await store();
		if (!isStored) this.stored = undefined;
		return isStored;
	}

	private async renew(request: TokenRequest, old?: StoredToken): Promise<StoredToken> {
		const renewed = (token: StoredToken) => {
			this.failedRenewals = 0;
			// If the service reissues a rejected token, it also accepts that token again.
			this.rejected = this.rejected.filter((other) => other !== token.accessToken);
			return token;
		};
		const keepOld = async (error: unknown) => {
			if (!old || !(error instanceof Failure && error.isTransient)) throw error;
			// The old token may have expired during the attempt.
			if (!this.isUsable(old)) return await this.renew(request);
			// n8n has already stored this token; only `staleAt` is new.
			this.stored = old.accessToken;
			const growing = PAUSE_MS * 2 ** this.failedRenewals;
			this.failedRenewals += 1;
			const longest = Math.max(growing, error.facts.retryAfterMs ?? 0);
			const pauseMs = Math.min(longest, old.usableUntil - Date.now());
			request.log?.write('tokenKept', { reason: error.reason, pauseMs });
			return { ...old, staleAt: Date.now() + pauseMs };
		};
		this.latest = await request.exchange(old !== undefined).then(renewed, keepOld);
		return this.latest;
	}

	private isUsable(token: StoredToken | undefined): token is StoredToken {
		return (
			token?.fingerprint === this.fingerprint &&
			Date.now() < token.usableUntil &&
			!this.rejected.includes(token.accessToken)
		);
	}
}

/** Limits memory use because expressions can create any number of credentials. */
const MAX_ENTRIES = 1_000;

/** Returns a lookup that creates missing values and keeps only the most recently used values. */
function lruCache<T>(create: (key: string) => T): (key: string) => T {
	// Ordered by use: a Map keeps its insertion order.
	const entries = new Map<string, T>();
	return (key) => {
		const value = entries.get(key) ?? create(key);
		entries.delete(key);
		entries.set(key, value);
		const [oldest] = entries.size > MAX_ENTRIES ? entries.keys() : [];
		if (oldest !== undefined) entries.delete(oldest);
		return value;
	};
}

/** Returns this process's memory of the account with a credential's fingerprint. */
export const accountOf = lruCache((fingerprint) => new Account(fingerprint));
