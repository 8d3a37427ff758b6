import { cellText, withoutFormula } from './cells';

export interface CsvStyle {
	/** One character. */
	delimiter: string;
	escapeFormulas: boolean;
}

/** Writes one record as a line of CSV, with its end of line. */
export type WriteCsvRow = (values: unknown[]) => string;

/** Excel takes a file without it for one in the system's old 8-bit character set. */
export const BYTE_ORDER_MARK = '\uFEFF';

const END_OF_LINE = '\r\n';

/**
 * Makes the writer of a file's rows, by RFC 4180: fields with a delimiter, a quote or an end of line are
 * quoted, quotes in them doubled.
 */
export function csvRowWriter({ delimiter, escapeFormulas }: CsvStyle): WriteCsvRow {
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
