import type { IDataObject } from 'n8n-workflow';

import { pathReader, type ReadValue } from '../fieldPath';
import { cellOf, visitCells, type Cell } from './cells';
import { columnName, withUniqueNames } from './columnNames';
import type { FinishedColumns, Naming, RowColumns } from './rowColumns';

/** Enough for what records have in common; what each has of its own need not be remembered. */
const MAX_REMEMBERED_NAMES = 1000;

/** The columns that the user named, one for each name, whether any record has it or not. */
export class NamedColumns implements RowColumns {
	private readonly readers: ReadValue[];

	private readonly missing: Set<string>;

	private readonly namesByKey = new Map<string, string>();

	private isEmpty = true;

	/**
	 * @param fields names or paths of fields, or the names that columns have in a row, as a user reads them there
	 * @param owner goes before reserved names
	 */
	constructor(
		private readonly fields: readonly string[],
		private readonly owner: string,
	) {
		this.readers = fields.map(pathReader);
		this.missing = new Set(fields);
	}

	read(record: IDataObject): Cell[] {
		this.isEmpty = false;
		const values = this.readers.map((valueIn) => valueIn(record));
		if (values.includes(undefined)) this.fillByColumnName(values, record);
		this.fields.forEach((field, index) => {
			if (values[index] !== undefined) this.missing.delete(field);
		});
		return values.map(cellOf);
	}

	finish({ owner, key }: Naming): FinishedColumns {
		const isOther = (field: string) => field !== key.name && field !== key.field;
		const others = this.fields
			.map((field, index) => ({ field, path: field.split('.'), index }))
			.filter(({ field }) => isOther(field));
		return {
			columns: withUniqueNames(others, owner, [key.name]),
			missingFields: this.isEmpty ? [] : [...this.missing].filter(isOther),
		};
	}

	private fillByColumnName(values: unknown[], record: IDataObject): void {
		visitCells(record, (cell, parents, field, key) => {
			const index = this.fields.indexOf(this.nameOf(key, parents, field));
			if (index !== -1) values[index] ??= cell;
		});
	}

	private nameOf(key: string, parents: readonly string[], field: string): string {
		const known = this.namesByKey.get(key);
		if (known !== undefined) return known;
		const name = columnName([...parents, field], this.owner);
		if (this.namesByKey.size < MAX_REMEMBERED_NAMES) this.namesByKey.set(key, name);
		return name;
	}
}
