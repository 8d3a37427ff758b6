/** Limits memory use because expressions can create any number of credentials. */
const MAX_ENTRIES = 1_000;

/** Returns a lookup that creates missing values and keeps only the most recently used values. */
export function lruCache<T>(create: (key: string) => T): (key: string) => T {
	// Ordered by use: a Map keeps its insertion order.
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
