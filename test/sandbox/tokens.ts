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
		const now = Date.now();
		if (this.latestIs === 'ended') this.revokeAll();
		if (this.latestIs !== 'givenAgain' || !this.isValid(this.latest)) {
			this.latest = randomBytes(24).toString('base64url');
			this.expiryMs.set(this.latest, now + this.lifetimeSeconds * 1000);
		}
		const expiryMs = this.expiryMs.get(this.latest) ?? now;
		return { token: this.latest, lifetimeSeconds: (expiryMs - now) / 1000 };
	}

	isValid(token: string): boolean {
		return (this.expiryMs.get(token) ?? -Infinity) > Date.now();
	}

	/** Every token issued so far is over. */
	revokeAll(): void {
		this.expiryMs.clear();
	}
}
