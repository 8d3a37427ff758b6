import type { IDataObject } from 'n8n-workflow';

import { identityIn } from '../values/identity';
import { labelFieldNames, insertLabelFields, type LabelsById } from '../catalog/labels';
import type { Resource } from '../catalog/resources';
import { enteredPathReader } from '../values/fieldPath';

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

/** The user's choices under Output. */
export interface OutputChoice {
	shape: 'raw' | 'simplified' | 'selected' | 'row';
	/** Names or paths of the fields to select, or of a row's columns; empty to include all. */
	fields: string[];
	/** True to keep spreadsheets from running text in a row as a formula. */
	escapeFormulas: boolean;
}

export type RecordType = Pick<Resource, 'simplified' | 'catalogFields'> & {
	/** The name of a row's key if it is not `recordId`. */
	keyColumn?: string;
	/** The fields that identify a record if they are not the usual ID fields. */
	identity?: readonly string[];
	/** The IDs in the list's path, which are added to each record. */
	pathIds?: Readonly<Record<string, string>>;
	/** The names to add next to the records' IDs. */
	labels?: LabelsById;
	/** The columns found when the whole list was read earlier, if only part of the list is read now. */
	columns?: string[][] | undefined;
};

const MAX_FIELDS = 10;

/** Selects the resource's most important fields, or the first ten that contain text, a number, or a boolean. */
export function simplifiedShape(_choice: OutputChoice, recordType: RecordType): Shape {
	const { simplified, identity, columns = [], pathIds = {}, labels = new Map() } = recordType;
	const isFixed = simplified.length > 0;
	const besideFields = insertLabelFields(Object.keys(pathIds), labels);
	/** The IDs in the list's path and the added names, which do not count toward the ten. */
	const added = new Set([...besideFields, ...labelFieldNames(labels)]);
	const fields = new Set(besideFields);
	let shownIdentity = identity;
	/** The number of fields. An ID and its names count as one. */
	let count = 0;

	function take(field: string): void {
		if (fields.has(field) || added.has(field)) return;
		for (const name of insertLabelFields([field], labels)) fields.add(name);
		count += 1;
	}

	[...(identity ?? []), ...simplified, ...(isFixed ? [] : columns.flat())].forEach(take);

	const inOrder = () => [...new Set([...(shownIdentity ?? []), ...fields])];

	return {
		read: (record) => {
			shownIdentity ??= identityIn(record);
			const shown = Object.keys(record).filter((field) => isFixed || isFlat(record[field]));
			if (!isFixed) for (const field of shown) if (count < MAX_FIELDS) take(field);
			const present = inOrder().filter((field) => shown.includes(field));
			const maxFields = isFixed ? Infinity : MAX_FIELDS + added.size;
			return Object.fromEntries(present.slice(0, maxFields).map((field) => [field, record[field]]));
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
export function selectedShape({ fields: paths }: OutputChoice, { identity }: RecordType): Shape {
	const readers = new Map(paths.map((path) => [path, enteredPathReader(path)]));
	let missing: Set<string> | undefined;
	const ids = new Set<string>();

	return {
		read: (record) => {
			missing ??= new Set(paths);
			const fields: [string, unknown][] = (identity ?? identityIn(record) ?? [])
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
