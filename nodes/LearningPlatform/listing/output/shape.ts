import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../../resources';

/**
 * Collects the records of one list in the shape of the output. It takes page by page, so that what the shape
 * leaves out is not kept in memory until the list ends, and the result does not depend on where pages end.
 */
export interface OutputShape {
	/** Takes in records of the list that will not be output, because they count for the shape of the others. */
	note(records: IDataObject[]): void;
	/** Takes the next records to be output. */
	add(records: IDataObject[]): void;
	/** Ends the list. */
	finish(): ShapedList;
}

/** A whole list in its shape. */
export interface ShapedList {
	/** In the order in which they were added, one for each. */
	records: IDataObject[];
	/** Output Fields that no record of the list has; nothing for an empty list. */
	missingFields: string[];
}

/** What is known about the records of a list before it is read. */
export type RecordKind = Pick<Resource, 'simplified' | 'knownFields'> & {
	/** What a row calls its key, if not `recordId`. */
	idName?: string;
	/** What identifies a record, if that is not one of the usual ID fields. */
	idFields?: readonly string[];
};
