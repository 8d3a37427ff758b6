import { isObject } from '../../transport/isObject';

/** What a column of a row holds: nothing that has parts of its own, and never `null`. */
export type Cell = string | number | boolean;

/**
 * A value as a single cell: texts, numbers and booleans as they came, a list of them as text with commas, any
 * other list or object as JSON, and an empty text for what is empty or missing.
 */
export function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return '';
	if (isScalar(value)) return value;
	if (!Array.isArray(value)) return isEmpty(value) ? '' : JSON.stringify(value);
	const entries = (value as unknown[]).filter((entry) => entry !== null);
	return entries.every(isScalar) ? entries.join(', ') : JSON.stringify(value);
}

function isScalar(value: unknown): value is Cell {
	return typeof value !== 'object';
}

/** Between the steps of a path's key; no field of a service has it in its name. */
const SEPARATOR = '\u0000';

/** A text that stands for a path. */
export function keyOf(path: readonly string[]): string {
	return path.map((step) => step + SEPARATOR).join('');
}

/** A cell of a record that is laid flat, with its path in two parts and the key of the whole path. */
export type VisitCell = (
	cell: Cell,
	parents: readonly string[],
	field: string,
	key: string,
) => void;

/** Lays a record flat: visits what is in it and in its objects, but not in its lists. */
export function visitCells(record: Record<string, unknown>, visit: VisitCell): void {
	visitObject(record, [], '', visit);
}

function visitObject(
	object: Record<string, unknown>,
	parents: readonly string[],
	parentsKey: string,
	visit: VisitCell,
): void {
	for (const field of Object.keys(object)) {
		const value = object[field];
		const key = parentsKey + field + SEPARATOR;
		if (isObject(value) && !isEmpty(value)) visitObject(value, [...parents, field], key, visit);
		else visit(cellOf(value), parents, field, key);
	}
}

function isEmpty(value: object): boolean {
	return Object.keys(value).length === 0;
}
