import type { IDataObject } from 'n8n-workflow';

import { ownValue } from '../values/fieldPath';
import { ID_FIELDS, idIn, type Identity } from '../catalog/identity';
import { cellOf, withoutFormula, type Cell } from './cells';
import { foundColumns, namedColumns } from './columns';
import { shapeOf, type RecordKind, type Shape, type ShapeOptions } from './shape';

/**
 * Rows for a table: flat, and with the same columns for every record of the list, the key first. The columns
 * are those that the user named, or all that any record has.
 *
 * @returns a shape whose `finish` throws UserFacingError when columns would have the same name
 */
export function rowShape(
	{ fields, escapeFormulas }: ShapeOptions,
	{ idName: keyName = 'recordId', knownFields, idFields, columns }: RecordKind,
): Shape {
	// What reserved names begin with, e.g. `course` of `courseId`.
	const owner = keyName.replace(/Id$/, '');
	const keys = rowKeys(idFields);
	const columnsOfList =
		fields.length > 0 ? namedColumns(fields, owner) : foundColumns(knownFields, owner, columns);
	const read = (record: IDataObject) => ({
		ids: keys.read(record),
		cells: columnsOfList.read(record),
	});
	/** Those of the first page. */
	let firstNames: ReadonlySet<string> | undefined;
	return shapeOf(read, () => {
		const key = keys.finish();
		const { columns, missingFields, paths } = columnsOfList.finish({
			name: keyName,
			field: key?.field,
		});
		const names = [...(key ? [keyName] : []), ...columns.map(({ name }) => name)];
		const known = (firstNames ??= new Set(names));
		const cell = (value: Cell = '') => (escapeFormulas ? withoutFormula(value) : value);
		const itemOf = (source: ReturnType<typeof read>) => {
			const row: IDataObject = {};
			const put = (name: string, value: Cell) => {
				if (value !== '' || known.has(name)) row[name] = value;
			};
			if (key) put(keyName, cell(key.of(source.ids)));
			for (const { name, index } of columns) put(name, cell(source.cells[index]));
			// Otherwise a long list would be in memory twice.
			source.cells = [];
			return row;
		};
		return {
			itemOf,
			missingFields,
			...(paths ? { columns: paths } : { fields: names }),
		};
	});
}

/**
 * Finds what identifies the rows of a list: the known fields, or the best usual one that all records have. It is
 * decided at the end of the list, or of its first page, so that it does not depend on which record comes first.
 */
function rowKeys(known: Identity | undefined) {
	const fields = known ?? ID_FIELDS;
	/** How many records have an ID in each of the fields. */
	const found = fields.map(() => 0);
	let records = 0;
	let decided: ReturnType<typeof inField> | undefined;

	const inField = (index: number) => ({
		field: fields[index],
		of: (ids: Cell[]) => ids[index] ?? '',
	});

	return {
		/** Takes in a record. */
		read: (record: IDataObject): Cell[] => {
			records += 1;
			return fields.map((field, index) => {
				if (!known && idIn(record, field) !== undefined) found[index] = (found[index] ?? 0) + 1;
				return cellOf(ownValue(record, field));
			});
		},
		/**
		 * @returns how to make a row's key of what `read` returned for its record, and the field that the key has taken
		 * over, if it is a single one; nothing when no record has an ID
		 */
		finish: (): { field?: string | undefined; of: (ids: Cell[]) => Cell } | undefined => {
			if (known) return known.length > 1 ? { of: joined } : inField(0);
			if (decided) return decided;
			const used = [...fields.keys()].filter((index) => found[index] !== 0);
			const inAll = used.find((index) => found[index] === records);
			const [best] = used;
			if (best === undefined) return undefined;
			if (inAll !== undefined || used.length === 1) return (decided = inField(inAll ?? best));
			// Two IDs of different fields can be the same.
			const of = (ids: Cell[]) => {
				const index = ids.findIndex((id) => id !== '');
				return index > best ? joined([fields[index] ?? '', ids[index] ?? '']) : (ids[best] ?? '');
			};
			return { of };
		},
	};
}

/** Several IDs as one text, which no other IDs make. */
function joined(ids: Cell[]): string {
	return ids.map((id) => String(id).replace(/[%:]/g, encodeURIComponent)).join(':');
}
