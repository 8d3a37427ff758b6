/** Expressions can make any number of credentials, for instance, so only the most recently used are kept. */
const MAX_ENTRIES = 1_000;

/**
 * Makes a cache of 1,000 values by key, which forgets the least recently used.
 *
 * @param create makes the value of a key that the cache does not hold
 * @returns looks up the value of a key
 */
export function lruCache<T>(create: (key: string) => T): (key: string) => T {
	// A Map keeps the order of insertion: the last entry is the most recently used.
	const entries = new Map<string, T>();
	return (key) => {
		const value = entries.get(key) ?? create(key);
		entries.delete(key);
		entries.set(key, value);
		const [oldest] = entries.size > MAX_ENTRIES ? entries.keys() : [];
		if (oldest !== undefined) entries.delete(oldest);
		return value;
	};
}
