import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import type { UserFacingError } from '../errors';

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

/** An expression can make any number of credentials, so only those that were used last are remembered. */
const MOST_CREDENTIALS = 1_000;

/**
 * Makes a function that finds what this process keeps of a credential, and begins with what `create` makes.
 *
 * @returns takes a fingerprint, which identifies the credential
 */
export function rememberedBy<T>(create: () => T): (fingerprint: string) => T {
	// In order of use, the one that was used last at the end.
	const states = new Map<string, T>();
	return (fingerprint) => {
		const state = states.get(fingerprint) ?? create();
		states.delete(fingerprint);
		states.set(fingerprint, state);
		const [oldest] = states.size > MOST_CREDENTIALS ? states.keys() : [];
		if (oldest !== undefined) states.delete(oldest);
		return state;
	};
}

/** What this process keeps of a credential beside the fields and the token that n8n stores, by its fingerprint. */
export const stateOf = rememberedBy(() => ({
	/** The token that was obtained last: n8n may have been told not to store it. */
	latestToken: undefined as StoredToken | undefined,
	/** The access token that n8n was last given to store. */
	storedToken: undefined as string | undefined,
	/** The access tokens that the service refused last. */
	refusedTokens: [] as readonly string[],
	/** The refused token that was last exchanged at once, and when, by `performance.now()`. */
	renewed: { token: undefined as string | undefined, at: -Infinity },
}));

/** Whether a token belongs to the credential, is not about to expire and was not refused. */
export function isUsable(
	token: StoredToken | undefined,
	fingerprint: string,
): token is StoredToken {
	return (
		token?.fingerprint === fingerprint &&
		Date.now() < token.staleAt &&
		!stateOf(fingerprint).refusedTokens.includes(token.accessToken)
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
const MAX_REFUSED_TOKENS = 10;

/** Notes that the service refused a token. */
export function refuseToken(fingerprint: string, token: string): void {
	const state = stateOf(fingerprint);
	const others = state.refusedTokens.filter((other) => other !== token);
	state.refusedTokens = [...others, token].slice(-MAX_REFUSED_TOKENS);
}

/** A new token that is refused sooner has been ended by another program with the same API credentials. */
const CONTESTED_MS = 5_000;

/**
 * Whether a request whose token was refused may be sent again at once, with a new one. Where a client has one token at
 * a time, two processes would end each other's tokens for ever. So a process whose new token is refused waits before it
 * obtains the next one.
 */
export function mayRenewAtOnce(fingerprint: string, token: string): boolean {
	const state = stateOf(fingerprint);
	const { renewed, latestToken } = state;
	if (renewed.token === token || isUsable(latestToken, fingerprint)) return true;
	const now = performance.now();
	const isContested = now - renewed.at < CONTESTED_MS;
	state.renewed = { token: isContested ? renewed.token : token, at: now };
	return !isContested;
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

/** n8n hands one and the same credential object to all steps of a request. */
const contexts = new WeakMap<ICredentialDataDecryptedObject, ExchangeContext>();

/** A copy for one request: afterwards the token in it is the one that was sent. */
export function credentialForRequest(
	credential: ICredentialDataDecryptedObject,
	context: ExchangeContext,
): ICredentialDataDecryptedObject {
	const copy = { ...credential };
	contexts.set(copy, context);
	return copy;
}

/** `undefined` for a credential test or a node of n8n's own. */
export function exchangeContextOf(
	credential: ICredentialDataDecryptedObject,
): ExchangeContext | undefined {
	return contexts.get(credential);
}
