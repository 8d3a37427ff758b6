import type { IDataObject } from 'n8n-workflow';

import { typedPathReader } from '../values/fieldPath';
import { identityIn } from '../catalog/identity';
import { addedFields, namedFields } from '../catalog/names';
import { rowShape } from './row';
import { shapeOfEach, type RecordKind, type Shape, type ShapeOptions } from './shape';

/** A value of the parameter Output. */
interface ShapeEntry {
	/** In the form. */
	name: string;
	description: string;
	/** Whether it has the parameter Output Fields, and cannot do without it. */
	outputFields: 'none' | 'optional' | 'required';
	/** @returns the shape for one list; for the next one another is needed */
	open: (options: ShapeOptions, kind: RecordKind) => Shape;
}

/** The one table of shapes, by the value of the parameter Output, in the order of the form. */
export const shapes = {
	raw: {
		name: 'Raw',
		description: 'Everything, as the service sends it',
		outputFields: 'none',
		open: () => shapeOfEach((record) => record),
	},
	simplified: {
		name: 'Simplified',
		description: 'The most important fields, ten at most',
		outputFields: 'none',
		open: (_options, kind) => simplifiedShape(kind),
	},
	selected: {
		name: 'Selected Fields',
		description: 'The ID and the fields that you name',
		outputFields: 'required',
		open: ({ fields }, kind) => selectedShape(fields, kind),
	},
	row: {
		name: 'Row',
		description:
			'A row for a table such as a Google Sheet or a Data Table: flat, and with the same columns in every item',
		outputFields: 'optional',
		open: rowShape,
	},
} satisfies Record<string, ShapeEntry>;

export const shapeNames = Object.keys(shapes) as (keyof typeof shapes)[];

/** What a user chose for the shape of the items. */
export interface OutputChoice extends ShapeOptions {
	kind: keyof typeof shapes;
}

/** @returns the shape for one list; for the next one another is needed */
export function openShape(choice: OutputChoice, kind: RecordKind): Shape {
	const { names = new Map() } = kind;
	const named = (fields: readonly string[]) => namedFields(fields, names);
	const simplified = named(kind.simplified);
	const knownFields = named(kind.knownFields);
	const shape = shapes[choice.kind].open(
		{ ...choice, fields: named(choice.fields) },
		{ ...kind, simplified, knownFields },
	);
	const finish = () => {
		const { missingFields, ...others } = shape.finish();
		// Names that nobody asked for are not missed.
		return {
			...others,
			missingFields: missingFields.filter((name) => choice.fields.includes(name)),
		};
	};
	return { ...shape, finish };
}

/** Some records in the shape that they have as a list of their own. */
export function shapeRecords(choice: OutputChoice, kind: RecordKind, records: IDataObject[]) {
	const shape = openShape(choice, kind);
	shape.add(records);
	return shape.finish();
}

const MAX_FIELDS = 10;

/**
 * At most ten fields of every record, the ID among them: those that the resource is known by, or the first ten
 * that hold a text, a number or a boolean in any record.
 */
function simplifiedShape(kind: RecordKind): Shape {
	const { simplified, idFields: known, columns = [], pathIds = {}, names = new Map() } = kind;
	const isFixed = simplified.length > 0;
	const besideFields = namedFields(Object.keys(pathIds), names);
	/** Fields that do not count among the ten: a name belongs to its ID. */
	const added = new Set([...besideFields, ...addedFields(names)]);
	const fields = new Set(besideFields);
	let idFields = known;
	/** An ID and its names count as one field. */
	let count = 0;

	function take(field: string): void {
		if (fields.has(field) || added.has(field)) return;
		for (const one of namedFields([field], names)) fields.add(one);
		count += 1;
	}

	[...(known ?? []), ...simplified, ...columns.flat()].forEach(take);

	function learn(record: IDataObject): void {
		if (!idFields) {
			idFields = identityIn(record);
			idFields?.forEach(take);
		}
		if (isFixed) return;
		for (const field of Object.keys(record)) {
			if (count >= MAX_FIELDS) return;
			if (isFlat(record[field])) take(field);
		}
	}

	const simplify = (record: IDataObject): IDataObject => {
		learn(record);
		const ids = idFields ?? [];
		const present = [...ids, ...[...fields].filter((field) => !ids.includes(field))]
			.filter((field) => Object.hasOwn(record, field) && (isFixed || isFlat(record[field])))
			.slice(0, isFixed ? Infinity : MAX_FIELDS + added.size);
		return Object.fromEntries(present.map((field) => [field, record[field]]));
	};

	return {
		...shapeOfEach(simplify, () => ({
			missingFields: [],
			columns: [...fields].map((field) => [field]),
			...(isFixed && { fields: [...new Set([...(idFields ?? []), ...fields])] }),
		})),
		// The trigger only notes most records, and needs no items of them.
		note: (records) => {
			for (const record of records) learn(record);
		},
	};
}

function isFlat(value: unknown): boolean {
	return typeof value !== 'object' || value === null;
}

/**
 * The fields of every record that the user named, by the names they were given, and its ID.
 *
 * @param paths names or paths of fields
 */
function selectedShape(paths: string[], { idFields }: RecordKind): Shape {
	const readers = new Map(paths.map((path) => [path, typedPathReader(path)]));
	const missing = new Set(paths);
	const ids = new Set<string>();
	let isEmpty = true;

	function select(record: IDataObject): IDataObject {
		isEmpty = false;
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
		// Not by assignment, which would lose a field called "__proto__".
		return Object.fromEntries(fields) as IDataObject;
	}

	return shapeOfEach(select, () => ({
		missingFields: isEmpty ? [] : [...missing],
		fields: [...ids, ...paths],
	}));
}
