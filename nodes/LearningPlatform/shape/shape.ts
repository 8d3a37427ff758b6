import type { IDataObject } from 'n8n-workflow';

import { identityIn, type Identity } from '../values/identity';
import { addedFields, namedFields, type NamesBesideIds } from '../catalog/names';
import type { Resource } from '../catalog/resources';
import { typedPathReader } from '../values/fieldPath';

/** The shape of a list's records. Fields that the shape omits do not stay in memory. */
export interface Shape {
	/** Returns a record's item, or the input for `itemOf`. */
	read: (record: IDataObject) => IDataObject;
	/** Creates an item from the result of `read`. Called after `finish`. */
	itemOf?: (read: IDataObject) => IDataObject;
	/** Determines columns and fields from the records read so far. Later pages keep the columns of earlier pages. */
	finish: () => {
		/** The Output Fields that no record has; empty for an empty list. */
		missingFields: string[];
		/** The paths of the fields that the output shape took from the list. */
		columns?: string[][];
		/** The fields of all items, in order. Omitted if later records can add more. */
		fields?: string[];
	};
}

export interface ShapeOptions {
	/** Names or paths of the fields to select, or of a row's columns; empty to include all. */
	fields: string[];
	/** True to keep spreadsheets from running text in a row as a formula. */
	escapeFormulas: boolean;
}

export type RecordKind = Pick<Resource, 'simplified' | 'knownFields'> & {
	/** The name of a row's key if it is not `recordId`. */
	idName?: string;
	/** The fields that identify a record if they are not the usual ID fields. */
	idFields?: Identity;
	/** The IDs in the list's path, which are added to each record. */
	pathIds?: Readonly<Record<string, string>>;
	/** The names to add next to the records' IDs. */
	names?: NamesBesideIds;
	/** The columns found when the whole list was read earlier, if only part of the list is read now. */
	columns?: string[][] | undefined;
};

export const rawShape: Shape = {
	read: (record) => record,
	finish: () => ({ missingFields: [] }),
};

const MAX_FIELDS = 10;

/** Selects the resource's most important fields, or the first ten that contain text, a number, or a boolean. */
export function simplifiedShape(_options: ShapeOptions, kind: RecordKind): Shape {
	const { simplified, idFields: known, columns = [], pathIds = {}, names = new Map() } = kind;
	const isFixed = simplified.length > 0;
	const besideFields = namedFields(Object.keys(pathIds), names);
	/** The IDs in the list's path and the added names, which do not count toward the ten. */
	const added = new Set([...besideFields, ...addedFields(names)]);
	const fields = new Set(besideFields);
	let idFields = known;
	/** The number of fields. An ID and its names count as one. */
	let count = 0;

	function take(field: string): void {
		if (fields.has(field) || added.has(field)) return;
		for (const one of namedFields([field], names)) fields.add(one);
		count += 1;
	}

	[...(known ?? []), ...simplified, ...(isFixed ? [] : columns.flat())].forEach(take);

	const inOrder = () => [...new Set([...(idFields ?? []), ...fields])];

	return {
		read: (record) => {
			idFields ??= identityIn(record);
			const shown = Object.keys(record).filter((field) => isFixed || isFlat(record[field]));
			if (!isFixed) for (const field of shown) if (count < MAX_FIELDS) take(field);
			const present = inOrder().filter((field) => shown.includes(field));
			const most = isFixed ? Infinity : MAX_FIELDS + added.size;
			return Object.fromEntries(present.slice(0, most).map((field) => [field, record[field]]));
		},
		finish: () => ({
			missingFields: [],
			columns: [...fields].map((field) => [field]),
			...(isFixed && { fields: inOrder() }),
		}),
	};
}

const isFlat = (value: unknown) => typeof value !== 'object' || value === null;

/** Selects the ID and the fields that the user named. Each field keeps the name or path that the user entered. */
export function selectedShape({ fields: paths }: ShapeOptions, { idFields }: RecordKind): Shape {
	const readers = new Map(paths.map((path) => [path, typedPathReader(path)]));
	let missing: Set<string> | undefined;
	const ids = new Set<string>();

	return {
		read: (record) => {
			missing ??= new Set(paths);
			const fields: [string, unknown][] = (idFields ?? identityIn(record) ?? [])
				.filter((field) => !readers.has(field) && Object.hasOwn(record, field))
				.map((field) => [field, record[field]]);
			for (const [field] of fields) ids.add(field);
			for (const [path, read] of readers) {
				const value = read(record);
				if (value === undefined) continue;
				missing.delete(path);
				fields.push([path, value]);
			}
			// An assignment would lose a field called "__proto__".
			return Object.fromEntries(fields) as IDataObject;
		},
		finish: () => ({ missingFields: [...(missing ?? [])], fields: [...ids, ...paths] }),
	};
}
