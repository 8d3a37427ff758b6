import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import type { UserFacingError } from '../errors';
import { lruCache } from '../values/lruCache';

/** An access token, and what shows without a request whether it can be used. n8n stores it as JSON, in one field. */
export interface StoredToken {
	accessToken: string;
	/**
	 * When to stop using it, in ms since the epoch, because other processes read it. After a clock is set back, a 401 of
	 * the service has the token renewed; after one is set forward, it is renewed too early, once.
	 */
	staleAt: number;
	/** Identifies the base URL, client ID and secret it was issued for. */
	fingerprint: string;
}

/** @returns `undefined` for anything that is no stored token */
export function parseToken(stored: unknown): StoredToken | undefined {
	try {
		const token = JSON.parse(String(stored)) as Partial<StoredToken>;
		const { accessToken, staleAt, fingerprint } = token;
		const isToken =
			typeof accessToken === 'string' &&
			typeof staleAt === 'number' &&
			typeof fingerprint === 'string';
		return isToken ? { accessToken, staleAt, fingerprint } : undefined;
	} catch {
		return undefined;
	}
}

/** What this process keeps of a credential beside the fields and the token that n8n stores, by its fingerprint. */
export const stateOf = lruCache(() => ({
	/** The token that was obtained last: n8n may have been told not to store it. */
	latestToken: undefined as StoredToken | undefined,
	/** The access token that n8n was last given to store. */
	storedToken: undefined as string | undefined,
	/** The access tokens that the service refused last, and when, by `performance.now()`. */
	refusals: [] as readonly { accessToken: string; at: number; isContested: boolean }[],
}));

/** Whether a token belongs to the credential, is not about to expire and was not refused. */
export function isUsable(
	token: StoredToken | undefined,
	fingerprint: string,
): token is StoredToken {
	return (
		token?.fingerprint === fingerprint &&
		Date.now() < token.staleAt &&
		!stateOf(fingerprint).refusals.some(({ accessToken }) => accessToken === token.accessToken)
	);
}

/** The stored token of a credential that was read a while ago: its own, or the one that n8n was given since. */
export function currentToken(
	{ accessToken = '' }: ICredentialDataDecryptedObject,
	fingerprint: string,
) {
	const { latestToken, storedToken } = stateOf(fingerprint);
	const isReplaced =
		!isUsable(parseToken(accessToken), fingerprint) &&
		latestToken?.accessToken === storedToken &&
		isUsable(latestToken, fingerprint);
	return isReplaced ? JSON.stringify(latestToken) : accessToken;
}

/** As many as requests that are under way may still carry. */
const MAX_REFUSALS = 10;

/** A token that is refused so soon after another one has been ended by a program with the same API credentials. */
const CONTESTED_MS = 5_000;

/**
 * Notes that the service refused a token. Where a client has one token at a time, two processes that renew it at once
 * would end each other's tokens for ever, so the one whose next token is refused soon has to wait.
 *
 * @returns whether the request may be sent again at once, with another token
 */
export function refuseToken(fingerprint: string, accessToken: string): boolean {
	const state = stateOf(fingerprint);
	let refusal = state.refusals.find((one) => one.accessToken === accessToken);
	if (!refusal) {
		const at = performance.now();
		const isContested = at - (state.refusals.at(-1)?.at ?? -Infinity) < CONTESTED_MS;
		refusal = { accessToken, at, isContested };
		state.refusals = [...state.refusals, refusal].slice(-MAX_REFUSALS);
	}
	return !refusal.isContested || isUsable(state.latestToken, fingerprint);
}

/** What a request of ours tells the token exchange that n8n makes for it, and learns from it. */
export interface ExchangeContext {
	/** The proxy of the request, which n8n does not hand to the exchange. */
	proxy: IHttpRequestOptions['proxy'];
	/** Whether n8n may store the token; see docs/n8n.md. */
	mayStore: () => Promise<boolean>;
	/** Called after an exchange that was sent for this request, with its duration in ms. */
	onExchange: (ms: number) => void;
	/** The access token that was obtained for this request. */
	obtained?: string;
	/** Why no token could be obtained: n8n 1 drops the error when it wraps it. */
	error?: UserFacingError;
}

/**
 * By the credential of a request: n8n hands one and the same object to all steps of it. There is none for a credential
 * test or a node of n8n's own.
 */
export const exchangeContexts = new WeakMap<ICredentialDataDecryptedObject, ExchangeContext>();
