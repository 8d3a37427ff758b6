import { ServiceError } from '../errors';
import type { StoredToken } from './storedToken';

/** The exchange that runs for a credential, or the one that ran last. */
export interface Exchange {
	token: Promise<StoredToken>;
	/** When it ended, in ms since the epoch; `undefined` while it runs. */
	endedAt?: number;
}

/** Long enough for items that n8n started together, short enough for a credential test to be a real one. */
const SHARED_FOR_MS = 5_000;

/**
 * Runs a token exchange, or takes the result of another one for the same credential: one that is still
 * running, or has only just ended. n8n starts all input items together, and each asks for a token of its
 * own. A refusal is shared as well, so that a wrong secret is not sent once for every item.
 *
 * @param exchanges those of the credential
 * @param key identifies the way to its service
 * @param accepts whether a token that another exchange got is of use here
 */
export async function shareExchange(
	exchanges: Map<string, Exchange>,
	key: string,
	{
		exchange,
		accepts,
	}: { exchange: () => Promise<StoredToken>; accepts: (token: StoredToken) => boolean },
): Promise<StoredToken> {
	const latest = exchanges.get(key);
	if (latest?.endedAt === undefined || isRecent(latest.endedAt)) {
		const token = await latest?.token;
		if (token && accepts(token)) return token;
		// Somebody else who waited for the same unsuitable token may have started the next exchange.
		const current = exchanges.get(key);
		if (current && current !== latest) return await current.token;
	}
	return await track(exchanges, key, exchange());
}

async function track(
	exchanges: Map<string, Exchange>,
	key: string,
	token: Promise<StoredToken>,
): Promise<StoredToken> {
	// A proxy can have any number of addresses, if an expression makes them.
	for (const [other, { endedAt }] of exchanges) {
		if (endedAt !== undefined && !isRecent(endedAt)) exchanges.delete(other);
	}
	const exchange: Exchange = { token };
	exchanges.set(key, exchange);
	const forgetIfPassing = (error: unknown): never => {
		if (isPassing(error)) exchanges.delete(key);
		throw error;
	};
	try {
		return await token.catch(forgetIfPassing);
	} finally {
		exchange.endedAt = Date.now();
	}
}

function isRecent(endedAt: number): boolean {
	return Date.now() - endedAt < SHARED_FOR_MS;
}

/** Trouble that may be over by the time the next item asks. */
function isPassing(error: unknown): boolean {
	return !(error instanceof ServiceError) || error.isTransient;
}
