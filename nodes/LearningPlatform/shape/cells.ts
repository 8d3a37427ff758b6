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

/** Where cells stand in the records of a list: the path that leads there, and the places within. */
export interface Place {
	path: string[];
	inner: Map<string, Place>;
}

export const newPlace = (path: string[] = []): Place => ({ path, inner: new Map() });

/** Returns the place of a field, the same for each record. */
export function placeIn(place: Place, field: string): Place {
	const known = place.inner.get(field);
	if (known) return known;
	const inner = newPlace([...place.path, field]);
	place.inner.set(field, inner);
	return inner;
}

/** Lays a record flat: visits what is in it and in its objects, but not in its lists. */
export function visitCells(
	object: Record<string, unknown>,
	place: Place,
	visit: (cell: Cell, place: Place) => void,
): void {
	for (const field of Object.keys(object)) {
		const value = object[field];
		const inner = placeIn(place, field);
		if (isObject(value) && !isEmpty(value)) visitCells(value, inner, visit);
		else visit(cellOf(value), inner);
	}
}

function isEmpty(value: object): boolean {
	return Object.keys(value).length === 0;
}
