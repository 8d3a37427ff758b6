import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { firstOf, pathReader, typedPathReader } from '../values/fieldPath';
import { isObject } from '../values/json';
import { cellOf, columnName, requestedName, type Cell } from './cells';

/** The columns of a list's rows, except the key. */
interface RowColumns {
	read: (record: IDataObject) => Cell[];
	/**
	 * Determines the columns from the records read so far.
	 *
	 * @param key the name of the key column and, if the key replaces a single field, that field
	 * @returns the columns in order, each with the index of its cell in the result of `read`
	 */
	finish: (key: { name: string; field: string | undefined }) => {
		columns: { name: string; index: number }[];
		missingFields: string[];
		/** The columns' paths, unless the user named the columns. */
		paths?: string[][];
	};
}

/** More than any table accepts. Without a limit, a service that uses IDs as field names could exhaust memory. */
const MAX_NAMES = 1000;

/**
 * Finds columns: known fields first, then others as they appear. `read` throws UserFacingError if there are too many.
 *
 * @param columnsOfList paths of columns that every row has, even if no record has the fields
 */
export function foundColumns(
	knownFields: readonly string[],
	owner: string,
	columnsOfList: string[][] = [],
): RowColumns {
	const top = newPlace();
	const found: Place[] = [];

	function indexOf(place: Place): number {
		if (place.index !== undefined) return place.index;
		if (found.length >= MAX_NAMES) {
			throw new UserFacingError(
				`The rows would have more than ${MAX_NAMES} columns`,
				'In Output Fields, enter only the columns that you need, or choose a different Output.',
			);
		}
		return (place.index = found.push(place) - 1);
	}

	for (const path of columnsOfList) {
		const place = path.reduce(placeIn, top);
		indexOf(place);
		place.isFilled = true;
	}

	function rank({ path: [field = ''] }: Place): number {
		const at = knownFields.indexOf(field);
		return at === -1 ? knownFields.length : at;
	}

	return {
		read: (record) => {
			const cells: Cell[] = [];
			visitCells(record, top, (cell, place) => {
				cells[indexOf(place)] = cell;
				place.isFilled ||= cell !== '';
			});
			return cells;
		},
		finish: ({ field }) => {
			// An object that is `null` in some records does not need a column: the object's fields have columns.
			const used = found.filter(({ inner, isFilled }) => isFilled || inner.size === 0);
			// Later pages keep the columns of earlier pages.
			for (const place of used) place.isFilled = true;
			const key = field === undefined ? undefined : top.inner.get(field);
			const columns = used
				.filter((place) => place !== key)
				.sort((a, b) => rank(a) - rank(b))
				.map((place) => ({ name: columnName(place.path, owner), index: indexOf(place) }));
			return { columns, missingFields: [], paths: used.map(({ path }) => path) };
		},
	};
}

/**
 * Creates a column for each name that the user entered. A name can match both a column and a field: `a_b` is the column
 * for `a.b`, but may also be a field. The column wins unless its name differs in case.
 *
 * @param fields field names, field paths, or column names
 */
export function namedColumns(fields: readonly string[], owner: string): RowColumns {
	/** The current record's cells, by column name: in `cells`, exact matches; in `cellsInAnyCase`, all other matches. */
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
			// A list entry gets a column only if the user named it.
			typedPathReader(field.replaceAll('_', '.')),
		]),
	}));
	const indexes = new Map(wanted.map(({ name }, index) => [name.toLowerCase(), index]));
	let missing: Set<string> | undefined;
	let top = newPlace();
	let named = 0;

	function nameOf(place: Place): string {
		if (place.name === undefined) named += 1;
		return (place.name ??= columnName(place.path, owner));
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
			if (named > MAX_NAMES) [named, top] = [0, newPlace()];
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
			const shown = columns.map(({ field }) => field);
			return { columns, missingFields: shown.filter((field) => missing?.has(field)) };
		},
	};
}

/** A field of a list's records: its path, its nested fields, and information about its column. */
interface Place {
	path: string[];
	inner: Map<string, Place>;
	isFilled: boolean;
	index?: number;
	name?: string;
}

const newPlace = (path: string[] = []): Place => ({ path, inner: new Map(), isFilled: false });

/** Returns the place of a field: the same object for every record. */
function placeIn(place: Place, field: string): Place {
	const inner = place.inner.get(field) ?? newPlace([...place.path, field]);
	place.inner.set(field, inner);
	return inner;
}

/** Visits the values in a record and its nested objects. Treats a list as a single value. */
function visitCells(
	object: Record<string, unknown>,
	place: Place,
	visit: (cell: Cell, place: Place) => void,
): void {
	for (const field of Object.keys(object)) {
		const value = object[field];
		const inner = placeIn(place, field);
		if (isObject(value) && Object.keys(value).length > 0) visitCells(value, inner, visit);
		else visit(cellOf(value), inner);
	}
}
