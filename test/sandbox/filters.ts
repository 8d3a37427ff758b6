import type { FilterField, Operator } from './dictionary/filterFields';
import { factsOf, LIST_KINDS } from './dictionary/lists';
import { QueryError, type Parameter } from './query';

/** `field[operator]=value`, or all `field[in][n]=value` of one field together. */
export interface Filter {
	field: string;
	operator: Operator;
	values: string[];
}

const SINGLE = /^(.+)\[(eq|ne|lt|gte)\]$/s;
const INDEXED = /^(.+)\[(in|nin)\]\[(0|[1-9]\d*)\]$/s;

/**
 * Reads filters out of query parameters.
 *
 * @param fields what the list can be filtered by.
 * @throws {QueryError} for a parameter that is no filter, an unknown field, an operator that the
 * field does not take, a value of another form, a filter given twice, and indexes that are not 0, 1,
 * 2, ...
 */
export function filtersFrom(
	parameters: Parameter[],
	fields: Readonly<Record<string, FilterField>>,
): Filter[] {
	const filters = new Map<string, Filter>();
	for (const [name, value] of parameters) {
		const single = SINGLE.exec(name);
		const [, field = '', operator = '', index] = single ?? INDEXED.exec(name) ?? [];
		const facts = Object.hasOwn(fields, field) ? fields[field] : undefined;
		if (!facts) throw new QueryError(`Unknown query parameter: ${name}`);
		refuseOperator(field, operator, facts);
		refuseForm(field, value, facts);
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

/**
 * Every operator for every field: a service that documents no filters, or others than the public
 * one. The fields that are times there are times here.
 */
export function anyFilter(fields: Iterable<string>): Record<string, FilterField> {
	const operators: Operator[] = ['eq', 'ne', 'lt', 'gte', 'in', 'nin'];
	const times = new Set(
		LIST_KINDS.flatMap((kind) =>
			Object.entries(factsOf(kind).filters).flatMap(([field, { type }]) =>
				type === 'time' ? [field] : [],
			),
		),
	);
	return Object.fromEntries(
		Array.from(fields, (field) => [field, { type: times.has(field) ? 'time' : 'text', operators }]),
	);
}

function refuseOperator(field: string, operator: string, { operators }: FilterField): void {
	if (operators.some((known) => known === operator)) return;
	throw new QueryError(`${field} takes no ${operator}, only ${operators.join(', ')}`);
}

function refuseForm(field: string, value: string, facts: FilterField): void {
	const wanted = {
		time: () => isTime(value) || 'a time such as 2024-01-31T00:00:00.000Z',
		id: () => /^[a-f0-9]{24}$/i.test(value) || 'an ID of 24 hexadecimal digits',
		boolean: () => value === 'true' || value === 'false' || 'true or false',
		text: () => true,
		enum: () => {
			const values = facts.type === 'enum' ? facts.values : [];
			return values.includes(value) || `one of ${values.join(', ')}`;
		},
	}[facts.type]();
	if (wanted !== true) throw new QueryError(`${field} must be ${String(wanted)}`);
}

/** A day that does not exist, such as 30 February, is none either. */
function isTime(value: string): boolean {
	const time = new Date(value);
	return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}
