import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../../errors';
import { withCommas } from '../../values/words';
import { cellText, tableOf, type ExportFile, type FilePlan, type RecordPages } from '../columns';
import { zipFile } from '../compress';
import { rowWriter } from './cells';
import { MAX_COLUMNS, MAX_ROWS, sheetHead, sheetTail, workbookEntries } from './markup';

const LIMITS = {
	rows: MAX_ROWS,
	// Above 4 GiB the size of an entry has 64 bits, and Excel disagrees with the ZIP format about how to announce that.
	bytes: 3 * 1024 ** 3,
};

/** Characters in a chunk, for fast compression. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Makes an Excel workbook (ECMA-376) with the columns of a CSV file and a header row.
 *
 * @param limits others are for tests
 * @throws UserFacingError for too many columns; `content` throws it for too many rows
 */
export function xlsxFile(plan: FilePlan, limits = LIMITS): ExportFile {
	const { columns, header, otherFields, valuesOf } = tableOf(plan);
	if (columns.length > MAX_COLUMNS) {
		throw new UserFacingError(
			`The file would have ${withCommas(columns.length)} columns, and a sheet of Excel has ${withCommas(MAX_COLUMNS)} at most`,
			'Name the fields that you need in Columns, under Options, or choose the format JSON Lines.',
		);
	}
	const writer = rowWriter(columns, plan);
	let rows = 1;

	async function* sheet(pages: RecordPages): AsyncGenerator<Buffer, void> {
		let text = '';
		let isBegun = false;
		let bytes = 0;
		for await (const { records } of pages) {
			if (!isBegun && records.length > 0) text = head(records);
			isBegun ||= records.length > 0;
			for (const record of records) {
				rows += 1;
				if (rows > limits.rows || bytes > limits.bytes) throw tooLong(limits.rows);
				text += writer.row(rows, valuesOf(record));
				if (text.length < CHUNK_LENGTH) continue;
				const chunk = Buffer.from(text);
				bytes += chunk.length;
				text = '';
				yield chunk;
			}
		}
		yield Buffer.from((isBegun ? text : head([])) + sheetTail(columns.length, rows));
	}

	/** The first page decides how wide columns are. */
	function head(firstPage: IDataObject[]): string {
		const widths = columnWidths(header, firstPage.map(valuesOf));
		return sheetHead(widths) + (columns.length > 0 ? writer.header(header) : '');
	}

	return {
		columns: header,
		otherFields,
		content: (pages) =>
			zipFile(workbookEntries(sheet(pages), plan.listName, columns.length, () => rows)),
		figures: () => ({ cutCells: writer.cut() }),
	};
}

function tooLong(rows: number): UserFacingError {
	return new UserFacingError(
		`The list is too long for a sheet of Excel, which has ${withCommas(rows)} rows at most`,
		'Choose the format CSV or JSON Lines, which can be of any size, or narrow the list with Filters.',
	);
}

/** In characters. Field names must fit, next to the filter's button; long texts need not. */
const [MIN_WIDTH, MAX_WIDTH, BUTTON, MARGIN] = [8, 60, 4, 1];

function columnWidths(header: string[], rows: unknown[][]): number[] {
	return header.map((name, index) => {
		const lengths = rows.map((row) => longestLine(cellText(row[index])) + MARGIN);
		return Math.min(Math.max(MIN_WIDTH, name.length + BUTTON, ...lengths), MAX_WIDTH);
	});
}

function longestLine(text: string): number {
	// Texts may be megabytes long.
	const lines = text.slice(0, 1_000).split(/[\r\n]/);
	return Math.max(...lines.map(({ length }) => length));
}
