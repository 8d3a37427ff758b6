import type { IDataObject } from 'n8n-workflow';

import type { Cell } from './cells';

/** The columns of a row, but for its key. */
export interface RowColumns {
	/** The cells of a record, in an order that `finish` explains. */
	read(record: IDataObject): Cell[];
	/** Decides which columns there are, when no record will come any more. */
	finish(naming: Naming): FinishedColumns;
}

/** What the names of the columns depend on, beside the paths. */
export interface Naming {
	/** Goes before a name that n8n reserves, e.g. `course`. */
	owner: string;
	/** What the key's column is called, and the field of the record that it has taken over, if it is one. */
	key: { name: string; field: string | undefined };
}

export interface FinishedColumns {
	/** In order: the name, and where among a record's cells its cell is. */
	columns: { name: string; index: number }[];
	/** Where among a record's cells the field is that the key has taken over, if it has a cell there. */
	keyIndex?: number | undefined;
	/** Fields that were asked for and that no record has. */
	missingFields: string[];
}
