import { isObject } from '../values/fieldPath';

/** What a column of a row holds: nothing that has parts of its own, and never `null`. */
export type Cell = string | number | boolean;

/** A value as a single cell, as docs/rows.md has it. */
export function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return storable(value);
	if (isScalar(value)) return value;
	if (!Array.isArray(value)) return isEmpty(value) ? '' : storableJson(value);
	const entries = (value as unknown[]).map((entry) => entry ?? '');
	return entries.every(isScalar) ? storable(entries.map(entryOf).join(', ')) : storableJson(value);
}

/** An entry of a list: in quotation marks, as in CSV, when it could be taken for several, or for a part of one. */
function entryOf(value: Cell): string {
	const text = String(value);
	return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** NUL and lone surrogates: PostgreSQL and others refuse a text that has one, and the run fails. */
const NOT_STORABLE = /[\0\p{Surrogate}]/gu;

const storable = (text: string) => text.replace(NOT_STORABLE, '\uFFFD');

function storableJson(value: object): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'string' ? storable(part) : part,
	);
}

function isScalar(value: unknown): value is Cell {
	return typeof value !== 'object';
}

/** Keyboards for Chinese, Japanese and Korean have the full-width signs. */
const FORMULA_START = /^\n*[=+\-@\t\r＝＋－＠]/;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula (CSV injection). */
export function withoutFormula<T>(value: T): T | string {
	return typeof value === 'string' && FORMULA_START.test(value) ? `'${value}` : value;
}

/** A text that stands for a path, and for no other one. */
export function pathKey(path: readonly string[]): string {
	return path.map(stepKey).join('');
}

/** A step can have any character. */
function stepKey(step: string): string {
	return `${step.length}:${step}`;
}

/**
 * Lays a record flat: visits what is in it and in its objects, but not in its lists.
 *
 * @param visit gets each cell with its path in two parts, and the key of the whole path
 * @param parents where in a record the object is
 */
export function visitCells(
	object: Record<string, unknown>,
	visit: (cell: Cell, parents: readonly string[], field: string, key: string) => void,
	parents: readonly string[] = [],
	parentsKey = '',
): void {
	for (const field of Object.keys(object)) {
		const value = object[field];
		const key = parentsKey + stepKey(field);
		if (isObject(value) && !isEmpty(value)) visitCells(value, visit, [...parents, field], key);
		else visit(cellOf(value), parents, field, key);
	}
}

function isEmpty(value: object): boolean {
	return Object.keys(value).length === 0;
}
