import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../../errors';
import { cellText, tableOf, type ExportFile, type FilePlan, type RecordPages } from '../columns';
import { zipFile, type ZipEntry } from '../compress';
import { rowWriter } from './cells';
import {
	FIRST_ENTRIES,
	lastEntries,
	MAX_COLUMNS,
	MAX_ROWS,
	sheetHead,
	sheetPath,
	sheetTail,
} from './markup';

/** Of a sheet. */
const LIMITS = {
	rows: MAX_ROWS,
	// With more than 4 GiB of XML its size needs 64 bits, and as that comes after the content, Excel and the ZIP format
	// disagree about how to announce it.
	bytes: 3 * 1024 ** 3,
};

/** Rows become chunks of about this many characters, which compress fast. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * An Excel workbook (ECMA-376) with the columns of a CSV file and a header row. A list that is too long for a sheet
 * goes on in another one.
 *
 * @param limits others are for tests
 * @throws UserFacingError when there are more columns than a sheet can have
 */
export function xlsxFile(plan: FilePlan, limits = LIMITS): ExportFile {
	const { columns, header, otherFields, valuesOf } = tableOf(plan);
	if (columns.length > MAX_COLUMNS) {
		throw new UserFacingError(
			`The file would have ${columns.length.toLocaleString('en-US')} columns, and a sheet of Excel has ${MAX_COLUMNS.toLocaleString('en-US')} at most`,
			'Name the fields that you need in Columns, under Options, or choose the format JSON Lines.',
		);
	}
	const writer = rowWriter(columns, plan);
	/** The rows of each sheet that is written, with the header. */
	const sheets: number[] = [];

	async function* entries(pages: RecordPages): AsyncGenerator<ZipEntry, void> {
		let firstPage: IDataObject[] = [];
		async function* recordsOfPages() {
			for await (const { records } of pages) {
				if (firstPage.length === 0) firstPage = records;
				yield* records;
			}
		}
		const records = recordsOfPages();
		let next = await records.next();
		const widths = columnWidths(header, firstPage.map(valuesOf));

		async function* sheet(): AsyncGenerator<Buffer, void> {
			let text = sheetHead(widths, sheets.length === 0);
			if (columns.length > 0) text += writer.header(header);
			let [rows, bytes] = [1, 0];
			while (!next.done && rows < limits.rows && bytes < limits.bytes) {
				rows += 1;
				text += writer.row(rows, valuesOf(next.value));
				next = await records.next();
				if (text.length < CHUNK_LENGTH) continue;
				const chunk = Buffer.from(text);
				bytes += chunk.length;
				text = '';
				yield chunk;
			}
			yield Buffer.from(text + sheetTail(columns.length, rows));
			sheets.push(rows);
		}

		yield* FIRST_ENTRIES;
		do {
			yield { name: `xl/${sheetPath(sheets.length)}`, content: sheet() };
		} while (!next.done);
		yield* lastEntries(plan.listName, columns.length, sheets);
	}

	return {
		columns: header,
		otherFields,
		content: (pages) => zipFile(entries(pages)),
		figures: () => ({ sheets: sheets.length, cutCells: writer.cut() }),
	};
}

/** In characters. Names of fields have to fit, with the filter's button beside them; long texts do not. */
const [MIN_WIDTH, MAX_WIDTH, BUTTON, MARGIN] = [8, 60, 4, 1];

function columnWidths(header: string[], rows: unknown[][]): number[] {
	return header.map((name, index) => {
		const lengths = rows.map((row) => longestLine(cellText(row[index])) + MARGIN);
		return Math.min(Math.max(MIN_WIDTH, name.length + BUTTON, ...lengths), MAX_WIDTH);
	});
}

function longestLine(text: string): number {
	// More than the width is not needed, and texts may have megabytes.
	const lines = text.slice(0, 1_000).split(/[\r\n]/);
	return Math.max(...lines.map(({ length }) => length));
}
