import type { IDataObject } from 'n8n-workflow';

import { ownValue, pathReader, type ReadValue } from '../listing/fieldPath';

/** A column of a file: its heading, and the value that it has for a record. */
export interface Column {
	name: string;
	valueIn: ReadValue;
}

/** Which columns a file gets. */
export interface ColumnPlan {
	/** What the user asked for, as paths; nothing for all fields. */
	paths: string[];
	/** The fields of the first page. */
	fields: string[];
	/** Whether other pages come after it, with fields that nobody knows yet. */
	hasMore: boolean;
}

const OTHER_FIELDS = 'otherFields';

/**
 * The columns of a table with a header row: those of the user's choice, or else those of the first page. What
 * other pages have beyond them goes into a last column, since the header has been written by then.
 */
export function tableColumns({ paths, fields, hasMore }: ColumnPlan): {
	columns: Column[];
	others: OtherFields;
} {
	const others = new OtherFields(new Set(fields));
	const columns =
		paths.length > 0
			? paths.map(pathColumn)
			: [...fields.map(fieldColumn), ...(hasMore ? [others.column()] : [])];
	return { columns, others };
}

/** A column for a field of the record itself. */
export function fieldColumn(name: string): Column {
	return { name, valueIn: (record) => ownValue(record, name) };
}

/** A column for what a path leads to, such as `translations.0.name`. */
export function pathColumn(path: string): Column {
	return { name: path, valueIn: pathReader(path) };
}

/** The names of all fields of some records, in order of appearance. */
export function fieldNames(records: IDataObject[]): string[] {
	return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** The fields that turn up after the columns of a file were decided. */
export class OtherFields {
	/** In order of appearance. */
	readonly names = new Set<string>();

	/** @param known the fields that have a column of their own */
	constructor(private readonly known: ReadonlySet<string>) {}

	/** Remembers those of a record, and names them. */
	collect(record: IDataObject): string[] {
		const others: string[] = [];
		for (const name in record) {
			if (!this.known.has(name)) others.push(name);
		}
		for (const name of others) this.names.add(name);
		return others;
	}

	/** The last column of a file, which has them all as one object. */
	column(): Column {
		// A field of the service could have our name for the column.
		let name = OTHER_FIELDS;
		while (this.known.has(name)) name += '_';
		const valueIn = (record: IDataObject) => {
			const others = this.collect(record);
			// Not by assignment, which would lose a field called "__proto__".
			return others.length === 0
				? undefined
				: Object.fromEntries(others.map((field) => [field, record[field]]));
		};
		return { name, valueIn };
	}
}
