import type { Filter } from './filters';
import type { ListRecord } from './records/record';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

/** A test that a record passes when it passes all filters. */
export function predicate(
	filters: Filter[],
	read: (record: ListRecord, field: string) => unknown,
): (record: ListRecord) => boolean {
	return (record) => filters.every((filter) => passes(filter, read(record, filter.field)));
}

function passes({ operator, values }: Filter, actual: unknown): boolean {
	switch (operator) {
		case 'eq':
		case 'in':
			return values.some((value) => equals(actual, value));
		case 'ne':
		case 'nin':
			return !values.some((value) => equals(actual, value));
		case 'lt':
			return compare(actual, values[0] ?? '') < 0;
		case 'gte':
			return compare(actual, values[0] ?? '') >= 0;
	}
}

/** An array equals a value when it contains it. */
function equals(actual: unknown, value: string): boolean {
	if (Array.isArray(actual)) return actual.some((entry) => equals(entry, value));
	if (actual === null || actual === undefined || typeof actual === 'object') return false;
	if (typeof actual === 'string' && isTime(actual)) return compare(actual, value) === 0;
	return `${actual as string | number | boolean}` === value;
}

/** Negative, zero or positive; NaN, which satisfies no comparison, when there is no order. */
function compare(actual: unknown, value: string): number {
	if (typeof actual === 'number') return actual - Number(value === '' ? NaN : value);
	if (typeof actual !== 'string') return NaN;
	if (isTime(actual)) return wholeSeconds(actual) - wholeSeconds(value);
	return actual < value ? -1 : Number(actual > value);
}

function isTime(value: string): boolean {
	return TIME.test(value);
}

/** The public service ignores milliseconds. */
function wholeSeconds(time: string): number {
	return Math.floor(Date.parse(time) / 1000);
}
