import type { ContractType, Operator, Route } from '../contract';
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
export function filtersFrom(parameters: Parameter[], fields: Route['filters']): Filter[] {
	const filters = new Map<string, Filter>();
	for (const [name, value] of parameters) {
		const single = SINGLE.exec(name);
		const [, field = '', operator = '', index] = single ?? INDEXED.exec(name) ?? [];
		const types = Object.hasOwn(fields, field) ? fields[field] : undefined;
		if (!types) throw new QueryError(`Unknown query parameter: ${name}`);
		const type = types[operator as Operator];
		if (!type) {
			const known = Object.keys(types).join(', ');
			throw new QueryError(`${field} takes no ${operator}, only ${known}`);
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

/** Every operator for every field: a service that documents no filters, or others than the public one. */
export function anyFilter(fields: Record<string, ContractType>): Route['filters'] {
	return Object.fromEntries(
		Object.entries(fields).map(([field, { format = '' }]) => {
			const type: ContractType = format === 'date-time' ? { format } : {};
			return [field, { eq: type, ne: type, lt: type, gte: type, in: type, nin: type }];
		}),
	);
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

/** A day that does not exist, such as 30 February, is none either. */
function isTime(value: string): boolean {
	const time = new Date(value);
	return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}
