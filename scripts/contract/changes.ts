import { isDeepStrictEqual } from 'node:util';

/**
 * Compares two versions of the facts.
 *
 * @returns one line per change, with its path, e.g. `new: GET > courses > record > fields > level`
 */
export function changes(before: unknown, after: unknown, way: readonly string[]): string[] {
	if (isDeepStrictEqual(before, after)) return [];
	const place = way.join(' > ');
	if (before === undefined) return [`new: ${place}`];
	if (after === undefined) return [`gone: ${place}`];
	const [old, now] = [partsOf(before), partsOf(after)];
	if (old === undefined || now === undefined) {
		return [`changed: ${place}, from ${JSON.stringify(before)} to ${JSON.stringify(after)}`];
	}
	const keys = new Set([...old.keys(), ...now.keys()]);
	return [...keys].flatMap((key) => changes(old.get(key), now.get(key), [...way, key]));
}

/** Returns the members of an object or a list by name. A string in a list serves as its own name. */
function partsOf(value: unknown): Map<string, unknown> | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const parts = Object.entries(value) as [string, unknown][];
	return new Map(
		parts.map(([key, part]) => [
			typeof part === 'string' && Array.isArray(value) ? part : key,
			part,
		]),
	);
}
