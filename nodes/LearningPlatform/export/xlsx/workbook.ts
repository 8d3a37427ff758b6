import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../../transport/errors';
import { tableColumns, type ColumnPlan } from '../columns';
import { count } from '../count';
import { zipFile, type ZipEntry } from '../zip';
import { RowWriter } from './cells';
import type { ReadDate } from './dates';
import {
	contentTypes,
	packageRelationships,
	sheetPath,
	styles,
	workbook,
	workbookRelationships,
	type SheetEntry,
} from './parts';
import { Records } from './records';
import { MAX_COLUMNS, MAX_ROWS, sheetHead, sheetTail } from './sheet';
import { sheetName } from './sheetName';
import { columnWidths } from './widths';

/**
 * Where a sheet ends before it has all rows. With more than 4 GiB of XML its size needs 64 bits, and where that comes
 * after the content, Excel and the ZIP format disagree about how to announce it (docs/export.md, XLSX).
 */
const MAX_SHEET_BYTES = 3 * 1024 ** 3;

/** Rows become chunks of about this many characters, which compress fast. */
const CHUNK_LENGTH = 64 * 1024;

type Pages = AsyncIterable<{ records: IDataObject[] }>;

export interface XlsxOptions {
	/** What the sheets are named after. */
	listName: string;
	/** Which texts become dates; none if left out. */
	readDate?: ReadDate | undefined;
	/** How far a sheet can go, header included. Other limits are for tests. */
	limits?: { rows: number; bytes: number };
}

/** What is known of a workbook when it is written. */
export interface WorkbookFigures {
	sheets: number;
	/** How many cells lost the end of their text. */
	cutCells: number;
}

export interface XlsxFile {
	columns: string[];
	otherFields: ReadonlySet<string>;
	/** The file, made page by page. */
	content: (pages: Pages) => AsyncGenerator<Buffer, void>;
	/** As far as the file is written. */
	figures: () => WorkbookFigures;
}

/**
 * An Excel workbook (ECMA-376) with the columns of a CSV file and a header row. A list that is too long for a sheet
 * goes on in another one.
 *
 * @throws UserFacingError when there are more columns than a sheet can have
 */
export function xlsxFile(plan: ColumnPlan, options: XlsxOptions): XlsxFile {
	const { columns, others } = tableColumns(plan);
	const names = columns.map(({ name }) => name);
	if (names.length > MAX_COLUMNS) throw tooManyColumns(names.length);
	const { listName, readDate, limits = { rows: MAX_ROWS, bytes: MAX_SHEET_BYTES } } = options;
	const writer = new RowWriter(names.length, readDate);
	const valuesOf = (record: IDataObject) => columns.map(({ valueIn }) => valueIn(record));
	const sheets: SheetEntry[] = [];

	async function* sheet(records: Records, widths: number[]): AsyncGenerator<Buffer, void> {
		let text = sheetHead(widths, sheets.length === 0);
		if (names.length > 0) text += writer.header(1, names);
		let [rows, bytes] = [1, 0];
		while (records.next && rows < limits.rows && bytes < limits.bytes) {
			rows += 1;
			text += writer.row(rows, valuesOf(records.next));
			await records.advance();
			if (text.length < CHUNK_LENGTH) continue;
			const chunk = Buffer.from(text);
			bytes += chunk.length;
			text = '';
			yield chunk;
		}
		yield Buffer.from(text + sheetTail(names.length, rows));
		sheets.push({ name: sheetName(listName, sheets.length), columns: names.length, rows });
	}

	async function* entries(pages: Pages): AsyncGenerator<ZipEntry, void> {
		const { records, firstPage } = await Records.of(pages);
		const widths = columnWidths(names, firstPage.map(valuesOf));
		yield entry('_rels/.rels', packageRelationships);
		yield entry('xl/styles.xml', styles);
		do {
			yield { name: `xl/${sheetPath(sheets.length)}`, content: sheet(records, widths) };
		} while (records.next);
		yield entry('xl/workbook.xml', workbook(sheets));
		yield entry('xl/_rels/workbook.xml.rels', workbookRelationships(sheets.length));
		yield entry('[Content_Types].xml', contentTypes(sheets.length));
	}

	return {
		columns: names,
		otherFields: others.names,
		content: (pages) => zipFile(entries(pages)),
		figures: () => ({ sheets: sheets.length, cutCells: writer.cut }),
	};
}

async function* one(chunk: Buffer): AsyncGenerator<Buffer, void> {
	yield await Promise.resolve(chunk);
}

function entry(name: string, text: string): ZipEntry {
	return { name, content: one(Buffer.from(text)) };
}

function tooManyColumns(columns: number): UserFacingError {
	return new UserFacingError(
		`The file would have ${count(columns)} columns, and a sheet of Excel has ${count(MAX_COLUMNS)} at most`,
		'Name the fields that you need in Columns, under Options, or choose the format JSON Lines.',
	);
}
