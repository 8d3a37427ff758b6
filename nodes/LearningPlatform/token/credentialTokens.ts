import { jsonParse, type IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { lruCache } from '../values/lruCache';

/** An access token as n8n stores it: as JSON, in one field. */
interface StoredToken {
	accessToken: string;
	/** When to renew it, in ms since the epoch, because other processes read it. */
	staleAt: number;
	/** When to stop sending it, even if it cannot be renewed. */
	usableUntil: number;
	/** Identifies the base URL, client ID and secret that the token was issued for. */
	fingerprint: string;
}

/** Reads a stored token. It may be any JSON: only a matching fingerprint proves that this package wrote it. */
export function parseToken(stored: unknown): StoredToken | undefined {
	return jsonParse<StoredToken | null>(String(stored), { fallbackValue: null }) ?? undefined;
}

/** The reason for a new token, and the way to obtain it. */
interface TokenRequest {
	/** The stored token, which is missing, stale or refused. */
	replaced: StoredToken | undefined;
	/** Accepts a token that this process holds. False in a credential test, and after a 401 of the service. */
	mayReuse: boolean;
	/** Connection settings as text: only requests with the same settings share an exchange. */
	settings: string;
	/** Exchanges client ID and secret for a token; `isBrief` while the old token is usable. */
	exchange: (isBrief: boolean) => Promise<StoredToken>;
	log: Log;
}

/** Writes a line to n8n's log. `facts` become fields of its JSON format. */
export type Log = Record<'info' | 'warn', (line: string, facts: IDataObject) => void>;

/** Long enough for the input items that n8n starts together, short enough for a credential test to be a real exchange. */
const SHARED_FOR_MS = 5_000;

/** The pause after the first failed renewal; each further failure doubles it. */
const PAUSE_MS = 30_000;

/** Requests under way may carry this many refused tokens. */
const MAX_REFUSED = 10;

/** Decides which token of a credential to send, and obtains the next token. */
class CredentialTokens {
	/** The newest token, which n8n may not have stored. */
	private latest?: StoredToken;
	/** The access token that n8n stored last. */
	private stored: string | undefined;
	private refused: readonly string[] = [];
	private failedRenewals = 0;
	/** The latest exchange, by connection settings. */
	private readonly exchanges = lruCache(() => ({
		token: undefined as Promise<StoredToken> | undefined,
		/** By `performance.now()`: setting back the clock must not prolong a refusal. */
		endedAt: Infinity,
	}));

	constructor(private readonly fingerprint: string) {}

	/** Returns true for a token that may be sent and needs no renewal. */
	isFresh(token: StoredToken | undefined): token is StoredToken {
		return this.isUsable(token) && Date.now() < token.staleAt;
	}

	/** Notes a token that the service refused: no request sends it until the service issues it again. */
	refuse(stored: unknown): void {
		const { accessToken = '' } = parseToken(stored) ?? {};
		this.refused = [...new Set([...this.refused, accessToken])].slice(-MAX_REFUSED);
	}

	/**
	 * Obtains a token. Simultaneous requests share one exchange and its refusal, so that a wrong secret is not sent for
	 * every item. While renewals fail for a passing reason, requests get the old token until `usableUntil`.
	 *
	 * @throws UserFacingError when the service issues no token
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
			// Another item that waited for the same token may have started the next exchange.
			if (shared.token && shared.token !== recent) return await shared.token;
		}
		const running = this.renew(request, old);
		Object.assign(shared, { token: running, endedAt: Infinity });
		const end = (result: unknown) => {
			// A passing cause may be gone when the next item asks.
			shared.endedAt = isPassing(result) ? -Infinity : performance.now();
		};
		running.then(end, end);
		return await running;
	}

	/** Calls `store` unless n8n has the token: each call decrypts and writes the credential. @returns its answer */
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
			// A service that issues a token again no longer refuses it.
			this.refused = this.refused.filter((other) => other !== token.accessToken);
			return token;
		};
		const keepOld = async (error: unknown) => {
			if (!old || !isPassing(error)) throw error;
			// The attempt may take longer than the old token lasts.
			if (!this.isUsable(old)) return await this.renew(request);
			// n8n has this token already, except for the new `staleAt`.
			this.stored = old.accessToken;
			return this.postponed(old, error, request.log);
		};
		this.latest = await request.exchange(old !== undefined).then(renewed, keepOld);
		return this.latest;
	}

	/** Returns the old token, due for renewal after a pause that grows while renewals fail. */
	private postponed(old: StoredToken, error: UserFacingError, log: Log): StoredToken {
		const { reason, retryAfterMs = 0 } = error;
		const growing = PAUSE_MS * 2 ** this.failedRenewals;
		this.failedRenewals += 1;
		const pauseMs = Math.min(Math.max(growing, retryAfterMs), old.usableUntil - Date.now());
		const line = `access token not renewed (${reason}), the old one is sent for another ${pauseMs} ms`;
		log.warn(line, { reason, pauseMs });
		return { ...old, staleAt: Date.now() + pauseMs };
	}

	private isUsable(token: StoredToken | undefined): token is StoredToken {
		return (
			token?.fingerprint === this.fingerprint &&
			Date.now() < token.usableUntil &&
			!this.refused.includes(token.accessToken)
		);
	}
}

function isPassing(error: unknown): error is UserFacingError {
	return error instanceof UserFacingError && error.isTransient;
}

/** The tokens of a credential, by its fingerprint. */
export const tokensOf = lruCache((fingerprint) => new CredentialTokens(fingerprint));
