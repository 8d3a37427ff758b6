import type { IDataObject } from 'n8n-workflow';

/** Reads one value of a record; `undefined` when the record does not have it. */
export type ReadValue = (record: IDataObject) => unknown;

/**
 * Reads what a path leads to, such as `translations.0.name`. A field that has the whole path as its name goes
 * first.
 */
export function pathReader(path: string): ReadValue {
	const steps = path.split('.');
	return (record) =>
		Object.hasOwn(record, path) ? record[path] : steps.reduce<unknown>(ownValue, record);
}

/** Never what every object inherits, such as `constructor`. */
export function ownValue(container: unknown, key: string): unknown {
	return typeof container === 'object' && container !== null && Object.hasOwn(container, key)
		? (container as Record<string, unknown>)[key]
		: undefined;
}
