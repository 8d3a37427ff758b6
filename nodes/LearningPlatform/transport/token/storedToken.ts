import { createHash } from 'node:crypto';

import type { CredentialFields } from './credentialFields';

/** An access token with what is needed to know, without a request, whether it can be used. */
export interface StoredToken {
	accessToken: string;
	/** When it is no longer used, in ms since the epoch: its expiry less the leeway. */
	staleAt: number;
	/** Identifies the base URL, client ID and secret it was issued for. */
	fingerprint: string;
}

const MAX_LEEWAY_MS = 60_000;

/** For a token endpoint that does not say how long a token lives; the service's tokens live an hour. */
const DEFAULT_LIFETIME_SECONDS = 3_600;

/**
 * When a token is to be replaced: before its expiry by 10 % of its lifetime, at most 60 s, so that it does
 * not expire on its way to the service.
 *
 * @param issuedAt ms since the epoch
 * @param expiresIn lifetime in seconds, as text or number (docs/service.md, Authentication)
 * @returns ms since the epoch
 */
export function staleAtOf(issuedAt: number, expiresIn: unknown): number {
	const seconds = Number(expiresIn);
	const lifetimeMs =
		(seconds > 0 && Number.isFinite(seconds) ? seconds : DEFAULT_LIFETIME_SECONDS) * 1_000;
	return issuedAt + lifetimeMs - Math.min(MAX_LEEWAY_MS, lifetimeMs / 10);
}

/** A hash of what a token was issued for; the secret cannot be read from it. */
export function fingerprintOf(fields: CredentialFields): string {
	return createHash('sha256')
		.update(JSON.stringify([fields.baseUrl, fields.clientId, fields.clientSecret]))
		.digest('base64url');
}

/** As one string, because n8n keeps one field of a credential that expires. */
export function serializeToken(token: StoredToken): string {
	return JSON.stringify(token);
}

/** @returns `undefined` for anything that `serializeToken` did not write */
export function parseToken(stored: unknown): StoredToken | undefined {
	try {
		const { accessToken, staleAt, fingerprint } = JSON.parse(
			String(stored),
		) as Partial<StoredToken>;
		return typeof accessToken === 'string' &&
			typeof staleAt === 'number' &&
			typeof fingerprint === 'string'
			? { accessToken, staleAt, fingerprint }
			: undefined;
	} catch {
		return undefined;
	}
}
