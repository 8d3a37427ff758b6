/** What n8n has printed for the current test file, for the reader of a failure. */
interface Said {
	n8nSaid?: (() => string)[];
}

/** An execution that went well is printed whole; its end, or the error, is what a reader needs. */
const KEPT_CHARACTERS = 3000;

const shared = globalThis as Said;

/**
 * Shows what a process of n8n prints to the reader of a failure.
 *
 * @param output what it has printed when it is asked for
 */
export function remember(what: string, output: () => string): void {
	(shared.n8nSaid ??= []).push(() => `$ ${what}\n${output().trim().slice(-KEPT_CHARACTERS)}`);
}
