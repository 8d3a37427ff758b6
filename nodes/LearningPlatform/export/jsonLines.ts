import type { IDataObject } from 'n8n-workflow';

import { OtherFields, pathColumn, type ColumnPlan } from './columns';
import type { TextFile } from './textFile';

/** A file with one JSON object a line: the record as it came, or what the user asked for of it. */
export function jsonLinesFile({ paths, fields }: ColumnPlan): TextFile {
	const others = new OtherFields(new Set(fields));
	const columns = paths.map(pathColumn);
	const chosen = (record: IDataObject) =>
		Object.fromEntries(columns.map(({ name, valueIn }) => [name, valueIn(record) ?? null]));
	const whole = (record: IDataObject) => {
		others.collect(record);
		return record;
	};
	const content = columns.length > 0 ? chosen : whole;
	return {
		columns: columns.length > 0 ? paths : fields,
		otherFields: others.names,
		head: '',
		line: (record) => `${JSON.stringify(content(record))}\n`,
	};
}
