import type { IDataObject } from 'n8n-workflow';

import { withoutFormula } from '../formula';
import { ownValue } from '../fieldPath';
import { findIdField } from '../idField';
import { cellOf, type Cell } from './cells';
import { FoundColumns } from './foundColumns';
import { NamedColumns } from './namedColumns';
import type { OutputChoice } from './parameters';
import type { RowColumns } from './rowColumns';
import type { OutputShape, RecordKind, ShapedList } from './shape';

/**
 * Rows for a table: flat, and with the same columns for every record of the list, the key first. The columns
 * are those that the user named, or all that any record has.
 */
export class RowShape implements OutputShape {
	private readonly rows: { key: Cell; cells: Cell[] }[] = [];

	private readonly keyName: string;

	/** What reserved names begin with, e.g. `course` of `courseId`. */
	private readonly owner: string;

	private readonly columns: RowColumns;

	private idFields: readonly string[] | undefined;

	constructor(
		private readonly choice: Pick<OutputChoice, 'fields' | 'escapeFormulas'>,
		{ idName = 'recordId', knownFields, idFields }: Omit<RecordKind, 'simplified'>,
	) {
		this.keyName = idName;
		this.owner = idName.replace(/Id$/, '');
		this.idFields = idFields;
		this.columns =
			choice.fields.length > 0
				? new NamedColumns(choice.fields, this.owner)
				: new FoundColumns(knownFields);
	}

	note(records: IDataObject[]): void {
		for (const record of records) this.read(record);
	}

	add(records: IDataObject[]): void {
		for (const record of records) this.rows.push(this.read(record));
	}

	finish(): ShapedList {
		const { idFields = [], owner, keyName } = this;
		const field = idFields.length === 1 ? idFields[0] : undefined;
		const key = { name: keyName, field };
		const { columns, keyIndex = -1, missingFields } = this.columns.finish({ owner, key });
		const cell = (value: Cell = '') => (this.choice.escapeFormulas ? withoutFormula(value) : value);
		const records = this.rows.map((source) => {
			const row: IDataObject = {};
			if (idFields.length > 0) row[keyName] = cell(source.cells[keyIndex] ?? source.key);
			for (const { name, index } of columns) row[name] = cell(source.cells[index]);
			// Or both forms of a long list would be in memory side by side.
			source.cells = [];
			return row;
		});
		return { records, missingFields };
	}

	private read(record: IDataObject): { key: Cell; cells: Cell[] } {
		return { key: this.keyOf(record), cells: this.columns.read(record) };
	}

	/** Several fields that identify a record together become one text. */
	private keyOf(record: IDataObject): Cell {
		if (!this.idFields) {
			const idField = findIdField(record);
			if (idField !== undefined) this.idFields = [idField];
		}
		const [first = '', ...others] = (this.idFields ?? []).map((field) =>
			cellOf(ownValue(record, field)),
		);
		return others.length === 0 ? first : [first, ...others].join(':');
	}
}
