/** From records as the service sends them to records in the shape that Output asks for. */
import type { IDataObject } from 'n8n-workflow';

import { namedFields } from '../catalog/names';
import { rowShape } from './row';
import {
	rawShape,
	selectedShape,
	simplifiedShape,
	type RecordKind,
	type Shape,
	type ShapeOptions,
} from './shape';

export { cellOf, withoutFormula, type Cell } from './cells';
export { columnName } from './columnNames';
export { type RecordKind } from './shape';

interface ShapeEntry {
	/** In the form. */
	name: string;
	description: string;
	/** Whether it has the parameter Output Fields, and requires it. */
	outputFields: 'none' | 'optional' | 'required';
	open: (options: ShapeOptions, kind: RecordKind) => Shape;
}

/** The one table of shapes, by the value of the parameter Output, in the order of the form. */
export const shapes = {
	raw: {
		name: 'Raw',
		description: 'Everything, as the service sends it',
		outputFields: 'none',
		open: () => rawShape,
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
		open: selectedShape,
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

/** The user's choices for the shape of the items. */
export interface OutputChoice extends ShapeOptions {
	kind: keyof typeof shapes;
}

/** Collects the records of one list, and no other, in the shape of the output. It does not matter where pages end. */
export function openShape(choice: OutputChoice, kind: RecordKind) {
	const { names = new Map() } = kind;
	const named = (fields: readonly string[]) => namedFields(fields, names);
	const shape: Shape = shapes[choice.kind].open(
		{ ...choice, fields: named(choice.fields) },
		{ ...kind, simplified: named(kind.simplified), knownFields: named(kind.knownFields) },
	);
	const { itemOf = (item: IDataObject) => item } = shape;
	const items: IDataObject[] = [];
	return {
		add: (records: IDataObject[]): void => {
			for (const record of records) items.push(shape.read(record));
		},
		/** Takes records that are not output, but may add to what the others have, e.g. columns. */
		note: (records: IDataObject[]): void => {
			for (const record of records) shape.read(record);
		},
		/** Makes an item for each record that was added since the last call, in order. */
		finish: () => {
			const { missingFields, ...found } = shape.finish();
			return {
				...found,
				// Names that the user did not choose are not reported as missing.
				missingFields: missingFields.filter((name) => choice.fields.includes(name)),
				records: items.splice(0).map(itemOf),
			};
		},
	};
}

/** Some records in the shape that they have as a list of their own. */
export function shapeRecords(choice: OutputChoice, kind: RecordKind, records: IDataObject[]) {
	const shape = openShape(choice, kind);
	shape.add(records);
	return shape.finish();
}
