import type { IDataObject } from 'n8n-workflow';

import { knownTimeZone } from '../listing/timeZone';
import type { ColumnPlan } from './columns';
import { gzip } from './compress';
import { csvFile } from './csv';
import { jsonLinesFile } from './jsonLines';
import type { FileParameters, Format } from './parameters';
import { toChunks } from './textFile';
import { dateReader, xlsxFile, type WorkbookFigures } from './xlsx';

type Pages = AsyncIterable<{ records: IDataObject[] }>;

/** A file that is made while the pages of a list come in. */
export interface ExportFile {
	/** What the file has of each record, in order. */
	columns: string[];
	/** Fields that turned up when `columns` were decided already, as far as the file is written. */
	otherFields: ReadonlySet<string>;
	content: (pages: Pages) => AsyncGenerator<Buffer, void>;
	/** What is special about a workbook, as far as it is written; nothing for other files. */
	figures?: () => WorkbookFigures;
}

const MIME_TYPES: Record<Format, string> = {
	csv: 'text/csv',
	jsonl: 'application/x-ndjson',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The end of a file's name and its media type. */
export function fileType({ format, compress }: Pick<FileParameters, 'format' | 'compress'>) {
	return compress
		? { extension: `${format}.gz`, mimeType: 'application/gzip' }
		: { extension: format, mimeType: MIME_TYPES[format] };
}

/**
 * The file that the user chose.
 *
 * @param listName what a workbook names its sheets after
 * @param timeZone that of the dates in a workbook
 * @throws UserFacingError when the format cannot have that many columns
 */
export function exportFile(
	{ format, compress, csv, convertDates }: FileParameters,
	plan: ColumnPlan,
	{ listName, timeZone }: { listName: string; timeZone: string },
): ExportFile {
	if (format === 'xlsx') {
		return xlsxFile(plan, {
			listName,
			readDate: convertDates ? dateReader(knownTimeZone(timeZone)) : undefined,
		});
	}
	const text = format === 'csv' ? csvFile(plan, csv) : jsonLinesFile(plan);
	const { columns, otherFields } = text;
	const content = (pages: Pages) =>
		compress ? gzip(toChunks(text, pages)) : toChunks(text, pages);
	return { columns, otherFields, content };
}
