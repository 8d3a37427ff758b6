import { ListingLimit } from '../listingLimit';
import { RequestPace } from '../requestPace';
import type { Exchange } from './sharedExchange';
import type { StoredToken } from './storedToken';

/** What this process keeps of a credential beside the fields and the token that n8n stores. */
export interface CredentialState {
	/** The token that was obtained last: n8n may have been told not to store it. */
	latestToken: StoredToken | undefined;
	/** The access token that n8n was last given to store. */
	storedToken: string | undefined;
	/** The access token that the service refused last. */
	refusedToken: string | undefined;
	/** Token exchanges that run or have just ended, by the way they take to the service. */
	exchanges: Map<string, Exchange>;
	/** How fast requests may follow each other after a 429, by `performance.now()`. */
	pace: RequestPace;
	listings: {
		running: number;
		limit: ListingLimit;
		/** Starts the listings that wait for their turn, first come, first served. */
		queue: (() => void)[];
	};
}

/** A credential made by an expression can have any number of values; the ones used last are kept. */
const MAX_CREDENTIALS = 1_000;

/** In order of use, the one that was used last at the end. */
const states = new Map<string, CredentialState>();

/**
 * The state of a credential, for as long as somebody uses it.
 *
 * @param fingerprint identifies the credential
 */
export function stateOf(fingerprint: string): CredentialState {
	const known = states.get(fingerprint);
	if (known) states.delete(fingerprint);
	else if (states.size >= MAX_CREDENTIALS) forgetOldest();
	const state = known ?? {
		latestToken: undefined,
		storedToken: undefined,
		refusedToken: undefined,
		exchanges: new Map<string, Exchange>(),
		pace: new RequestPace(),
		listings: { running: 0, limit: new ListingLimit(), queue: [] },
	};
	states.set(fingerprint, state);
	return state;
}

/** A credential with a listing under way stays: its count of listings must not begin again. */
function forgetOldest(): void {
	for (const [fingerprint, { listings }] of states) {
		if (listings.running > 0) continue;
		states.delete(fingerprint);
		return;
	}
}

/** Whether a token belongs to the credential, is not about to expire and was not refused. */
export function isUsable(
	token: StoredToken | undefined,
	fingerprint: string,
): token is StoredToken {
	return (
		token?.fingerprint === fingerprint &&
		Date.now() < token.staleAt &&
		token.accessToken !== stateOf(fingerprint).refusedToken
	);
}
