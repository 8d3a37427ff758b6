import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { escapeMarkup, listed } from '../values/words';
import { SYNC_VERSION, type TableComparison } from '../table';

/** The most rows that n8n's nodes read unless Return All is on. */
const USUAL_LIMITS = [50, 100, 1_000];

/** The hints that n8n shows next to the result: odd rows, and columns not compared. */
export function hintsAboutTable(
	{ changedKeys, counts, leftAlone, missingColumns, table, upserts }: TableComparison,
	run: {
		/** How many rows came in. */
		rows: number;
		/** Whether n8n adds an empty item to an output Upsert without items. */
		alwaysOutputData: boolean;
		keyName: string;
		/** The columns that the table needs, in order. */
		needed: string[];
		/** The fields that no record has. */
		missingFields: string[];
		/** The records with empty names, and why. */
		emptyNames: string[];
	},
): NodeExecutionHint[] {
	const { rows, keyName, needed, missingFields, emptyNames } = run;
	const matters = [
		run.alwaysOutputData &&
			upserts.length === 0 &&
			'Always Output Data is on in the settings of this node, so n8n adds an empty item to the output Upsert. The node that writes would turn it into a row: turn the setting off, or put a Filter node between them.',
		table.rows.length === 0 &&
			counts.added > 0 &&
			`The table is empty. It needs these columns, in this order: ${needed.join(', ')}.`,
		table.lacks(SYNC_VERSION) &&
			`No row of the table has the column ${SYNC_VERSION}. Without it every run writes all rows, and marks none. Give the table a text column of this name; the node that writes must map it.`,
		leftAlone.withoutKey > 0 &&
			`Rows without a value in ${keyName}: ${leftAlone.withoutKey}. They are treated as your own rows and were left alone.`,
		leftAlone.withoutVersion > 0 &&
			`Rows with a ${keyName} that the list does not have, and without a ${SYNC_VERSION}: ${leftAlone.withoutVersion}. They are treated as your own rows and were left alone.`,
		leftAlone.copied > 0 &&
			`Rows whose ${SYNC_VERSION} belongs to another ${keyName}: ${leftAlone.copied}. Somebody has copied them, or changed their ${keyName}, so they were left alone. Delete them, or empty their ${SYNC_VERSION}.`,
		leftAlone.twins > 0 &&
			`Rows that repeat the ${keyName} of another row: ${leftAlone.twins}. Delete them, or set Removed Rows to Delete, which deletes those that Sync has written.`,
		leftAlone.respelled > 0 &&
			`Rows with a cell that the table changes after each write: ${leftAlone.respelled}. They were left alone. Columns of the type text keep what is written.`,
		leftAlone.repeated > 0 &&
			`${leftAlone.repeated} rows came in more than once and were counted once. The node that reads the table should run once, and be the only node connected to this one.`,
		changedKeys.length > 0 &&
			`The table has changed keys, such as ${listed(changedKeys)}. Their rows were found. Format the column ${keyName} as plain text before two keys become one.`,
		missingColumns.size > 0 &&
			`No row of the table has the columns ${[...missingColumns].join(', ')}, so they were not compared. Give the table these columns. If it has them, and they are empty everywhere, write any text into one cell of each.`,
		missingFields.length > 0 &&
			`No record has the Output Fields ${missingFields.join(', ')}. Check their spelling.`,
		emptyNames.length > 0 &&
			`Some names are empty: the platform has no such records, or does not let n8n read them. ${emptyNames.length}: ${listed(emptyNames)}`,
		counts.added > 0 &&
			USUAL_LIMITS.includes(rows) &&
			`Exactly ${rows} rows came in, and others are new. If the table has more rows, turn on Return All in the node that reads it.`,
	];
	return matters.filter((message) => message !== false).map(warning);
}

/** With On Error: Continue the outputs are empty, and n8n shows no error. */
export function hintAboutError({ error, message = '' }: IDataObject): NodeExecutionHint {
	return warning(`Nothing was compared. ${error as string}. ${message as string}`.trim());
}

function warning(message: string): NodeExecutionHint {
	// n8n shows hints as HTML, and the names of fields come from the service.
	return { message: escapeMarkup(message), type: 'warning', location: 'outputPane' };
}
