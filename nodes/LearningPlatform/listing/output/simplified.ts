import type { IDataObject } from 'n8n-workflow';

import { findIdField } from '../idField';
import type { OutputShape, RecordKind, ShapedList } from './shape';

const MAX_FIELDS = 10;

/**
 * At most ten fields of every record, the ID among them: those that the resource is known by, or the first ten
 * that hold a text, a number or a boolean in any record.
 */
export class SimplifiedShape implements OutputShape {
	private readonly records: IDataObject[] = [];

	private readonly fields: Set<string>;

	private readonly isFixed: boolean;

	private idFields: readonly string[] | undefined;

	constructor({ simplified, idFields }: Pick<RecordKind, 'simplified' | 'idFields'>) {
		this.idFields = idFields;
		this.isFixed = simplified.length > 0;
		this.fields = new Set([...(idFields ?? []), ...simplified]);
	}

	note(records: IDataObject[]): void {
		for (const record of records) this.learn(record);
	}

	add(records: IDataObject[]): void {
		for (const record of records) {
			this.learn(record);
			this.records.push(this.simplify(record));
		}
	}

	finish(): ShapedList {
		return { records: this.records, missingFields: [] };
	}

	private learn(record: IDataObject): void {
		if (!this.idFields) {
			const idField = findIdField(record);
			if (idField !== undefined) {
				this.idFields = [idField];
				this.fields.add(idField);
			}
		}
		if (this.isFixed) return;
		for (const field of Object.keys(record)) {
			if (this.fields.size >= MAX_FIELDS) return;
			if (isFlat(record[field])) this.fields.add(field);
		}
	}

	private simplify(record: IDataObject): IDataObject {
		const idFields = this.idFields ?? [];
		const others = [...this.fields].filter((field) => !idFields.includes(field));
		const present = [...idFields, ...others]
			.filter((field) => Object.hasOwn(record, field) && (this.isFixed || isFlat(record[field])))
			.slice(0, MAX_FIELDS);
		return Object.fromEntries(present.map((field) => [field, record[field]]));
	}
}

function isFlat(value: unknown): boolean {
	return typeof value !== 'object' || value === null;
}
