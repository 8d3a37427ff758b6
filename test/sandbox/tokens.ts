import { randomBytes } from 'node:crypto';

/** The access tokens of the sandbox. Time is the wall clock's, so a test that moves it moves both sides. */
export class Tokens {
	/** What becomes of the latest token when another is asked for: some services give it again, some end it. */
	latestIs: 'kept' | 'givenAgain' | 'ended' = 'kept';

	private readonly expiryMs = new Map<string, number>();

	private latest = '';

	constructor(private readonly lifetimeSeconds: number) {}

	/** A new token and its lifetime in seconds. */
	issue(): { token: string; lifetimeSeconds: number } {
		if (this.latestIs === 'givenAgain' && this.isValid(this.latest)) {
			const lifetimeSeconds = ((this.expiryMs.get(this.latest) ?? 0) - Date.now()) / 1000;
			return { token: this.latest, lifetimeSeconds };
		}
		if (this.latestIs === 'ended') this.revokeAll();
		const token = randomBytes(24).toString('base64url');
		this.latest = token;
		this.expiryMs.set(token, Date.now() + this.lifetimeSeconds * 1000);
		return { token, lifetimeSeconds: this.lifetimeSeconds };
	}

	isValid(token: string): boolean {
		return (this.expiryMs.get(token) ?? -Infinity) > Date.now();
	}

	/** Every token issued so far is over, before its time. */
	revokeAll(): void {
		this.expiryMs.clear();
	}

	/** Every token issued so far reaches its end now. */
	expireAll(): void {
		const now = Date.now();
		for (const token of this.expiryMs.keys()) this.expiryMs.set(token, now);
	}
}
