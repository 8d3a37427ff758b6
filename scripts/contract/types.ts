import type { ContractType } from '../../test/contract';
import type { Schema } from './openapi';

/**
 * Returns a schema's type without descriptions. `allOf` becomes one type; `anyOf` and nullable values become variants.
 *
 * @param within the enclosing schemas; a schema nested in itself becomes a plain object
 */
export function typeOf(schema: Schema, within: readonly Schema[] = []): ContractType {
	if (within.includes(schema)) return { type: 'object' };
	const inside = [...within, schema];
	const { allOf = [], anyOf, oneOf = anyOf, nullable, ...own } = schema;
	const parts = allOf.map((part) => typeOf(part, inside));
	if (oneOf !== undefined) parts.push({ oneOf: oneOf.map((variant) => typeOf(variant, inside)) });
	const type = [ownType(own, inside), ...parts].reduce(both);
	return nullable ? { oneOf: [type, { type: 'null' }] } : type;
}

/** Returns a schema's type, ignoring `allOf`, `anyOf`, and `oneOf`. */
function ownType(schema: Schema, within: readonly Schema[]): ContractType {
	const { items, properties, format, pattern, minLength, maxItems, minimum, maximum } = schema;
	if (Array.isArray(schema.type)) {
		return { oneOf: schema.type.map((type) => ownType({ ...schema, type }, within)) };
	}
	const values = schema.const === undefined ? schema.enum : [schema.const];
	const fields = Object.entries(properties ?? {}).map(
		([name, field]) => [name, typeOf(field, within)] as const,
	);
	const type = {
		type: schema.type,
		format,
		enum: values?.map(String),
		// The format of an ID or a date implies its pattern.
		pattern: format === undefined ? pattern : undefined,
		minLength,
		minimum,
		maximum,
		maxItems,
		items: items && typeOf(items, within),
		fields: properties && Object.fromEntries(fields),
		required: schema.required,
	};
	return Object.fromEntries(Object.entries(type).filter(([, fact]) => fact !== undefined));
}

/** Returns the intersection of two types. */
function both(one: ContractType, other: ContractType): ContractType {
	const { oneOf = [{}], ...rest } = one;
	const { oneOf: oneOfOther = [{}], ...restOfOther } = other;
	const common = merged(rest, restOfOther);
	if (one.oneOf === undefined && other.oneOf === undefined) return common;
	const variants = oneOf.flatMap((left) => oneOfOther.map((right) => both(left, right)));
	return { oneOf: variants.map((variant) => both(common, variant)) };
}

function merged(one: ContractType, other: ContractType): ContractType {
	const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
	const fields = one.fields && other.fields && { ...one.fields, ...other.fields };
	return { ...one, ...other, ...(fields && { fields }), ...(required.length > 0 && { required }) };
}
