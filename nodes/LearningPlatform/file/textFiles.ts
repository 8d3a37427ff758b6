import type { IDataObject } from 'n8n-workflow';

import { withoutFormula } from '../shape';
import { ownValue } from '../values/fieldPath';
import {
	cellText,
	fieldsBeside,
	MAX_CELL_LENGTH,
	tableOf,
	type ExportFile,
	type FilePlan,
} from './columns';

/** Without it Excel reads a file in the system's 8-bit character set. */
const BYTE_ORDER_MARK = '\uFEFF';

const END_OF_LINE = '\r\n';

/** Makes a CSV file (RFC 4180). */
export function csvFile(plan: FilePlan): ExportFile {
	const { header, otherFields, valuesOf } = tableOf(plan);
	const writer = csvRowWriter(plan);
	// A header without fields would be read as a record.
	const headerRow = header.length === 0 ? '' : writer.row(header);
	const head = (plan.addByteOrderMark ? BYTE_ORDER_MARK : '') + headerRow;
	return {
		columns: header,
		otherFields,
		content: textOf(head, (record) => writer.row(valuesOf(record))),
		figures: () => ({ longCells: writer.longCells() }),
	};
}

/** Makes a file with one JSON object a line: the record, or all columns that the user named. */
export function jsonLinesFile({ columns, fields }: FilePlan): ExportFile {
	const others = fieldsBeside(fields);
	const withAllFields = (record: IDataObject) =>
		Object.fromEntries(fields.map((name) => [name, ownValue(record, name) ?? null]));
	return {
		columns: fields,
		otherFields: others.names,
		content: textOf('', (record) => {
			others.of(record);
			return `${JSON.stringify(columns.length > 0 ? withAllFields(record) : record)}\n`;
		}),
	};
}

/** Records in a chunk: whole pages would leave far more garbage in memory. */
const RECORDS_A_CHUNK = 50;

function textOf(head: string, line: (record: IDataObject) => string): ExportFile['content'] {
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

/** The reader's language decides on the delimiter. Excel mistakes a file that begins with `ID` for broken SYLK. */
const SPECIAL = /[",;\t\r\n]|^ID/;

function csvRowWriter({ delimiter, escapeFormulas }: FilePlan) {
	let longCells = 0;
	// A reader with another delimiter ignores the quotes: it would run a formula behind that delimiter or a line end.
	const others = new RegExp(`[,;\\t\\r\\n](?<!${delimiter})(?=[=+\\-@＝＋－＠])`, 'g');
	// An apostrophe before a negative number would break the JSON.
	const othersInJson = new RegExp(`(?!,-\\d[\\d.eE+-]*[,\\]}])${others.source}`, 'g');
	const escaped = (value: unknown) =>
		typeof value === 'string'
			? withoutFormula(value).replace(others, "$&'")
			: cellText(value).replace(othersInJson, "$&'");
	const field = (value: unknown): string => {
		const text = escapeFormulas ? escaped(value) : cellText(value);
		if (text.length > MAX_CELL_LENGTH) longCells += 1;
		return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	};
	return {
		row: (values: unknown[]): string => {
			const row = values.map(field).join(delimiter);
			// Readers skip an empty line.
			return (row === '' && values.length === 1 ? '""' : row) + END_OF_LINE;
		},
		longCells: () => longCells,
	};
}
