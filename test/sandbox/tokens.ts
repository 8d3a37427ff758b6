import { randomBytes } from 'node:crypto';

/** The sandbox's access tokens. They expire according to the sandbox's clock, which may differ from n8n's. */
export class Tokens {
	/** What a new token request does to the latest token: keep it valid, return it again, or revoke it. */
	latestIs: 'kept' | 'givenAgain' | 'ended' = 'kept';

	private readonly expiryMs = new Map<string, number>();

	private latest = '';

	constructor(
		private readonly lifetimeSeconds: number,
		private readonly clock: () => number,
	) {}

	/** Issues a token and returns its lifetime in seconds. */
	issue(): { token: string; lifetimeSeconds: number } {
		const now = this.clock();
		if (this.latestIs === 'ended') this.revokeAll();
		if (this.latestIs !== 'givenAgain' || !this.isValid(this.latest)) {
			this.latest = randomBytes(24).toString('base64url');
			this.expiryMs.set(this.latest, now + this.lifetimeSeconds * 1000);
		}
		const expiryMs = this.expiryMs.get(this.latest) ?? now;
		return { token: this.latest, lifetimeSeconds: (expiryMs - now) / 1000 };
	}

	isValid(token: string): boolean {
		return (this.expiryMs.get(token) ?? -Infinity) > this.clock();
	}

	revokeAll(): void {
		this.expiryMs.clear();
	}
}
