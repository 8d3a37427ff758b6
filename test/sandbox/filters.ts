import { QueryError, type Parameter } from './query';
import type { ListRecord } from './records/record';

type Compare = 'eq' | 'ne' | 'lt' | 'gte' | 'in' | 'nin';

/** `field[operator]=value`, or all `field[in][n]=value` of one field together. */
export interface Filter {
	field: string;
	operator: Compare;
	values: string[];
}

const SINGLE = /^(.+)\[(eq|ne|lt|gte)\]$/s;
const INDEXED = /^(.+)\[(in|nin)\]\[(0|[1-9]\d*)\]$/s;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Reads filters out of query parameters.
 *
 * @param fields the fields that records of this list have.
 * @throws {QueryError} for a parameter that is no filter, an unknown field, a filter given twice,
 * indexes that are not 0, 1, 2, ... and a comparison with something that is no time.
 */
export function filtersFrom(parameters: Parameter[], fields: ReadonlySet<string>): Filter[] {
	const filters = new Map<string, Filter>();
	for (const [name, value] of parameters) {
		const single = SINGLE.exec(name);
		const [, field, operator, index] = single ?? INDEXED.exec(name) ?? [];
		if (field === undefined || !fields.has(field)) {
			throw new QueryError(`Unknown query parameter: ${name}`);
		}
		const key = `${field}[${operator ?? ''}]`;
		const filter = filters.get(key) ?? { field, operator: operator as Compare, values: [] };
		const expected = single ? 0 : Number(index);
		if (filter.values.length !== expected) {
			throw new QueryError(`${name} is given twice or out of order`);
		}
		filter.values.push(value);
		filters.set(key, filter);
	}
	for (const filter of filters.values()) refuseOddTimes(filter);
	return [...filters.values()];
}

/** A test that a record passes when it passes all filters. */
export function predicate(filters: Filter[]): (record: ListRecord) => boolean {
	return (record) => filters.every((filter) => passes(filter, record[filter.field]));
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

function refuseOddTimes({ field, operator, values }: Filter): void {
	const isOrdered = operator === 'lt' || operator === 'gte';
	if (!isOrdered || !(field === 'createdAt' || field === 'modifiedAt')) return;
	for (const value of values) {
		if (!isTime(value) || Number.isNaN(Date.parse(value))) {
			throw new QueryError(`${field}[${operator}] must look like 2024-01-31T00:00:00.000Z`);
		}
	}
}
