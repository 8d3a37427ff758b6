export type Operator = 'eq' | 'ne' | 'lt' | 'gte' | 'in' | 'nin';

/** What the values of a filter look like, which ../filters.ts checks; `values` are all that an enumeration has. */
export type Form =
	{ type: 'time' | 'id' | 'boolean' | 'text' } | { type: 'enum'; values: readonly string[] };

/** How a list can be filtered by one field. */
export type FilterField = Form & { operators: readonly Operator[] };

export const ID: Form = { type: 'id' };
export const TEXT: Form = { type: 'text' };
export const BOOLEAN: Form = { type: 'boolean' };

export const oneOf = (...values: string[]): Form => ({ type: 'enum', values });

/** Fields with the operators `lt` and `gte`, in `YYYY-MM-DDThh:mm:ss.sssZ`. */
export function times(...fields: string[]): Record<string, FilterField> {
	return Object.fromEntries(
		fields.map((field) => [field, { type: 'time', operators: ['lt', 'gte'] }]),
	);
}

const taking =
	(...operators: Operator[]) =>
	(form: Form): FilterField => ({ ...form, operators });

export const eq = taking('eq');
export const eqNe = taking('eq', 'ne');
export const eqIn = taking('eq', 'in');
export const within = taking('in');
export const allFour = taking('eq', 'ne', 'in', 'nin');
