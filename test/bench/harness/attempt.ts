import type { Prepared } from './engine';

/** A run that may fail, because the contender is up against more than it can take. */
export interface Attempt {
	ms: number;
	/** 1 when all records came, else 0; summed up it is a count. */
	completed: number;
}

/**
 * Runs once more and tells whether that came to anything.
 *
 * @param records what a whole run comes to
 */
export async function attempt(prepared: Prepared, records: number): Promise<Attempt> {
	const started = performance.now();
	const [outcome] = await Promise.allSettled([prepared.run()]);
	const ms = performance.now() - started;
	const found = outcome.status === 'fulfilled' ? outcome.value.records : 0;
	return { ms, completed: found === records ? 1 : 0 };
}
