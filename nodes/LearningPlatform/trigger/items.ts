import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Change } from './changes';
import type { TriggerSettings } from './settings';

/**
 * The items that a poll emits, one for each event.
 *
 * @param events each with its record in the shape of the output
 * @param stamps.time when the poll began
 * @param stamps.syncRun of the last refresh: a row that keeps an older one was not there when all was reported
 * @param rowsToKeep how many rows have the present stamp, when all others can go. An item of its own says so and gives the
 * number, so that a workflow whose executions have failed since does not empty its table.
 * @returns `null` when nothing happened, so that no execution starts
 */
export function itemsFor(
	events: { event: Change['event']; record: IDataObject }[],
	{ output, refresh }: TriggerSettings,
	{ time: triggerTime, syncRun = '' }: { time: string; syncRun?: string | undefined },
	rowsToKeep?: number,
): INodeExecutionData[][] | null {
	const isRow = output.kind === 'row';
	// Rows always have it, because a table with fixed columns has to know them before the option is used.
	const forSync = isRow || refresh.isUsed ? { syncRun } : {};
	const items: INodeExecutionData[] = events.map(({ event, record }) => {
		// What a step has to do with its table: for a Switch node, or as the name of an operation.
		const forRow = isRow ? { syncAction: event === 'removed' ? 'delete' : 'upsert' } : {};
		return { json: { ...record, triggerEvent: event, triggerTime, ...forRow, ...forSync } };
	});
	if (rowsToKeep !== undefined && isRow) {
		const sweep = { syncAction: 'sweep', syncRun, syncRows: rowsToKeep };
		items.push({ json: { triggerEvent: 'sweep', triggerTime, ...sweep } });
	}
	return items.length === 0 ? null : [items];
}
