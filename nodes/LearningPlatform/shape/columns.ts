import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { firstOf, pathReader, typedPathReader } from '../values/fieldPath';
import { cellOf, pathKey, visitCells, type Cell } from './cells';
import { columnName, refuseTwins, requestedName } from './columnNames';

/** The columns of the rows of a list, but for their key. */
interface RowColumns {
	read: (record: IDataObject) => Cell[];
	/**
	 * Decides which columns there are, by the records so far.
	 *
	 * @param key the name of its column, and the field that it replaces, if it is a single one
	 * @returns the columns in order, each with the index of its cell in what `read` returns; also the fields that were asked
	 * for and that no record has
	 * @throws UserFacingError when columns would have the same name
	 */
	finish: (key: { name: string; field: string | undefined }) => {
		columns: { name: string; index: number }[];
		missingFields: string[];
		/** Where the columns were found, unless the user named them. */
		paths?: string[][];
	};
}

/** More than any table takes. With more, a service that uses IDs as names of fields would fill the memory. */
const MAX_COLUMNS = 1000;

/**
 * All columns that any record of the list has: known fields first, the others as they appeared.
 *
 * @param owner goes before reserved names
 * @param known columns that the list has whatever is read of it
 * @returns columns whose `read` throws UserFacingError when they become too many
 */
export function foundColumns(
	knownFields: readonly string[],
	owner: string,
	known: string[][] = [],
): RowColumns {
	/** By the key of the path. */
	const found = new Map<string, { path: string[]; index: number; isFilled: boolean }>();

	function addColumn(key: string, path: string[], isFilled: boolean) {
		if (found.size >= MAX_COLUMNS) {
			throw new UserFacingError(
				`The rows would have more than ${MAX_COLUMNS} columns`,
				'Enter the columns you need as Output Fields, or choose another Output.',
			);
		}
		const column = { path, index: found.size, isFilled };
		found.set(key, column);
		return column;
	}

	for (const path of known) addColumn(pathKey(path), path, true);

	/** Leaves out the column of an object that is `null` in some records: its fields have columns. */
	function usedColumns() {
		const all = [...found.values()];
		const parents = new Set(
			all.flatMap(({ path }) => path.map((_step, length) => pathKey(path.slice(0, length)))),
		);
		return all.filter(({ path, isFilled }) => isFilled || !parents.has(pathKey(path)));
	}

	function rank([field = '']: string[]): number {
		const at = knownFields.indexOf(field);
		return at === -1 ? knownFields.length : at;
	}

	return {
		read: (record) => {
			const cells: Cell[] = [];
			visitCells(record, (cell, parents, field, key) => {
				const column = found.get(key) ?? addColumn(key, [...parents, field], false);
				column.isFilled ||= cell !== '';
				cells[column.index] = cell;
			});
			return cells;
		},
		finish: ({ field }) => {
			const keyColumn = field === undefined ? undefined : found.get(pathKey([field]));
			const used = usedColumns();
			// A column of one page stays on the pages after it.
			for (const column of used) column.isFilled = true;
			const columns = used
				.filter((column) => column !== keyColumn)
				.sort((a, b) => rank(a.path) - rank(b.path))
				.map(({ path, index }) => ({ name: columnName(path, owner), index }));
			refuseTwins(columns.map(({ name }) => name));
			return { columns, missingFields: [], paths: used.map(({ path }) => path) };
		},
	};
}

/** Enough for the fields that records share. Fields that differ with each record would fill the memory. */
const MAX_REMEMBERED_NAMES = 1000;

/**
 * The columns that the user named, one for each name, whether any record has it or not. A text can name both a column
 * and a field, e.g. `a_b` the column of `a.b` and a field `a_b`: the column goes first, unless it differs in case.
 *
 * @param fields names or paths of fields, or the names of columns as a user reads them in a row
 */
export function namedColumns(fields: readonly string[], owner: string): RowColumns {
	/** Of the record that is read: the cells of the columns with these names, and with these names in another case. */
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
			// An entry of a list has a column only where a user named it.
			typedPathReader(field.replaceAll('_', '.')),
		]),
	}));
	const indexes = new Map(wanted.map(({ name }, index) => [name.toLowerCase(), index]));
	const missing = new Set(fields);
	const namesByKey = new Map<string, string>();
	let isEmpty = true;

	function nameOf(key: string, parents: readonly string[], field: string): string {
		const known = namesByKey.get(key);
		if (known !== undefined) return known;
		const name = columnName([...parents, field], owner);
		if (namesByKey.size < MAX_REMEMBERED_NAMES) namesByKey.set(key, name);
		return name;
	}

	return {
		read: (record) => {
			isEmpty = false;
			cells = [];
			cellsInAnyCase = [];
			visitCells(record, (cell, parents, field, key) => {
				const name = nameOf(key, parents, field);
				const index = indexes.get(name.toLowerCase());
				if (index === undefined) return;
				if (name === fields[index]) cells[index] = cell;
				else cellsInAnyCase[index] ??= cell;
			});
			return wanted.map(({ field, read }) => {
				const value = read(record);
				if (value !== undefined) missing.delete(field);
				return cellOf(value);
			});
		},
		finish: (key) => {
			const columns = wanted
				.map((column, index) => ({ ...column, index }))
				.filter(({ field, name }) => name !== key.name && field !== key.field);
			refuseTwins(columns.map(({ name }) => name));
			const missingFields = columns.map(({ field }) => field).filter((field) => missing.has(field));
			return { columns, missingFields: isEmpty ? [] : missingFields };
		},
	};
}
