import type { NodeExecutionHint } from 'n8n-workflow';

import { escapeMarkup, listed, withCommas } from '../values/words';
import type { Format } from './formats';
import { MAX_ROWS } from './xlsx/workbook';

/** The facts that determine the hints about a file. */
export interface WrittenFile {
	fileName: string;
	format: Format;
	records: number;
	otherFields: string[];
	cutCells?: number;
	longCells?: number;
	bytes: number;
	/** True if n8n stores the file in its database, which needs memory for several copies. */
	isInDatabase: boolean;
	retriedPages: string[];
	/** The number of records that the node has searched, e.g. for Name Contains. */
	searched: number | undefined;
	/** Chosen columns that no record has. */
	missingColumns: string[];
	emptyNames: string[];
}

/** PostgreSQL's client cannot return files larger than about 250 MB (docs/scaling.md, Files). */
const LARGE_FOR_DATABASE_BYTES = 200e6;

/** The possible hints. `of` describes the problem with a file, or returns '' if there is none. */
const MATTERS: { type: 'info' | 'warning'; says: string; of: (file: WrittenFile) => string }[] = [
	{
		type: 'info',
		says: 'The list has no records, or none that match your choices.',
		of: ({ records, searched }) => {
			if (records > 0) return '';
			return searched === undefined
				? 'no records'
				: `none of ${withCommas(searched)} records match`;
		},
	},
	{
		type: 'warning',
		says: 'Excel and LibreOffice open at most 1,048,576 rows and leave out the rest. To open the file in a spreadsheet, narrow the list with Filters.',
		of: ({ format, records }) =>
			format === 'csv' && records >= MAX_ROWS ? `${withCommas(records + 1)} rows` : '',
	},
	{
		type: 'warning',
		says: 'This n8n keeps files in its database, and may be unable to read files larger than about 250 MB. Narrow the list with Filters or, for CSV and JSON Lines, turn on Compress, under Options.',
		of: ({ isInDatabase, bytes }) =>
			isInDatabase && bytes > LARGE_FOR_DATABASE_BYTES
				? `${withCommas(Math.round(bytes / 1e6))} MB`
				: '',
	},
	{
		type: 'warning',
		says: 'A cell holds at most 32,767 characters, so longer text was cut. CSV and JSON Lines keep the whole text.',
		of: ({ cutCells = 0 }) => (cutCells > 0 ? `${withCommas(cutCells)} cut` : ''),
	},
	{
		type: 'warning',
		says: 'Some text exceeds the 32,767 characters that an Excel cell can hold. The file has the whole text, but Excel cuts it or spreads it over several rows.',
		of: ({ longCells = 0 }) => (longCells > 0 ? `${withCommas(longCells)} too long` : ''),
	},
	{
		type: 'warning',
		says: 'Some of the fields that you named are not in any record, so their columns are empty. Check their spelling.',
		of: ({ missingColumns }) => listed(missingColumns),
	},
	{
		type: 'info',
		says: 'Some names are empty: the platform has no such records, or does not let n8n read them.',
		of: ({ emptyNames }) => listed(emptyNames),
	},
	{
		type: 'info',
		says: 'Some fields first appear on later pages, after the header was written. The last column contains them. To give a field its own column, name it in Output Fields (Selected Fields, Row) or in Columns, under Options (All Fields).',
		of: ({ format, otherFields }) => (format === 'jsonl' ? '' : listed(otherFields)),
	},
	{
		type: 'info',
		says: 'Some pages failed and were requested again. Nothing is missing.',
		of: ({ retriedPages }) => (retriedPages.length === 0 ? '' : `page ${listed(retriedPages)}`),
	},
];

/** Returns the hints about an execution's files. Files with the same problem share one hint. */
export function hintsAbout(files: WrittenFile[]): NodeExecutionHint[] {
	return MATTERS.flatMap(({ type, says, of }) => {
		const named = files.flatMap((file) => {
			const problem = of(file);
			return problem === '' ? [] : [`${file.fileName}: ${problem}`];
		});
		if (named.length === 0) return [];
		// n8n renders hints as HTML, and field names come from the service.
		const message = `${says} ${escapeMarkup(listed(named, '; '))}`;
		return [{ message, type, location: 'outputPane' as const }];
	});
}
