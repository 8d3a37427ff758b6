import { UserFacingError } from '../errors';

/** n8n's own default for declarative nodes. */
const DEFAULT_MS = 300_000;

/** Node's timers fire at once when they are set to more, some 25 days. */
const MAX_MS = 2 ** 31 - 1;

/**
 * Reads Timeout of n8n's Request Options, which an expression may have made anything of.
 *
 * @param value in ms; nothing and 0 mean n8n's default
 * @returns whole ms that every timer takes: a fraction is rounded up, and what is too long is cut
 * @throws UserFacingError for what is no number of ms
 */
export function readTimeout(value: unknown): number {
	// An empty text is 0 as well.
	const ms = typeof value === 'string' ? Number(value) : (value ?? 0);
	if (typeof ms === 'number' && ms >= 0) return Math.min(Math.ceil(ms), MAX_MS) || DEFAULT_MS;
	throw new UserFacingError(
		'Timeout must be a number of milliseconds',
		'Enter a number such as 60000 for Timeout under Request Options, or remove it. If it is an expression, check what it returns.',
	);
}
