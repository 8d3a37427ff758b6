import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { firstOf, isObject, pathReader, typedPathReader } from '../values/fieldPath';
import { cellOf, isEmpty, type Cell } from './cells';
import { columnName, requestedName } from './columnNames';

/** The columns of a list's rows, without their key. */
interface RowColumns {
	read: (record: IDataObject) => Cell[];
	/**
	 * Decides which columns there are, by the records so far.
	 *
	 * @param key the name of its column, and the field that it replaces, if it is a single one
	 * @returns the columns in order, each with the index of its cell in what `read` returns
	 */
	finish: (key: { name: string; field: string | undefined }) => {
		columns: { name: string; index: number }[];
		missingFields: string[];
		/** Where the columns were found, unless the user named them. */
		paths?: string[][];
	};
}

/** More than any table takes. With more, a service that uses IDs as names of fields would fill the memory. */
const MAX_NAMES = 1000;

/**
 * All columns that any record of the list has: known fields first, the others as they appeared. Reading throws
 * UserFacingError when they become too many.
 *
 * @param known columns that the list has whatever is read of it
 */
export function foundColumns(
	knownFields: readonly string[],
	owner: string,
	known: string[][] = [],
): RowColumns {
	const top = newPlace();
	const found = new Map<Place, { index: number; isFilled: boolean }>();

	function columnAt(place: Place) {
		const before = found.get(place);
		if (before) return before;
		if (found.size >= MAX_NAMES) {
			throw new UserFacingError(
				`The rows would have more than ${MAX_NAMES} columns`,
				'Enter the columns you need as Output Fields, or choose another Output.',
			);
		}
		const column = { index: found.size, isFilled: false };
		found.set(place, column);
		return column;
	}

	for (const path of known) columnAt(path.reduce(placeIn, top)).isFilled = true;

	function rank([field = '']: string[]): number {
		const at = knownFields.indexOf(field);
		return at === -1 ? knownFields.length : at;
	}

	return {
		read: (record) => {
			const cells: Cell[] = [];
			visitCells(record, top, (cell, place) => {
				const column = columnAt(place);
				column.isFilled ||= cell !== '';
				cells[column.index] = cell;
			});
			return cells;
		},
		finish: ({ field }) => {
			// An object that is `null` in some records needs no column: its fields have columns.
			const used = [...found].filter(([{ inner }, { isFilled }]) => isFilled || inner.size === 0);
			// A column of one page stays on the pages after it.
			for (const [, column] of used) column.isFilled = true;
			const key = field === undefined ? undefined : top.inner.get(field);
			const columns = used
				.filter(([place]) => place !== key)
				.sort(([a], [b]) => rank(a.path) - rank(b.path))
				.map(([{ path }, { index }]) => ({ name: columnName(path, owner), index }));
			return { columns, missingFields: [], paths: used.map(([{ path }]) => path) };
		},
	};
}

/**
 * The columns that the user named, one for each name, whether any record has it or not. A text can name both a column
 * and a field, e.g. `a_b` the column of `a.b` and a field `a_b`: the column goes first, unless it differs in case.
 *
 * @param fields names or paths of fields, or the names of columns as a user reads them in a row
 */
export function namedColumns(fields: readonly string[], owner: string): RowColumns {
	/** The cells of the record being read, by column name, and by column name in another case. */
	let cells: Cell[] = [];
	let cellsInAnyCase: Cell[] = [];
	const wanted = fields.map((field, index) => ({
		field,
		name: requestedName(field, owner),
		read: firstOf([
			() => cells[index],
			pathReader(field),
			() => cellsInAnyCase[index],
			typedPathReader(field),
			// An entry of a list has a column only if a user named it.
			typedPathReader(field.replaceAll('_', '.')),
		]),
	}));
	const indexes = new Map(wanted.map(({ name }, index) => [name.toLowerCase(), index]));
	let missing: Set<string> | undefined;
	let top = newPlace();
	const names = new Map<Place, string>();

	function nameOf(place: Place): string {
		const name = names.get(place) ?? columnName(place.path, owner);
		names.set(place, name);
		return name;
	}

	return {
		read: (record) => {
			missing ??= new Set(fields);
			cells = [];
			cellsInAnyCase = [];
			visitCells(record, top, (cell, place) => {
				const name = nameOf(place);
				const index = indexes.get(name.toLowerCase());
				if (index === undefined) return;
				if (name === fields[index]) cells[index] = cell;
				else cellsInAnyCase[index] ??= cell;
			});
			if (names.size > MAX_NAMES) {
				names.clear();
				top = newPlace();
			}
			return wanted.map(({ field, read }) => {
				const value = read(record);
				if (value !== undefined) missing?.delete(field);
				return cellOf(value);
			});
		},
		finish: (key) => {
			const columns = wanted
				.map(({ field, name }, index) => ({ field, name, index }))
				.filter(({ field, name }) => name !== key.name && field !== key.field);
			const named = columns.map(({ field }) => field);
			return { columns, missingFields: named.filter((field) => missing?.has(field)) };
		},
	};
}

/** The places of cells in the records of a list: the path there, and the places within. */
interface Place {
	path: string[];
	inner: Map<string, Place>;
}

const newPlace = (path: string[] = []): Place => ({ path, inner: new Map() });

/** Returns the place of a field, the same for each record. */
function placeIn(place: Place, field: string): Place {
	const known = place.inner.get(field);
	if (known) return known;
	const inner = newPlace([...place.path, field]);
	place.inner.set(field, inner);
	return inner;
}

/** Lays a record flat: visits what is in it and in its objects, but not in its lists. */
function visitCells(
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
