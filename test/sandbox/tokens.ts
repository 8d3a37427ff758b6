import { randomBytes } from 'node:crypto';

/** The access tokens of the sandbox. Time is the wall clock's, so a test that moves it moves both sides. */
export class Tokens {
	/** How many tokens have been handed out. */
	issued = 0;

	private readonly expiryMs = new Map<string, number>();

	private latest = '';

	private reissues = false;

	private isAlone = false;

	constructor(private readonly lifetimeSeconds: number) {}

	/** A new token and its lifetime in seconds. */
	issue(): { token: string; lifetimeSeconds: number } {
		if (this.reissues && this.isValid(this.latest)) {
			const lifetimeSeconds = ((this.expiryMs.get(this.latest) ?? 0) - Date.now()) / 1000;
			return { token: this.latest, lifetimeSeconds };
		}
		if (this.isAlone) this.revokeAll();
		const token = randomBytes(24).toString('base64url');
		this.latest = token;
		this.expiryMs.set(token, Date.now() + this.lifetimeSeconds * 1000);
		this.issued++;
		return { token, lifetimeSeconds: this.lifetimeSeconds };
	}

	isValid(token: string): boolean {
		return (this.expiryMs.get(token) ?? -Infinity) > Date.now();
	}

	/** From now on who asks gets the latest token again, for as long as it lives; some services do so. */
	reissueUntilExpiry(): void {
		this.reissues = true;
	}

	/** From now on a new token ends the one before it: some services have one token for a client. */
	keepLatestOnly(): void {
		this.isAlone = true;
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
