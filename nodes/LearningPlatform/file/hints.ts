import type { NodeExecutionHint } from 'n8n-workflow';

import { escapeMarkup, listed, withCommas } from '../values/words';
import type { Format } from './formats';
import { MAX_ROWS } from './xlsx/workbook';

/** The details of a file that determine which hints to show. */
export interface WrittenFile {
	fileName: string;
	format: Format;
	records: number;
	otherFields: string[];
	cutCells?: number;
	longCells?: number;
	bytes: number;
	/** True if n8n stores the file in its database, which requires memory for several copies of the file. */
	isInDatabase: boolean;
	retriedPages: string[];
	/** The number of records that the node has searched, e.g. for Name Contains. */
	searched: number | undefined;
	/** Chosen columns that do not appear in any record. */
	missingColumns: string[];
	emptyLabels: string[];
}

/** PostgreSQL's client cannot return files larger than about 250 MB (docs/scaling.md, Files). */
const LARGE_FOR_DATABASE_BYTES = 200e6;

/** The possible hints. `of` describes the problem with a file, or returns '' if there is no problem. */
const FILE_HINTS: { type: 'info' | 'warning'; says: string; of: (file: WrittenFile) => string }[] =
	[
		{
			type: 'info',
			says: 'The list is empty, or no records match your choices.',
			of: ({ records, searched }) => {
				if (records > 0) return '';
				return searched === undefined
					? 'no records'
					: `none of ${withCommas(searched)} records match`;
			},
		},
		{
			type: 'warning',
			says: 'Excel and LibreOffice open only the first 1,048,576 rows. To fit the list in a spreadsheet, narrow it with Filters.',
			of: ({ format, records }) =>
				format === 'csv' && records >= MAX_ROWS ? `${withCommas(records + 1)} rows` : '',
		},
		{
			type: 'warning',
			says: 'This n8n instance stores files in its database and may be unable to read files larger than about 250 MB. Narrow the list with Filters or, for CSV and JSON Lines, turn on Compress under Options.',
			of: ({ isInDatabase, bytes }) =>
				isInDatabase && bytes > LARGE_FOR_DATABASE_BYTES
					? `${withCommas(Math.round(bytes / 1e6))} MB`
					: '',
		},
		{
			type: 'warning',
			says: 'An Excel cell holds at most 32,767 characters, so longer text was truncated. CSV and JSON Lines keep the full text.',
			of: ({ cutCells = 0 }) => (cutCells > 0 ? `${withCommas(cutCells)} truncated` : ''),
		},
		{
			type: 'warning',
			says: 'Some text exceeds the 32,767 characters that an Excel cell can hold. The file contains the full text, but Excel truncates it or splits it across rows.',
			of: ({ longCells = 0 }) => (longCells > 0 ? `${withCommas(longCells)} too long` : ''),
		},
		{
			type: 'warning',
			says: 'Some of the fields that you named do not appear in any record, so their columns are empty. Check the spelling.',
			of: ({ missingColumns }) => listed(missingColumns),
		},
		{
			type: 'info',
			says: 'Some names are empty because the corresponding records do not exist or n8n is not allowed to read them.',
			of: ({ emptyLabels }) => listed(emptyLabels),
		},
		{
			type: 'info',
			says: 'Some fields first appeared on later pages, after the header had been written. The last column contains these fields. To give a field its own column, add it to Output Fields (if Output is Selected Fields or Row) or to Columns under Options (if Output is All Fields).',
			of: ({ format, otherFields }) => (format === 'jsonl' ? '' : listed(otherFields)),
		},
		{
			type: 'info',
			says: 'Some pages failed and were requested again. No records are missing.',
			of: ({ retriedPages }) => (retriedPages.length === 0 ? '' : `page ${listed(retriedPages)}`),
		},
	];

/** Returns the hints about an execution's files. Files with the same problem share one hint. */
export function hintsAbout(files: WrittenFile[]): NodeExecutionHint[] {
	return FILE_HINTS.flatMap(({ type, says, of }) => {
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
