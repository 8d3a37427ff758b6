import type { INodeExecutionData } from 'n8n-workflow';

import type { ListingLog } from '../transport/log';
import type { Run } from './refresh';
import type { TriggerSettings } from './settings';
import type { Tracker } from './tracker';

/**
 * The items that a poll emits, one for each event.
 *
 * @param run whose stamp they carry: a row that keeps an older one was not there when all was reported
 * @param log gets a line when something about them is worth knowing
 * @returns `null` when nothing happened, so that no execution starts
 */
export function itemsFor(
	tracker: Tracker,
	{ output, refresh }: Pick<TriggerSettings, 'output' | 'refresh'>,
	{ syncRun = '' }: Pick<Run, 'syncRun'>,
	log: ListingLog,
): INodeExecutionData[][] | null {
	const { events, missingFields } = tracker.finish();
	if (events.length === 0) return null;
	log.fieldsMissing(missingFields);
	const triggerTime = new Date().toISOString();
	const items = events.map(({ event, record }) => {
		// What a step has to do with its table, for a Switch node or the name of an operation.
		const syncAction = event === 'removed' ? 'delete' : 'upsert';
		const forRow = output.kind === 'row' ? { syncAction } : {};
		// Rows have it in any case: a table with fixed columns has to know them before the option is used.
		const forSync = output.kind === 'row' || refresh.isUsed ? { syncRun } : {};
		return { json: { ...record, triggerEvent: event, triggerTime, ...forRow, ...forSync } };
	});
	return [items];
}
