/** Expressions can create any number of credentials. */
const MAX_ENTRIES = 1_000;

/** Makes a look-up that creates missing values and keeps the most recently used. */
export function lruCache<T>(create: (key: string) => T): (key: string) => T {
	// In order of use: a Map keeps the order of insertion.
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
