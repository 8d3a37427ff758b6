import type { IDataObject } from 'n8n-workflow';

import { withoutFormula } from '../shape';
import { ownValue } from '../values/fieldPath';
import { cellText, EXCEL_CELL_LIMIT, tableOf, type ExportFile, type FilePlan } from './columns';
import { xlsxFile } from './xlsx/workbook';

/** The formats, in the form's order. Each key is both a value of the Format parameter and a file extension. */
export const formats = {
	csv: {
		name: 'CSV',
		description: 'A spreadsheet-ready table with a header row',
		mimeType: 'text/csv',
		file: csvFile,
	},
	xlsx: {
		name: 'Excel (XLSX)',
		description: 'A workbook in which text stays text and numbers stay numbers',
		mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		file: xlsxFile,
	},
	jsonl: {
		name: 'JSON Lines',
		description: 'One JSON object per record',
		mimeType: 'application/x-ndjson',
		file: jsonLinesFile,
	},
};

/** Excel's language determines which delimiter it expects. Excel mistakes a file that starts with `ID` for SYLK. */
const SPECIAL = /[",;\t\r\n]|^ID/;

/** Creates a CSV file (RFC 4180). */
function csvFile(plan: FilePlan): ExportFile {
	const { addByteOrderMark, delimiter, escapeFormulas } = plan;
	const { header, otherFields, valuesOf } = tableOf(plan);
	let longCells = 0;
	// A program that expects another delimiter ignores the quotes and runs a formula that follows it or a line break.
	const otherFormulas = new RegExp(`[,;\\t\\r\\n](?<!${delimiter})(?=[=+\\-@＝＋－＠])`, 'g');
	// An apostrophe before a negative number would make the JSON invalid.
	const otherFormulasInJson = new RegExp(`(?!,-\\d[\\d.eE+-]*[,\\]}])${otherFormulas.source}`, 'g');
	const escaped = (value: unknown) =>
		typeof value === 'string'
			? withoutFormula(value).replace(otherFormulas, "$&'")
			: cellText(value).replace(otherFormulasInJson, "$&'");
	const field = (value: unknown): string => {
		const text = escapeFormulas ? escaped(value) : cellText(value);
		if (text.length > EXCEL_CELL_LIMIT) longCells += 1;
		return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	};
	const row = (values: unknown[]): string => {
		const fields = values.map(field).join(delimiter);
		// CSV readers skip empty lines.
		return `${fields === '' && values.length === 1 ? '""' : fields}\r\n`;
	};
	// Without the mark, Excel assumes the system's 8-bit character set.
	const mark = addByteOrderMark ? '\uFEFF' : '';
	// CSV readers would mistake an empty header row for a record.
	const headerRow = header.length === 0 ? '' : row(header);
	return {
		columns: header,
		otherFields,
		content: linesOf(mark + headerRow, (record) => row(valuesOf(record))),
		figures: () => ({ longCells }),
	};
}

/** Writes one JSON object per line: the entire record or all the columns that the user named. */
function jsonLinesFile(plan: FilePlan): ExportFile {
	const { columns, fields } = plan;
	const { otherFields, othersOf } = tableOf(plan);
	const withAllFields = (record: IDataObject) =>
		Object.fromEntries(fields.map((name) => [name, ownValue(record, name) ?? null]));
	return {
		columns: fields,
		otherFields,
		content: linesOf('', (record) => {
			othersOf(record);
			return `${JSON.stringify(columns.length > 0 ? withAllFields(record) : record)}\n`;
		}),
	};
}

/** The number of records per chunk. One chunk per page would leave far more garbage in memory. */
const RECORDS_A_CHUNK = 50;

function linesOf(head: string, line: (record: IDataObject) => string): ExportFile['content'] {
	return async function* (pages) {
		yield Buffer.from(head);
		for await (const { records } of pages) {
			for (let from = 0; from < records.length; from += RECORDS_A_CHUNK) {
				const lines = records.slice(from, from + RECORDS_A_CHUNK).map(line);
				yield Buffer.from(lines.join(''));
			}
		}
	};
}
