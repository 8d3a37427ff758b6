import type { Filter } from './filters';
import type { ListRecord } from './records/record';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

/** How a filter reads a record. */
export type ReadField = (record: ListRecord, field: string) => unknown;

/** A test that a record passes when it passes all filters. */
export function predicate(filters: Filter[], read: ReadField): (record: ListRecord) => boolean {
	return (record) => filters.every((filter) => passes(filter, read(record, filter.field)));
}

/** The test of a range of time, for what `timeIn` makes of a field; undefined for another filter. */
export function timeFilter({ operator, values }: Filter): ((time: unknown) => boolean) | undefined {
	const [value = ''] = values;
	if (!isTime(value)) return undefined;
	const bound = wholeSeconds(value);
	const compared = (time: unknown) =>
		typeof time === 'number' ? time - bound : compare(time, value);
	if (operator === 'lt') return (time) => compared(time) < 0;
	return operator === 'gte' ? (time) => compared(time) >= 0 : undefined;
}

/** The second of a time; anything else as it is, but for numbers, which are no times. */
export function timeIn(value: unknown): unknown {
	if (typeof value === 'number') return undefined;
	return typeof value === 'string' && isTime(value) ? wholeSeconds(value) : value;
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
