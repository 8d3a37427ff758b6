/** Turns the service's records into items in the shape that the user chose under Output. */
import type { IDataObject } from 'n8n-workflow';

import { insertLabelFields } from '../catalog/labels';
import { rowShape } from './row';
import {
	selectedShape,
	simplifiedShape,
	type OutputChoice,
	type RecordType,
	type Shape,
} from './shape';

export { cellOf, cutLongCells, withoutFormula, type Cell } from './cells';
export { columnName } from './columnNames';
export { type OutputChoice, type RecordType } from './shape';

/** The shapes, in form order. Each key is a value of the Output parameter. */
export const shapes = {
	raw: {
		name: 'Raw',
		description: 'Everything, as the service sends it',
		open: (): Shape => ({ read: (record) => record, finish: () => ({ missingFields: [] }) }),
	},
	simplified: {
		name: 'Simplified',
		description: 'Up to ten of the most important fields',
		open: simplifiedShape,
	},
	selected: {
		name: 'Selected Fields',
		description: 'The ID and the fields that you name',
		open: selectedShape,
	},
	row: {
		name: 'Row',
		description:
			'A flat row for a table such as a Google Sheet or a Data Table, with the same columns in every item',
		open: rowShape,
	},
};

/** Collects a list's records in the chosen output shape. The result does not depend on the page size. */
export function openShape(choice: OutputChoice, recordType: RecordType) {
	const { labels = new Map() } = recordType;
	const labeled = (fields: readonly string[]) => insertLabelFields(fields, labels);
	const shape: Shape = shapes[choice.shape].open(
		{ ...choice, fields: labeled(choice.fields) },
		{
			...recordType,
			simplified: labeled(recordType.simplified),
			catalogFields: labeled(recordType.catalogFields),
		},
	);
	const { itemOf = (item: IDataObject) => item } = shape;
	const items: IDataObject[] = [];
	return {
		add: (records: IDataObject[]): void => {
			for (const record of records) items.push(shape.read(record));
		},
		/** Reads records only to find the columns that they may add; creates no items. */
		addColumnsOf: (records: IDataObject[]): void => {
			for (const record of records) shape.read(record);
		},
		/** Returns an item for each record added since the last call, in order. */
		finish: () => {
			const { missingFields, ...found } = shape.finish();
			return {
				...found,
				// Report only chosen fields as missing, not the names next to IDs.
				missingFields: missingFields.filter((name) => choice.fields.includes(name)),
				records: items.splice(0).map(itemOf),
			};
		},
	};
}

/** Returns the items for a complete list. */
export function shapeRecords(choice: OutputChoice, recordType: RecordType, records: IDataObject[]) {
	const shape = openShape(choice, recordType);
	shape.add(records);
	return shape.finish();
}
