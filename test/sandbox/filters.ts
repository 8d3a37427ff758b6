import type { ContractType, Operator, Route } from '../contract';

/** An invalid query; the message names the invalid part. */
export class QueryError extends Error {}

/** A query parameter, decoded. */
export type Parameter = [name: string, value: string];

/**
 * Splits a raw query into parameters. Square brackets must be literal; everything else can be percent-encoded, and `+`
 * means a space.
 *
 * @throws {QueryError} for encoded brackets, broken escapes, and missing values.
 */
export function parseQuery(raw: string): Parameter[] {
	if (raw === '') return [];
	return raw.split('&').map((part) => {
		const equals = part.indexOf('=');
		const name = equals === -1 ? part : part.slice(0, equals);
		if (/%5b|%5d/i.test(name)) {
			throw new QueryError(`Square brackets must not be percent-encoded: ${name}`);
		}
		if (equals === -1) throw new QueryError(`A parameter needs a value: ${part}`);
		return [decode(name), decode(part.slice(equals + 1))];
	});
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		throw new QueryError(`Broken percent-encoding: ${text}`);
	}
}

/** `field[operator]=value`, or all `field[in][n]=value` parameters of a field. */
export interface Filter {
	field: string;
	operator: Operator;
	values: string[];
}

const SINGLE = /^(.+)\[(eq|ne|lt|gte)\]$/s;
const INDEXED = /^(.+)\[(in|nin)\]\[(0|[1-9]\d*)\]$/s;

/**
 * Reads filters from query parameters.
 *
 * @param fields the list's filters
 * @throws {QueryError} for unknown parameters, repeated filters, and indexes other than 0, 1, 2, ...
 */
export function filtersFrom(parameters: Parameter[], fields: Route['filters']): Filter[] {
	const filters = new Map<string, Filter>();
	for (const [name, value] of parameters) {
		const single = SINGLE.exec(name);
		const [, field = '', operator = '', index] = single ?? INDEXED.exec(name) ?? [];
		const types = Object.hasOwn(fields, field) ? fields[field] : undefined;
		if (!types) throw new QueryError(`Unknown query parameter: ${name}`);
		const type = types[operator as Operator];
		if (!type) {
			const taken = Object.keys(types).join(', ');
			throw new QueryError(`${field} accepts only ${taken}, not ${operator}`);
		}
		refuseForm(field, value, type.items ?? type);
		const key = `${field}[${operator}]`;
		const filter = filters.get(key) ?? { field, operator: operator as Operator, values: [] };
		if (filter.values.length !== (single ? 0 : Number(index))) {
			throw new QueryError(`${name} is given twice or out of order`);
		}
		filter.values.push(value);
		filters.set(key, filter);
	}
	return [...filters.values()];
}

function refuseForm(field: string, value: string, type: ContractType): void {
	const refuse = (wanted: string): never => {
		throw new QueryError(`${field} must be ${wanted}`);
	};
	if (type.enum && !type.enum.includes(value)) refuse(`one of ${type.enum.join(', ')}`);
	if (type.type === 'boolean' && !['true', 'false'].includes(value)) refuse('true or false');
	if (type.format === 'ObjectId' && !/^[a-f0-9]{24}$/i.test(value)) {
		refuse('an ID of 24 hexadecimal digits');
	}
	if (type.format === 'date-time' && !isTime(value))
		refuse('a time such as 2024-01-31T00:00:00.000Z');
}

/** Returns false for dates that do not exist, such as February 30. */
function isTime(value: string): boolean {
	const time = new Date(value);
	return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

/** Removes milliseconds from times: the public service ignores them. */
export function comparable(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(comparable);
	return typeof value === 'string' && TIME.test(value) ? value.slice(0, 19) : value;
}

/** Returns a function that tests a comparable value against a filter. */
export function testOf({ operator, values }: Filter): (actual: unknown) => boolean {
	const wanted = values.map((value) => String(comparable(value)));
	const [first = ''] = wanted;
	switch (operator) {
		case 'eq':
		case 'in':
			return (actual) => wanted.some((value) => equals(actual, value));
		case 'ne':
		case 'nin':
			return (actual) => !wanted.some((value) => equals(actual, value));
		case 'lt':
			return (actual) => compare(actual, first) < 0;
		case 'gte':
			return (actual) => compare(actual, first) >= 0;
	}
}

/** An array matches if it contains the value. */
function equals(actual: unknown, value: string): boolean {
	if (Array.isArray(actual)) return actual.some((entry) => equals(entry, value));
	if (actual === null || actual === undefined || typeof actual === 'object') return false;
	return `${actual as string | number | boolean}` === value;
}

/** Returns a negative number, zero, a positive number, or NaN (if the values cannot be compared). */
function compare(actual: unknown, value: string): number {
	if (typeof actual === 'number') return actual - Number(value === '' ? NaN : value);
	if (typeof actual !== 'string') return NaN;
	return actual < value ? -1 : Number(actual > value);
}
