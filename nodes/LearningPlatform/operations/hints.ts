import type { NodeExecutionHint, NodeHint } from 'n8n-workflow';

import { MAX_ROWS, type writeFile } from '../file';
import { escapeMarkup, listed, withCommas } from '../values/words';

/** The hints that the editor shows before the node has run. */
export const listHints: NodeHint[] = [
	{
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		message:
			'For many thousands of records, choose the <b>Export to File</b> operation, which writes a file of any size. n8n keeps all items in memory and cannot save an execution of more than 512 MB.',
		// Only tools have a tool description.
		displayCondition:
			'={{ $parameter.operation === "list" && $parameter.returnAll === true && !$parameter.toolDescription }}',
	},
];

/** The figures about an input item's result that determine which hints to show. */
export interface ReadFigures {
	itemIndex: number;
	/** The list's path. */
	list: string;
	/** What the node read, as JSON: the credential, the list, and the form. */
	request: string;
	records: number;
	/** The number of records that the node has searched, e.g. for Name Contains; `undefined` if there is no search. */
	searched: number | undefined;
	/** The day numbers of Excel in filters, each with the day, e.g. `46387 as 2026-12-31`. */
	excelDays: string[];
	retriedPages: string[];
	/** Output Fields and chosen columns that do not appear in any record. */
	missingFields: string[];
	/** Records whose names could not be read, each with the reason, e.g. `users 65a1c0 (403)`. */
	emptyLabels: string[];
	/** Omitted if the records are items. */
	file?: Awaited<ReturnType<typeof writeFile>>['file'];
}

/** After a search this long, a hint explains why it took so long. */
const LONG_SEARCH = 5_000;

/** PostgreSQL's client cannot return files larger than about 250 MB (docs/scaling.md, Files). */
const LARGE_FOR_DATABASE_BYTES = 200e6;

/** The possible hints. `problemIn` describes the problem with a list or file, or returns '' if there is no problem. */
const HINTS: {
	type: 'info' | 'warning';
	text: string;
	problemIn: (figures: ReadFigures) => string;
}[] = [
	{
		type: 'info',
		text: 'The list is empty, or no records match your choices.',
		problemIn: ({ records, searched }) => {
			if (records > 0) return '';
			return searched === undefined
				? 'no records'
				: `none of ${withCommas(searched)} records match`;
		},
	},
	{
		type: 'info',
		text: 'Filters contain day numbers of Excel, which were read as days.',
		problemIn: ({ excelDays }) => listed(excelDays),
	},
	{
		type: 'info',
		text: 'The service cannot search, so the node read many records to find the matches. Other filters speed up the search.',
		problemIn: ({ records, searched = 0 }) =>
			records > 0 && searched >= LONG_SEARCH
				? `${withCommas(records)} of ${withCommas(searched)} records match`
				: '',
	},
	{
		type: 'warning',
		text: 'Excel and LibreOffice open only the first 1,048,576 rows. To fit the list in a spreadsheet, narrow it with Filters.',
		problemIn: ({ file, records }) =>
			file?.format === 'csv' && records >= MAX_ROWS ? `${withCommas(records + 1)} rows` : '',
	},
	{
		type: 'warning',
		text: 'This n8n instance stores files in its database and may be unable to read files larger than about 250 MB. Narrow the list with Filters or, for CSV and JSON Lines, turn on Compress under Options.',
		problemIn: ({ file }) =>
			file?.isInDatabase && file.bytes > LARGE_FOR_DATABASE_BYTES
				? `${withCommas(Math.round(file.bytes / 1e6))} MB`
				: '',
	},
	{
		type: 'warning',
		text: 'An Excel cell holds at most 32,767 characters, so longer text was truncated. CSV and JSON Lines keep the full text.',
		problemIn: ({ file }) => (file?.cutCells ? `${withCommas(file.cutCells)} truncated` : ''),
	},
	{
		type: 'warning',
		text: 'Some text exceeds the 32,767 characters that an Excel cell can hold. The file contains the full text, but Excel truncates it or splits it across rows.',
		problemIn: ({ file }) => (file?.longCells ? `${withCommas(file.longCells)} too long` : ''),
	},
	{
		type: 'warning',
		text: 'Some of the fields that you named do not appear in any record. Check the spelling.',
		problemIn: ({ missingFields }) => listed(missingFields),
	},
	{
		type: 'info',
		text: 'Some names are empty because the corresponding records do not exist or n8n is not allowed to read them.',
		problemIn: ({ emptyLabels }) => listed(emptyLabels),
	},
	{
		type: 'info',
		text: 'Some fields first appeared on later pages, after the header had been written. The last column contains these fields. To give a field its own column, add it to Output Fields (if Output is Selected Fields or Row) or to Columns under Options (if Output is All Fields).',
		problemIn: ({ file }) => (!file || file.format === 'jsonl' ? '' : listed(file.otherFields)),
	},
	{
		type: 'info',
		text: 'Some pages failed and were requested again. No records are missing.',
		problemIn: ({ retriedPages }) =>
			retriedPages.length === 0 ? '' : `page ${listed(retriedPages)}`,
	},
];

/**
 * Returns the hints about a run. Items with the same problem share one hint, which names their files.
 *
 * @param figures one entry for each input item that did not fail @param isRepeated true if all input items asked for the same
 */
export function hintsAbout(
	figures: readonly ReadFigures[],
	isRepeated: boolean,
): NodeExecutionHint[] {
	const hints = HINTS.flatMap(({ type, text, problemIn }) => {
		const named = figures.flatMap((itemFigures) => {
			const problem = problemIn(itemFigures);
			if (problem === '') return [];
			const { itemIndex, file } = itemFigures;
			const subject = file?.fileName ?? (figures.length > 1 ? `item ${itemIndex}` : '');
			return [subject === '' ? problem : `${subject}: ${problem}`];
		});
		if (named.length === 0) return [];
		// n8n renders hints as HTML, and field names come from the service.
		const message = `${text} ${escapeMarkup(listed(named, '; '))}`;
		return [{ message, type, location: 'outputPane' as const }];
	});
	if (!isRepeated) return hints;
	const message = `The node did the same for each of the ${withCommas(figures.length)} input items because none of its fields depend on the item. To run it only once, turn on Execute Once under Settings.`;
	return [{ message, type: 'info', location: 'outputPane' }, ...hints];
}
