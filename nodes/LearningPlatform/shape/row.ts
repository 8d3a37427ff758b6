import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { ownValue } from '../values/fieldPath';
import { ID_FIELDS, idIn } from '../values/identity';
import { cellOf, withoutFormula, type Cell } from './cells';
import { foundColumns, namedColumns } from './columns';
import type { OutputChoice, RecordType, Shape } from './shape';

/** Creates rows for a table (docs/rows.md). `finish` throws UserFacingError if two columns would have the same name. */
export function rowShape(
	{ fields, escapeFormulas }: OutputChoice,
	{ keyColumn = 'recordId', catalogFields, identity, columns: columnsBefore }: RecordType,
): Shape {
	// The prefix for reserved names, e.g. `course` if the key is `courseId`.
	const columnPrefix = keyColumn.replace(/Id$/, '');
	const keys = rowKeys(identity);
	const columnsOfList =
		fields.length > 0
			? namedColumns(fields, columnPrefix)
			: foundColumns(catalogFields, columnPrefix, columnsBefore);
	const cell = (value: Cell = '') => (escapeFormulas ? withoutFormula(value) : value);
	let columns: { name: string; cellIn: (ids: Cell[], cells: Cell[]) => Cell | undefined }[] = [];
	/** The first page's column names. Every row has these columns. */
	let firstNames: ReadonlySet<string> | undefined;
	return {
		read: (record) => ({ ids: keys.read(record), cells: columnsOfList.read(record) }),
		itemOf: (read) => {
			const row: IDataObject = {};
			for (const { name, cellIn } of columns) {
				const value = cell(cellIn(read.ids as Cell[], read.cells as Cell[]));
				if (value !== '' || firstNames?.has(name)) row[name] = value;
			}
			// Otherwise, a long list would be in memory twice.
			read.cells = [];
			return row;
		},
		finish: () => {
			const key = keys.finish();
			const { field } = key ?? {};
			const { missingFields, paths, ...shown } = columnsOfList.finish({ name: keyColumn, field });
			columns = shown.columns.map(({ name, index }) => ({
				name,
				cellIn: (_, cells) => cells[index],
			}));
			if (key) columns.unshift({ name: keyColumn, cellIn: key.keyOf });
			const names = columns.map(({ name }) => name);
			rejectDuplicates(names);
			firstNames ??= new Set(names);
			return { missingFields, ...(paths ? { columns: paths } : { fields: names }) };
		},
	};
}

/**
 * Chooses the key of the rows: the list's known ID fields; otherwise, the first of the usual ID fields that all records
 * have; otherwise, the first that any record has. The choice is final once `finish` has found an ID.
 */
function rowKeys(identity: readonly string[] | undefined) {
	const fields = identity ?? ID_FIELDS;
	/** For each field, the number of records in which it contains an ID. */
	const idCounts = fields.map(() => 0);
	let records = 0;
	let best = identity ? 0 : -1;

	/** Each row needs a key, so a record whose ID is in a different field gets a key such as `id:7`. */
	function keyOf(ids: Cell[]): Cell {
		const id = ids[best] ?? '';
		const index = ids.findIndex((one) => one !== '');
		return id !== '' || index === -1 ? id : `${fields[index]}:${ids[index]}`;
	}

	return {
		read: (record: IDataObject): Cell[] => {
			records += 1;
			return fields.map((field, index) => {
				if (idIn(record, field) !== undefined) idCounts[index] = (idCounts[index] ?? 0) + 1;
				return cellOf(ownValue(record, field));
			});
		},
		/**
		 * @returns a function that builds keys, plus the field that the key replaces if there is only one such field;
		 * or `undefined` if no record has an ID
		 */
		finish: (): { field?: string | undefined; keyOf: (ids: Cell[]) => Cell } | undefined => {
			if (identity && identity.length > 1) return { keyOf: joinIds };
			if (best === -1 && records > 0) best = idCounts.indexOf(records);
			if (best === -1) best = idCounts.findIndex((count) => count > 0);
			return best === -1 ? undefined : { field: fields[best], keyOf };
		},
	};
}

/** Joins several IDs into one unambiguous string. */
function joinIds(ids: Cell[]): string {
	return ids.map((id) => String(id).replace(/[%:]/g, encodeURIComponent)).join(':');
}

/** @throws UserFacingError if names differ only in case, which many tables ignore */
function rejectDuplicates(names: readonly string[]): void {
	const seen = new Map<string, string>();
	for (const name of names) {
		const earlier = seen.get(name.toLowerCase());
		if (earlier !== undefined) {
			throw new UserFacingError(
				`Two columns would have the same name: ${earlier} and ${name}`,
				'Many tables ignore case in column names. In Output Fields, enter only one of the two, along with the other columns that you need, or choose a different Output.',
			);
		}
		seen.set(name.toLowerCase(), name);
	}
}
