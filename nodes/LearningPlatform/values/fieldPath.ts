import type { IDataObject } from 'n8n-workflow';

/** Reads one value of a record; `undefined` when the record does not have it. */
export type ReadValue = (record: IDataObject) => unknown;

/**
 * Returns a reader of what a path leads to, such as `translations.0.name`. Names may have dots, too: at each step the
 * longest name that is there goes first, then shorter ones.
 */
export function pathReader(path: string): ReadValue {
	return (record) => valueAt(record, path, ownValue);
}

/** The same for a path that a person typed: where a record does not have it, upper and lower case are one. */
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

/** Reads with the first reader that finds a value; `null` is one. */
export function firstOf(readers: readonly ReadValue[]): ReadValue {
	return (record) => {
		for (const read of readers) {
			const value = read(record);
			if (value !== undefined) return value;
		}
		return undefined;
	};
}

/** The value of the very key, or else of its twin. */
function valueInAnyCase(container: unknown, key: string): unknown {
	const value = ownValue(container, key);
	return value === undefined ? ownValue(container, twinOf(container, key)) : value;
}

/** Never what every object inherits, such as `constructor`. */
export function ownValue(container: unknown, key: string): unknown {
	return typeof container === 'object' && container !== null && Object.hasOwn(container, key)
		? (container as Record<string, unknown>)[key]
		: undefined;
}

/** The key that differs from another one in case only; of several the first by alphabet, whatever their order. */
function twinOf(container: unknown, key: string): string {
	if (typeof container !== 'object' || container === null) return key;
	const lower = key.toLowerCase();
	const isTwin = (other: string) => other.length === key.length && other.toLowerCase() === lower;
	return Object.keys(container).filter(isTwin).sort()[0] ?? key;
}

/** Whether a value of parsed JSON is an object, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
