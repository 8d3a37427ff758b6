import type { CredentialInformation, IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { lruCache } from '../values/lruCache';

/** An access token as n8n stores it: as JSON, in one field. */
export interface StoredToken {
	accessToken: string;
	/** When to renew it, in ms since the epoch, because other processes read it. */
	staleAt: number;
	/** When to stop sending it, even if it cannot be renewed. */
	usableUntil: number;
	/** Identifies the base URL, client ID and secret that the token was issued for. */
	fingerprint: string;
}

/** @returns `undefined` for anything but a stored token */
export function parseToken(stored: unknown): StoredToken | undefined {
	try {
		const token = JSON.parse(String(stored)) as Partial<StoredToken>;
		const { accessToken, staleAt, usableUntil, fingerprint } = token;
		const isToken =
			typeof accessToken === 'string' &&
			typeof staleAt === 'number' &&
			typeof usableUntil === 'number' &&
			typeof fingerprint === 'string';
		return isToken ? { accessToken, staleAt, usableUntil, fingerprint } : undefined;
	} catch {
		return undefined;
	}
}

/** Why a token is needed, and how to get one. */
interface TokenRequest {
	/** The stored token, which is missing, stale or refused. */
	replaced: StoredToken | undefined;
	/** Whether a token of this process will do: not in a credential test, nor after a 401 of the service. */
	mayReuse: boolean;
	/** Connection settings as text: requests share exchanges only with the same. */
	settings: string;
	/** Exchanges client ID and secret for a token; `isBrief` while an old token can still be sent. */
	exchange: (isBrief: boolean) => Promise<StoredToken>;
	log: Log;
}

/** Writes a line to n8n's log. `facts` are fields of their own in its JSON format. */
export type Log = Record<'info' | 'warn', (line: string, facts: IDataObject) => void>;

/** Long enough for the input items that n8n starts together, short enough for a credential test to be a real exchange. */
const SHARED_FOR_MS = 5_000;

/** After the first failed renewal; each further one doubles it. */
const PAUSE_MS = 30_000;

/** Requests that are under way may still carry as many refused tokens. */
const MAX_REFUSED = 10;

/** Decides which token of a credential may be sent, and obtains the next one. */
class CredentialTokens {
	/** The newest token, which n8n may not have stored. */
	private latest?: StoredToken;
	/** The access token that n8n was last given to store. */
	private stored: string | undefined;
	private refused: readonly string[] = [];
	private failedRenewals = 0;
	/** By connection settings. */
	private readonly exchanges = lruCache(() => ({
		/** `endedAt` is a `performance.now()`: a clock that is set back must not have a refusal shared for an hour. */
		latest: undefined as { token: Promise<StoredToken>; endedAt: number } | undefined,
	}));

	constructor(private readonly fingerprint: string) {}

	/** Returns whether the token may be sent, and needs no renewal. */
	isFresh(token: StoredToken | undefined): token is StoredToken {
		return this.isUsable(token) && Date.now() < token.staleAt;
	}

	/** Notes a token that the service refused: no request sends it until the service issues it again. */
	refuse(accessToken: string): void {
		const others = this.refused.filter((other) => other !== accessToken);
		this.refused = [...others, accessToken].slice(-MAX_REFUSED);
	}

	/** The field of a credential that was read a while ago: as it was, or with the token that n8n was given since. */
	current(field: CredentialInformation): CredentialInformation {
		const { latest, stored } = this;
		const isReplaced =
			!this.isFresh(parseToken(field)) && latest?.accessToken === stored && this.isFresh(latest);
		return isReplaced ? JSON.stringify(latest) : field;
	}

	/**
	 * Obtains a token. All that ask at once share one exchange, and its refusal, so that a wrong secret is not sent for
	 * every item. While a renewal fails for a reason that may pass, requests get the old token until `usableUntil`.
	 *
	 * @throws UserFacingError when the service issues no token
	 */
	async obtain(request: TokenRequest): Promise<StoredToken> {
		const { replaced, mayReuse, settings } = request;
		if (mayReuse && this.isFresh(this.latest)) return this.latest;
		const held = mayReuse ? [replaced, this.latest] : [];
		const old = held.find((token) => this.isUsable(token));
		const shared = this.exchanges(JSON.stringify([settings, old !== undefined]));
		const { latest } = shared;
		if (latest && performance.now() - latest.endedAt < SHARED_FOR_MS) {
			const token = await latest.token;
			const isOther = mayReuse || token.accessToken !== replaced?.accessToken;
			if (isOther && this.isFresh(token)) return token;
			// Another item that waited for the same token may have started the next exchange.
			if (shared.latest && shared.latest !== latest) return await shared.latest.token;
		}
		const running = { token: this.renew(request, old), endedAt: Infinity };
		shared.latest = running;
		const forgetIfPassing = (error: unknown): never => {
			// The cause may be gone when the next item asks.
			const isLasting = error instanceof UserFacingError && !error.isTransient;
			if (!isLasting) shared.latest = undefined;
			throw error;
		};
		const end = () => {
			running.endedAt = performance.now();
		};
		return await running.token.catch(forgetIfPassing).finally(end);
	}

	/** Calls `store` unless n8n has the token: each time n8n decrypts and writes a credential. @returns its answer */
	async storeOnce({ accessToken }: StoredToken, store: () => Promise<boolean>): Promise<boolean> {
		if (this.stored === accessToken) return false;
		this.stored = accessToken;
		const isStored = await store();
		if (!isStored) this.stored = undefined;
		return isStored;
	}

	private async renew(request: TokenRequest, old?: StoredToken): Promise<StoredToken> {
		const goOnWithOld = async (error: unknown): Promise<StoredToken> => {
			if (!old || !(error instanceof UserFacingError && error.isTransient)) throw error;
			// The attempt may take longer than the old token lasts.
			if (!this.isUsable(old)) return await this.renew(request);
			// n8n has it already, but for the new `staleAt`.
			this.stored = old.accessToken;
			return this.postponed(old, error, request.log);
		};
		const renewed = (token: StoredToken) => {
			this.failedRenewals = 0;
			// A service that issues a token again no longer refuses it.
			this.refused = this.refused.filter((other) => other !== token.accessToken);
			return token;
		};
		this.latest = await request.exchange(old !== undefined).then(renewed, goOnWithOld);
		return this.latest;
	}

	/** Returns the old token, due again after a pause that grows while renewals fail. */
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

/** The tokens of a credential, by its fingerprint. */
export const tokensOf = lruCache((fingerprint) => new CredentialTokens(fingerprint));
