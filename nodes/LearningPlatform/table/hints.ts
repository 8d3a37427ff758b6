import type { NodeExecutionHint } from 'n8n-workflow';

import { escapeMarkup, listed } from '../values/words';
import type { Comparison } from './compare';

/** What n8n's nodes read at most unless Return All is on. */
const USUAL_LIMITS = [50, 100, 1_000];

/** What n8n shows beside the result: which rows are odd, and what was not compared. */
export function hintsAboutTable(
	{ counts, missingColumns, repeated, twins, withoutKey }: Comparison,
	run: {
		/** How many rows came in. */
		rows: number;
		keyName: string;
		/** The fields that no record has. */
		missingFields: string[];
		/** Whose names are empty, and why. */
		emptyNames: string[];
	},
): NodeExecutionHint[] {
	const { rows, keyName, missingFields, emptyNames } = run;
	const matters = [
		withoutKey > 0 &&
			`Rows without a value in ${keyName}: ${withoutKey}. They count as your own rows and were left alone.`,
		twins > 0 &&
			counts.deleted === 0 &&
			`Rows that repeat the ${keyName} of an earlier row: ${twins}. Only the first one is compared. Delete the others, or set Removed Rows to Delete.`,
		repeated > 0 &&
			`${repeated} rows came in more than once and were counted once. The node that reads the table should run once, and be the only one that leads here.`,
		missingColumns.length > 0 &&
			`No row of the table has the columns ${missingColumns.join(', ')}, so they were not compared. Give the table these columns. If it has them, and they are empty everywhere, write any text into one cell of each.`,
		missingFields.length > 0 &&
			`No record has the Output Fields ${missingFields.join(', ')}. Check their spelling.`,
		emptyNames.length > 0 &&
			`Some names are empty: the platform has no such records, or does not let them be read. ${emptyNames.length}: ${listed(emptyNames)}`,
		counts.added > 0 &&
			USUAL_LIMITS.includes(rows) &&
			`Exactly ${rows} rows came in, and others are new. If the table has more rows, turn on Return All in the node that reads it.`,
	];
	return matters
		.filter((message) => message !== false)
		.map((message) => ({
			// n8n shows hints as HTML, and the names of fields come from the service.
			message: escapeMarkup(message),
			type: 'warning' as const,
			location: 'outputPane' as const,
		}));
}
