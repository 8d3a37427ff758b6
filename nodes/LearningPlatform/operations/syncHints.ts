import type { NodeExecutionHint } from 'n8n-workflow';

import { cellKey, SYNC_VERSION, type TableComparison, type TableRow } from '../table';
import { isBlank } from '../values/cells';
import { escapeMarkup, listed } from '../values/words';

/** The default row limits of n8n's nodes when Return All is off. */
const USUAL_LIMITS = [50, 100, 1_000];

/** Returns the hints about Sync's result, e.g. about repeated rows or columns that were not compared. */
export function hintsOfSync(
	comparison: TableComparison,
	run: {
		rows: number;
		keyName: string;
		/** The columns that the table needs, in order. */
		needed: string[];
		alwaysOutputData: boolean;
		/** True if the node has run before in this execution, e.g. in a loop. */
		isRepeated: boolean;
		excelDays: string[];
		missingFields: string[];
		emptyLabels: string[];
		/** The columns in which Sync has cut text. */
		cutColumns: ReadonlySet<string>;
	},
): NodeExecutionHint[] {
	const { changedKeys, counts, emptied, leftAlone, missingColumns, table, upserts } = comparison;
	const { rows, keyName, needed, excelDays, missingFields, emptyLabels, cutColumns } = run;
	const matters = [
		run.alwaysOutputData &&
			upserts.length === 0 &&
			"Always Output Data is on in this node's settings, so n8n adds an empty item to the Upsert output. The next node would write that item as a row. Turn the setting off, or put a Filter node in between.",
		table.rows.length === 0 &&
			counts.added > 0 &&
			`The table is empty. It needs these columns, in this order: ${needed.join(', ')}.`,
		run.isRepeated &&
			counts.added > 0 &&
			'The node has already run in this execution, and this run added rows. Sync compares the rows of each run with the whole list. If these rows are only a part of a table, the rows of the other part were added again: connect the node to the node that reads the table, without Loop Over Items in between and with one connection only.',
		table.lacks(SYNC_VERSION) &&
			`No row in the table has a ${SYNC_VERSION} column. Without this column, every run writes all rows and marks none as removed. Add a text column with this name to the table, and map it in the node that writes the rows.`,
		leftAlone.withoutKey > 0 &&
			`Rows without a value in ${keyName}: ${leftAlone.withoutKey}. Sync treats them as your own, so it left them alone.`,
		emptied.length > 0 &&
			`Rows that lost their ${keyName}: ${emptied.length}, such as ${listed(emptied.map(emptiedName))}. Sync left them alone and added their records as new rows unless the records are gone. Move your own cells to the new rows, and delete the old ones.`,
		leftAlone.withoutVersion > 0 &&
			`Rows that have no ${SYNC_VERSION} and whose ${keyName} is not in the list: ${leftAlone.withoutVersion}. Sync treats them as your own, so it left them alone.`,
		leftAlone.copied > 0 &&
			`Rows whose ${SYNC_VERSION} belongs to a different ${keyName}: ${leftAlone.copied}. Someone copied these rows or changed their ${keyName}, so Sync left them alone. Delete these rows, or clear their ${SYNC_VERSION}.`,
		leftAlone.renumbered > 0 &&
			`Rows whose ${keyName} is a number that does not belong to their ${SYNC_VERSION}: ${leftAlone.renumbered}. If the table turned these keys into numbers, their records are no longer in the list, but Sync cannot mark the rows. Check and delete them, and format the ${keyName} column as plain text.`,
		leftAlone.twins > 0 &&
			`Rows that repeat the ${keyName} of another row: ${leftAlone.twins}. Delete these rows, or set Removed Rows to Delete, which deletes the ones that Sync wrote.`,
		leftAlone.respelled > 0 &&
			`Rows with a cell that the table changes after each write: ${leftAlone.respelled}. Sync left these rows alone. Use text columns, which keep values as written.`,
		leftAlone.repeated > 0 &&
			`${leftAlone.repeated} rows arrived more than once, and Sync ignored the repeats. The node that reads the table should run only once and be the only node connected to this one.`,
		changedKeys.length > 0 &&
			`The table changed some keys, such as ${listed(changedKeys)}. Sync still found the rows. Format the ${keyName} column as plain text; otherwise, two keys may become identical.`,
		missingColumns.size > 0 &&
			`No row in the table has the columns ${[...missingColumns].join(', ')}, so Sync did not compare them. Add these columns to the table. If they exist but are empty, enter any text in one cell of each.`,
		cutColumns.size > 0 &&
			`Some text is too long for a spreadsheet cell, so Sync cut it after 50,000 characters. Columns: ${[...cutColumns].join(', ')}.`,
		excelDays.length > 0 &&
			`Filters contain day numbers of Excel, which were read as days. ${listed(excelDays)}`,
		missingFields.length > 0 &&
			`No record has the Output Fields ${missingFields.join(', ')}. Check the spelling.`,
		emptyLabels.length > 0 &&
			`Some names are empty because the corresponding records do not exist or n8n is not allowed to read them. ${emptyLabels.length}: ${listed(emptyLabels)}`,
		counts.added > 0 &&
			USUAL_LIMITS.includes(rows) &&
			`Exactly ${rows} rows arrived, and some records are new. If the table has more rows, turn on Return All in the node that reads it.`,
	];
	return matters.filter((message) => message !== false).map(warning);
}

/** Returns what a person can search for: the row's number or ID, or else its place in the input. */
function emptiedName({ json, at = 0, recordKey }: TableRow): string {
	const id = isBlank(json.id) ? `item ${at}` : `id ${cellKey(json.id)}`;
	const name = isBlank(json.row_number) ? id : `row ${cellKey(json.row_number)}`;
	return recordKey === undefined ? name : `${name} for ${recordKey}`;
}

function warning(message: string): NodeExecutionHint {
	// n8n renders hints as HTML, and field names come from the service.
	return { message: escapeMarkup(message), type: 'warning', location: 'outputPane' };
}
