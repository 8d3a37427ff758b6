import { fieldColumn, OtherFields, pathColumn, type Column } from './columns';
import { BYTE_ORDER_MARK, csvRowWriter, type CsvStyle } from './csvRow';
import type { ColumnPlan, FileText } from './fileText';

export interface CsvOptions extends CsvStyle {
	addByteOrderMark: boolean;
}

/**
 * A CSV file with a header row. Without columns of the user's choice it has those of the first page; what
 * other pages have beyond them goes into a last column, since the header has been written by then.
 */
export function csvFile({ paths, fields, hasMore }: ColumnPlan, options: CsvOptions): FileText {
	const others = new OtherFields(new Set(fields));
	const columns: Column[] =
		paths.length > 0
			? paths.map(pathColumn)
			: [...fields.map(fieldColumn), ...(hasMore ? [others.column()] : [])];
	const names = columns.map(({ name }) => name);
	const row = csvRowWriter(options);
	// Of an empty list no fields are known, and a row without fields would be read as a record.
	const header = names.length === 0 ? '' : row(names);
	return {
		columns: names,
		otherFields: others.names,
		head: (options.addByteOrderMark ? BYTE_ORDER_MARK : '') + header,
		line: (record) => row(columns.map(({ valueIn }) => valueIn(record))),
	};
}
