import type { ExportFile, FilePlan } from './columns';
import { csvFile, jsonLinesFile } from './textFiles';
import { xlsxFile } from './xlsx/workbook';

interface FileFormat {
	/** In the form. */
	name: string;
	description: string;
	mimeType: string;
	/** Whether gzip makes it smaller. */
	takesGzip: boolean;
	/** @throws UserFacingError when the format cannot have that many columns */
	file: (plan: FilePlan) => ExportFile;
}

/** In the order of the form, by the value of Format, which is also the ending of the file name. */
export const formats = {
	csv: {
		name: 'CSV',
		description: 'A table for spreadsheets, with a header row',
		mimeType: 'text/csv',
		takesGzip: true,
		file: csvFile,
	},
	xlsx: {
		name: 'Excel (XLSX)',
		description: 'A workbook in which texts stay texts and numbers are numbers',
		mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		takesGzip: false,
		file: xlsxFile,
	},
	jsonl: {
		name: 'JSON Lines',
		description: 'One JSON object for each record',
		mimeType: 'application/x-ndjson',
		takesGzip: true,
		file: jsonLinesFile,
	},
} satisfies Record<string, FileFormat>;

export type Format = keyof typeof formats;

export const formatNames = Object.keys(formats) as Format[];
