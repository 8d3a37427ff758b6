import type { NodeExecutionHint } from 'n8n-workflow';

import { escapeMarkup, listed } from '../values/words';
import type { Format } from './formats';
import { MAX_ROWS } from './xlsx/markup';

/** What a user may want to know of a file. */
export interface WrittenFile {
	fileName: string;
	format: Format;
	records: number;
	/** Fields that turned up after the columns were decided. */
	otherFields: string[];
	/** How many cells of a workbook lost the end of their text, and how many of a CSV file are as long. */
	cutCells?: number;
	longCells?: number;
	bytes: number;
	/** Whether n8n keeps it in its database, in whose memory it has to fit several times. */
	isInDatabase: boolean;
	/** Pages that had to be requested again. */
	retriedPages: string[];
	/** Among how many records the node has looked for them, e.g. by Name Contains. */
	searched: number | undefined;
	/** The chosen columns that no record of the list has. */
	missingColumns: string[];
	/** Whose names are empty, and why. */
	emptyNames: string[];
}

/** PostgreSQL's client cannot hand out files above some 250 MB (docs/scaling.md, Files). */
const LARGE_FOR_DATABASE_BYTES = 200e6;

/** What there may be to say; `of` is what it is in a file, or '' for nothing. */
const MATTERS: { type: 'info' | 'warning'; says: string; of: (file: WrittenFile) => string }[] = [
	{
		type: 'info',
		says: 'The list has no record, or none that matches what was chosen.',
		of: ({ records, searched }) => {
			if (records > 0) return '';
			return searched === undefined
				? 'no records'
				: `none of ${withCommas(searched)} that were read match`;
		},
	},
	{
		type: 'warning',
		says: 'Excel and LibreOffice open 1,048,576 rows at most and leave out the rest. To open it in a spreadsheet, narrow the list with Filters.',
		of: ({ format, records }) =>
			format === 'csv' && records >= MAX_ROWS ? `${withCommas(records + 1)} rows` : '',
	},
	{
		type: 'warning',
		says: 'n8n keeps files in its database here, and may not be able to read files above some 250 MB from it again. Narrow the list with Filters or, for CSV and JSON Lines, turn on Compress, under Options.',
		of: ({ isInDatabase, bytes }) =>
			isInDatabase && bytes > LARGE_FOR_DATABASE_BYTES
				? `${withCommas(Math.round(bytes / 1e6))} MB`
				: '',
	},
	{
		type: 'warning',
		says: 'A cell holds 32,767 characters at most, and longer texts were cut there. CSV and JSON Lines have them whole.',
		of: ({ cutCells = 0 }) => (cutCells > 0 ? `${withCommas(cutCells)} cut` : ''),
	},
	{
		type: 'warning',
		says: 'Some texts have more than 32,767 characters, which a cell of Excel cannot hold: the file has them whole, but Excel cuts them or spreads them over several rows.',
		of: ({ longCells = 0 }) => (longCells > 0 ? `${withCommas(longCells)} too long` : ''),
	},
	{
		type: 'warning',
		says: 'No record has some of the fields that you named, so their columns are empty. Check their spelling.',
		of: ({ missingColumns }) => listed(missingColumns),
	},
	{
		type: 'info',
		says: 'Some names are empty: the platform has no such records, or does not let them be read.',
		of: ({ emptyNames }) => listed(emptyNames),
	},
	{
		type: 'info',
		says: 'Some fields first appear on later pages, when the header is already written. The last column contains them; to give each its own column, name it in Output Fields (Selected Fields, Row) or in Columns, under Options (All Fields).',
		of: ({ format, otherFields }) => (format === 'jsonl' ? '' : listed(otherFields)),
	},
	{
		type: 'info',
		says: 'Some pages failed and were requested again. Nothing is missing.',
		of: ({ retriedPages }) => (retriedPages.length === 0 ? '' : `page ${listed(retriedPages)}`),
	},
];

/** The hints that n8n shows beside the files of an execution: one for each matter, whatever their number. */
export function hintsAbout(files: WrittenFile[]): NodeExecutionHint[] {
	return MATTERS.flatMap(({ type, says, of }) => {
		const named = files.flatMap((file) => {
			const what = of(file);
			return what === '' ? [] : [`${file.fileName}: ${what}`];
		});
		if (named.length === 0) return [];
		// n8n shows hints as HTML, and the names of fields come from the service.
		const message = `${says} ${escapeMarkup(listed(named, '; '))}`;
		return [{ message, type, location: 'outputPane' as const }];
	});
}

function withCommas(number: number): string {
	return number.toLocaleString('en-US');
}
