import { withoutFormula } from '../listing/formula';
import { tableColumns, type ColumnPlan } from './columns';
import type { TextFile } from './textFile';

export interface CsvOptions {
	addByteOrderMark: boolean;
	/** One character. */
	delimiter: string;
	escapeFormulas: boolean;
}

/** A CSV file with a header row. */
export function csvFile(plan: ColumnPlan, options: CsvOptions): TextFile {
	const { columns, others } = tableColumns(plan);
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

/** Writes one record as a line of CSV, with its end of line. */
export type WriteCsvRow = (values: unknown[]) => string;

/** Excel takes a file without it for one in the system's old 8-bit character set. */
const BYTE_ORDER_MARK = '\uFEFF';

const END_OF_LINE = '\r\n';

/**
 * Makes the writer of a file's rows, by RFC 4180: fields with a delimiter, a quote or an end of line are
 * quoted, quotes in them doubled.
 */
export function csvRowWriter({
	delimiter,
	escapeFormulas,
}: Pick<CsvOptions, 'delimiter' | 'escapeFormulas'>): WriteCsvRow {
	const special = new RegExp(`["\\r\\n${delimiter}]`);
	const field = (value: unknown): string => {
		const text = cellText(escapeFormulas ? withoutFormula(value) : value);
		return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	};
	return (values) => {
		let row = '';
		let before = '';
		for (const value of values) {
			row += before + field(value);
			before = delimiter;
		}
		// Alone on its line an empty field would be an empty line, which readers skip.
		return (row === '' && values.length === 1 ? '""' : row) + END_OF_LINE;
	};
}

/**
 * A field's value as the text of a cell: texts, numbers and dates as they came, lists and objects as JSON,
 * nothing for `null` and for a field that a record does not have.
 */
export function cellText(value: unknown): string {
	switch (typeof value) {
		case 'string':
			return value;
		case 'number':
		case 'boolean':
			return String(value);
		default:
			return value === null || value === undefined ? '' : JSON.stringify(value);
	}
}
