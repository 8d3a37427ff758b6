import type { IDataObject } from 'n8n-workflow';

/** Returns a reader for a path such as `translations.0.name`. Tries longer names first: names may contain dots. */
export function pathReader(path: string) {
	return (record: IDataObject) => valueAt(record, path, ownValue);
}

/** Returns a reader for a path that a person entered: ignores case if no field matches exactly. */
export function enteredPathReader(path: string) {
	return firstOf([pathReader(path), (record) => valueAt(record, path, valueInAnyCase)]);
}

function valueAt(container: unknown, path: string, step: typeof ownValue): unknown {
	const whole = step(container, path);
	if (whole !== undefined) return whole;
	for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
		const inner = step(container, path.slice(0, dot));
		if (typeof inner !== 'object' || inner === null) continue;
		const value = valueAt(inner, path.slice(dot + 1), step);
		if (value !== undefined) return value;
	}
	return undefined;
}

/** Combines readers: returns the first value that is not `undefined`. */
export function firstOf(readers: readonly ((record: IDataObject) => unknown)[]) {
	return (record: IDataObject): unknown => {
		for (const read of readers) {
			const value = read(record);
			if (value !== undefined) return value;
		}
		return undefined;
	};
}

/** Returns the value of a key, or of the alphabetically first key that differs only in case. */
function valueInAnyCase(container: unknown, key: string): unknown {
	const value = ownValue(container, key);
	if (value !== undefined || typeof container !== 'object' || container === null) return value;
	const isSame = (other: string) => other.toLowerCase() === key.toLowerCase();
	const [name = key] = Object.keys(container).filter(isSame).sort();
	return ownValue(container, name);
}

/** Returns the value of a key, but not of an inherited property such as `constructor`. */
export function ownValue(container: unknown, key: string): unknown {
	return typeof container === 'object' && container !== null && Object.hasOwn(container, key)
		? (container as Record<string, unknown>)[key]
		: undefined;
}
