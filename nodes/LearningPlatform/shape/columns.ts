import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { firstOf, pathReader, enteredPathReader } from '../values/fieldPath';
import { isObject } from '../values/json';
import { cellOf, type Cell } from './cells';
import { columnName, requestedName } from './columnNames';

/** More than any table accepts. Without a limit, a service that uses IDs as field names could exhaust memory. */
const MAX_NAMES = 1000;

/**
 * Finds columns: known fields first, then others as they appear. `read` throws UserFacingError if there are too many.
 *
 * @param columnsOfList paths of columns that every row has, even if no record has the fields
 * @returns `read`, which returns a record's cells, and `finish`, which determines the columns and the indexes of their
 * cells from the records read so far
 */
export function foundColumns(
	catalogFields: readonly string[],
	columnPrefix: string,
	columnsOfList: string[][] = [],
) {
	const top = newNode();
	const nodes: FieldNode[] = [];

	function indexOf(node: FieldNode): number {
		if (node.index !== undefined) return node.index;
		if (nodes.length >= MAX_NAMES) {
			throw new UserFacingError(
				`The rows would have more than ${MAX_NAMES} columns`,
				'In Output Fields, enter only the columns that you need, or choose a different Output.',
			);
		}
		return (node.index = nodes.push(node) - 1);
	}

	for (const path of columnsOfList) {
		const node = path.reduce(nodeIn, top);
		indexOf(node);
		node.isFilled = true;
	}

	function rank({ path: [field = ''] }: FieldNode): number {
		const at = catalogFields.indexOf(field);
		return at === -1 ? catalogFields.length : at;
	}

	return {
		read: (record: IDataObject): Cell[] => {
			const cells: Cell[] = [];
			visitCells(record, top, (cell, node) => {
				cells[indexOf(node)] = cell;
				node.isFilled ||= cell !== '';
			});
			return cells;
		},
		/** @param key the name of the key column and, if the key replaces a single field, that field */
		finish: ({ field }: { name: string; field: string | undefined }) => {
			// An object that is `null` in some records does not need a column: the object's fields have columns.
			const used = nodes.filter(({ inner, isFilled }) => isFilled || inner.size === 0);
			// Later pages keep the columns of earlier pages.
			for (const node of used) node.isFilled = true;
			const key = field === undefined ? undefined : top.inner.get(field);
			const columns = used
				.filter((node) => node !== key)
				.sort((a, b) => rank(a) - rank(b))
				.map((node) => ({ name: columnName(node.path, columnPrefix), index: indexOf(node) }));
			const paths = used.map(({ path }) => path);
			return { columns, missingFields: new Array<string>(), paths };
		},
	};
}

/**
 * Creates a column for each name that the user entered. A name can match both a column and a field: `a_b` is the column
 * for `a.b`, but may also be a field. The column wins unless its name differs in case.
 *
 * @param fields field names, field paths, or column names
 * @returns the same as `foundColumns`, but without the paths
 */
export function namedColumns(fields: readonly string[], columnPrefix: string) {
	/** The current record's cells, by column name: in `cells`, exact matches; in `cellsInAnyCase`, all other matches. */
	let cells: Cell[] = [];
	let cellsInAnyCase: Cell[] = [];
	const wanted = fields.map((field, index) => ({
		field,
		name: requestedName(field, columnPrefix),
		read: firstOf([
			() => cells[index],
			pathReader(field),
			() => cellsInAnyCase[index],
			enteredPathReader(field),
			// A list entry gets a column only if the user named it.
			enteredPathReader(field.replaceAll('_', '.')),
		]),
	}));
	const indexes = new Map(wanted.map(({ name }, index) => [name.toLowerCase(), index]));
	let missing: Set<string> | undefined;
	let top = newNode();
	let named = 0;

	function nameOf(node: FieldNode): string {
		if (node.name === undefined) named += 1;
		return (node.name ??= columnName(node.path, columnPrefix));
	}

	return {
		read: (record: IDataObject): Cell[] => {
			missing ??= new Set(fields);
			cells = [];
			cellsInAnyCase = [];
			visitCells(record, top, (cell, node) => {
				const name = nameOf(node);
				const index = indexes.get(name.toLowerCase());
				if (index === undefined) return;
				if (name === fields[index]) cells[index] = cell;
				else cellsInAnyCase[index] ??= cell;
			});
			if (named > MAX_NAMES) [named, top] = [0, newNode()];
			return wanted.map(({ field, read }) => {
				const value = read(record);
				if (value !== undefined) missing?.delete(field);
				return cellOf(value);
			});
		},
		finish: (key: { name: string; field: string | undefined }) => {
			const columns = wanted
				.map(({ field, name }, index) => ({ field, name, index }))
				.filter(({ field, name }) => name !== key.name && field !== key.field);
			const shown = columns.map(({ field }) => field);
			const missingFields = shown.filter((field) => missing?.has(field));
			return { columns, missingFields, paths: undefined };
		},
	};
}

/** A field of a list's records: its path, its nested fields, and information about its column. */
interface FieldNode {
	path: string[];
	inner: Map<string, FieldNode>;
	isFilled: boolean;
	index?: number;
	name?: string;
}

const newNode = (path: string[] = []): FieldNode => ({ path, inner: new Map(), isFilled: false });

/** Returns the place of a field: the same object for every record. */
function nodeIn(node: FieldNode, field: string): FieldNode {
	const inner = node.inner.get(field) ?? newNode([...node.path, field]);
	node.inner.set(field, inner);
	return inner;
}

/** Visits the values in a record and its nested objects. Treats a list as a single value. */
function visitCells(
	object: Record<string, unknown>,
	node: FieldNode,
	visit: (cell: Cell, node: FieldNode) => void,
): void {
	for (const field of Object.keys(object)) {
		const value = object[field];
		const inner = nodeIn(node, field);
		if (isObject(value) && Object.keys(value).length > 0) visitCells(value, inner, visit);
		else visit(cellOf(value), inner);
	}
}
