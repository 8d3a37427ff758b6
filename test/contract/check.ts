import type { ContractType } from '.';

/** Returns the type errors in a value, each with its path: `steps.0.type: expected course, got "x"`. */
export function complaints(type: ContractType, value: unknown, path = ''): string[] {
	if (type.oneOf) {
		const each = type.oneOf.map((variant) => complaints(variant, value, path));
		return each.sort((left, right) => left.length - right.length)[0] ?? [];
	}
	const complain = (what: string) => [`${path}: expected ${what}, got ${JSON.stringify(value)}`];
	const below = (name: string | number) => (path === '' ? `${name}` : `${path}.${name}`);
	if (type.type === 'array') {
		const { maxItems = Infinity } = type;
		if (!Array.isArray(value)) return complain('array');
		if (value.length > maxItems) return [`${path}: ${value.length} entries, at most ${maxItems}`];
		return value.flatMap((entry, at) => complaints(type.items ?? {}, entry, below(at)));
	}
	if (type.type === 'object') {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			return complain('object');
		}
		const { fields, required = [] } = type;
		if (!fields) return [];
		const missing = required.filter((name) => !Object.hasOwn(value, name));
		return [
			...missing.map((name) => `${below(name)}: missing`),
			...Object.entries(value).flatMap(([name, entry]) => {
				const field = fields[name];
				return field ? complaints(field, entry, below(name)) : [`${below(name)}: unknown`];
			}),
		];
	}
	return isScalar(type, value)
		? []
		: complain(type.enum?.join('|') ?? type.format ?? type.type ?? '');
}

function isScalar(type: ContractType, value: unknown): boolean {
	const { format, minLength = 0, minimum = -Infinity, maximum = Infinity, pattern = '' } = type;
	if (type.type === 'null') return value === null;
	if (type.type === 'boolean') return typeof value === 'boolean';
	if (type.type === 'number' || type.type === 'integer') {
		const isNumber = type.type === 'integer' ? Number.isInteger(value) : Number.isFinite(value);
		return isNumber && Number(value) >= minimum && Number(value) <= maximum;
	}
	if (typeof value !== 'string' || value.length < minLength) return false;
	if (!new RegExp(pattern).test(value)) return false;
	if (type.enum) return type.enum.includes(value);
	if (format === 'ObjectId') return /^[0-9a-f]{24}$/.test(value);
	return format !== 'date-time' || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
}
