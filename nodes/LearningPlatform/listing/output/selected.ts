import type { IDataObject } from 'n8n-workflow';

import { pathReader, type ReadValue } from '../fieldPath';
import { findIdField } from '../idField';
import type { OutputShape, RecordKind, ShapedList } from './shape';

/** The fields of every record that the user named, by the names they were given, and its ID. */
export class SelectedShape implements OutputShape {
	private readonly records: IDataObject[] = [];

	private readonly readers: Map<string, ReadValue>;

	private readonly missing: Set<string>;

	private isEmpty = true;

	/** @param paths names or paths of fields */
	constructor(
		paths: string[],
		private readonly kind: Pick<RecordKind, 'idFields'>,
	) {
		this.readers = new Map(paths.map((path) => [path, pathReader(path)]));
		this.missing = new Set(paths);
	}

	note(records: IDataObject[]): void {
		for (const record of records) this.select(record);
	}

	add(records: IDataObject[]): void {
		for (const record of records) this.records.push(this.select(record));
	}

	finish(): ShapedList {
		return { records: this.records, missingFields: this.isEmpty ? [] : [...this.missing] };
	}

	private select(record: IDataObject): IDataObject {
		this.isEmpty = false;
		const fields: [string, unknown][] = this.idFieldsOf(record)
			.filter((field) => !this.readers.has(field) && Object.hasOwn(record, field))
			.map((field) => [field, record[field]]);
		for (const [path, read] of this.readers) {
			const value = read(record);
			if (value === undefined) continue;
			this.missing.delete(path);
			fields.push([path, value]);
		}
		// Not by assignment, which would lose a field called "__proto__".
		return Object.fromEntries(fields) as IDataObject;
	}

	private idFieldsOf(record: IDataObject): readonly string[] {
		const found = this.kind.idFields ?? [findIdField(record)];
		return found.filter((field) => field !== undefined);
	}
}
