import { randomFor } from './random';

/**
 * A generated `_id`: 24 hexadecimal digits laid out like a MongoDB ObjectId (seconds, process,
 * counter). The counter is the record's index, so that a record is found by its ID without a search.
 */
export function objectId(process: string, createdAtMs: number, index: number): string {
	const seconds = Math.floor(createdAtMs / 1000);
	return seconds.toString(16).padStart(8, '0') + process + index.toString(16).padStart(6, '0');
}

/** The ten digits in the middle of every ID of one kind. */
export function processDigits(seed: number, kind: number): string {
	return randomFor(seed, -1 - kind).hex(10);
}

/** The index inside a generated `_id`, or -1 when it does not look like one. */
export function indexInObjectId(id: string): number {
	return /^[0-9a-f]{24,}$/.test(id) ? Number.parseInt(id.slice(18), 16) : -1;
}
