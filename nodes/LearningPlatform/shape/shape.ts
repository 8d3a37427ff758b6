import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalog/resources';
import type { Identity } from '../catalog/identity';
import type { PathIds } from '../catalog/knownLists';
import type { NamesBesideIds } from '../catalog/names';

/**
 * Collects the records of one list in the shape of the output. It takes page by page, so that what the shape
 * leaves out is not kept in memory until the list ends. The result does not depend on where pages end.
 */
export interface Shape {
	/** Takes the next records to be output. */
	add: (records: IDataObject[]) => void;
	/** Takes records that are not output, but may add to what the others have, e.g. columns. */
	note: (records: IDataObject[]) => void;
	/**
	 * Makes the items, at the end of the list or of a page of it. What was decided for one page holds for those after it.
	 *
	 * @returns an item for each record that was added since the last call, in order, and what is known so far
	 */
	finish: () => {
		records: IDataObject[];
		/** The Output Fields that no record of the list has; none of them for an empty list. */
		missingFields: string[];
		/** The paths of the fields that the list has given the shape. */
		columns?: string[][];
		/** The fields of all items in order, where further records add none. */
		fields?: string[];
	};
}

/** What a user chose for a shape. */
export interface ShapeOptions {
	/** Names or paths: what to select, or the columns of a row; none for all. */
	fields: string[];
	/** Whether a row's texts are kept from being run as formulas. */
	escapeFormulas: boolean;
}

/** What is known about the records of a list before it is read. */
export type RecordKind = Pick<Resource, 'simplified' | 'knownFields'> & {
	/** What a row calls its key, if not `recordId`. */
	idName?: string;
	/** What identifies a record, if that is not one of the usual ID fields. */
	idFields?: Identity;
	/** The IDs in the path of their list, which the records have beside their fields. */
	pathIds?: PathIds;
	/** What stands beside the IDs of the records. */
	names?: NamesBesideIds;
	/** What an earlier reading has found, if only a part of the list is read now. */
	columns?: string[][] | undefined;
};

/**
 * Makes a shape.
 *
 * @param read takes in a record, and keeps what its item needs
 * @param finish makes the item of what `read` has kept, by all records that are known
 */
export function shapeOf<Kept>(
	read: (record: IDataObject) => Kept,
	finish: () => Omit<ReturnType<Shape['finish']>, 'records'> & {
		itemOf: (kept: Kept) => IDataObject;
	},
): Shape {
	const all: Kept[] = [];
	return {
		add: (records) => {
			for (const record of records) all.push(read(record));
		},
		note: (records) => {
			for (const record of records) read(record);
		},
		finish: () => {
			const { itemOf, ...others } = finish();
			return { records: all.splice(0).map(itemOf), ...others };
		},
	};
}

/** The same where an item needs no other record than its own. */
export function shapeOfEach(
	itemOf: (record: IDataObject) => IDataObject,
	finish: () => Omit<ReturnType<Shape['finish']>, 'records'> = () => ({ missingFields: [] }),
): Shape {
	return shapeOf(itemOf, () => ({ itemOf: (item) => item, ...finish() }));
}
