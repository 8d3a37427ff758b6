import type { NodeExecutionHint } from 'n8n-workflow';

import { escapeMarkup, listed, withCommas } from '../values/words';
import type { Format } from './formats';
import { MAX_ROWS } from './xlsx/workbook';

/** The facts about a file, for its hints. */
export interface WrittenFile {
	fileName: string;
	format: Format;
	records: number;
	/** Fields that appeared after the header was written. */
	otherFields: string[];
	/** Texts too long for a cell: cut in a workbook, whole in a CSV file. */
	cutCells?: number;
	longCells?: number;
	bytes: number;
	/** Whether n8n keeps the file in its database, and then several times in memory. */
	isInDatabase: boolean;
	/** Pages that were requested again. */
	retriedPages: string[];
	/** How many records the node has searched, e.g. by Name Contains. */
	searched: number | undefined;
	/** Chosen columns that no record has. */
	missingColumns: string[];
	/** The records with empty names, and why. */
	emptyNames: string[];
}

/** PostgreSQL's client cannot hand out files above some 250 MB (docs/scaling.md, Files). */
const LARGE_FOR_DATABASE_BYTES = 200e6;

/** The possible hints; `of` returns what is wrong with a file, or '' if nothing is. */
const MATTERS: { type: 'info' | 'warning'; says: string; of: (file: WrittenFile) => string }[] = [
	{
		type: 'info',
		says: 'The list has no records, or none that match your choices.',
		of: ({ records, searched }) => {
			if (records > 0) return '';
			return searched === undefined
				? 'no records'
				: `none of ${withCommas(searched)} that were read match`;
		},
	},
	{
		type: 'warning',
		says: 'Excel and LibreOffice open at most 1,048,576 rows and leave out the rest. To open it in a spreadsheet, narrow the list with Filters.',
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
		says: 'A cell holds at most 32,767 characters, and longer texts were cut there. CSV and JSON Lines keep them whole.',
		of: ({ cutCells = 0 }) => (cutCells > 0 ? `${withCommas(cutCells)} cut` : ''),
	},
	{
		type: 'warning',
		says: 'Some texts have more than 32,767 characters, which a cell of Excel cannot hold: the file keeps them whole, but Excel cuts them or spreads them over several rows.',
		of: ({ longCells = 0 }) => (longCells > 0 ? `${withCommas(longCells)} too long` : ''),
	},
	{
		type: 'warning',
		says: 'Some of the fields that you named are in no record, so their columns are empty. Check their spelling.',
		of: ({ missingColumns }) => listed(missingColumns),
	},
	{
		type: 'info',
		says: 'Some names are empty: the platform has no such records, or does not let n8n read them.',
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

/** Returns the hints for the files of an execution: files with the same problem share one. */
export function hintsAbout(files: WrittenFile[]): NodeExecutionHint[] {
	return MATTERS.flatMap(({ type, says, of }) => {
		const named = files.flatMap((file) => {
			const what = of(file);
			return what === '' ? [] : [`${file.fileName}: ${what}`];
		});
		if (named.length === 0) return [];
		// n8n shows hints as HTML, and field names come from the service.
		const message = `${says} ${escapeMarkup(listed(named, '; '))}`;
		return [{ message, type, location: 'outputPane' as const }];
	});
}
