import type { IDataObject } from 'n8n-workflow';

/** Reads one value of a record; `undefined` if it is missing. */
type ReadValue = (record: IDataObject) => unknown;

/**
 * Returns a reader for a path such as `translations.0.name`. A name may contain dots: at each step the longest name goes
 * first.
 */
export function pathReader(path: string): ReadValue {
	return (record) => valueAt(record, path, ownValue);
}

/** Returns a reader for a path that a person typed: if a record does not have it, case does not matter. */
export function typedPathReader(path: string): ReadValue {
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

/** Returns the first value that a reader finds; `null` is a value. */
export function firstOf(readers: readonly ReadValue[]): ReadValue {
	return (record) => {
		for (const read of readers) {
			const value = read(record);
			if (value !== undefined) return value;
		}
		return undefined;
	};
}

/** Returns the value of a key or, if there is none, of its twin. */
function valueInAnyCase(container: unknown, key: string): unknown {
	const value = ownValue(container, key);
	return value === undefined ? ownValue(container, twinOf(container, key)) : value;
}

/** Reads no inherited property, such as `constructor`. */
export function ownValue(container: unknown, key: string): unknown {
	return typeof container === 'object' && container !== null && Object.hasOwn(container, key)
		? (container as Record<string, unknown>)[key]
		: undefined;
}

/** Returns the key that differs in case only; the first by alphabet of several. */
function twinOf(container: unknown, key: string): string {
	if (typeof container !== 'object' || container === null) return key;
	const lower = key.toLowerCase();
	const isTwin = (other: string) => other.length === key.length && other.toLowerCase() === lower;
	return Object.keys(container).filter(isTwin).sort()[0] ?? key;
}

/** Returns whether a value of parsed JSON is an object, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
