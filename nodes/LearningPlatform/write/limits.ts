import type { IExecuteFunctions } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';

/** Checks a limit. Some changes are always allowed: in a short table, a few are a large share. */
export const isOver = (count: number, always: number, [percent, all]: [number, number]) =>
	count > Math.max(always, Math.floor((all * percent) / 100));

/** @throws UserFacingError if the node sees only the first row of the table */
export function checkAllRows(context: IExecuteFunctions): void {
	if (!context.getNode().executeOnce) return;
	throw new UserFacingError(
		'Execute Once is on, so only the first row of the table would be processed',
		"Turn off Execute Once in this node's settings. It can stay on in the node that reads the table.",
	);
}

/** A user missing from one part of the table may be in another. @throws UserFacingError in a second run */
export function checkOneRun(context: IExecuteFunctions): void {
	if (context.getWorkflowDataProxy(0).$runIndex === 0) return;
	throw new UserFacingError(
		'The node runs for a second time in this execution, so it sees only a part of the table',
		'It needs all rows at once: connect it to the node that reads the table, without Loop Over Items in between and with one connection only.',
	);
}

/** The settings that apply to a whole run, with their labels. */
const RUN_SETTINGS = {
	changeLimit: 'Change Limit',
	dryRun: 'Dry Run',
	groupsUnder: 'Groups Under',
	others: 'Other Members',
	removalLimit: 'Removal Limit',
};

/** @throws UserFacingError if a setting of the whole run is an expression with different values */
export function checkSettings(
	entries: readonly object[],
	labels: Readonly<Record<string, string>> = RUN_SETTINGS,
	consequence = 'Nothing was written.',
): void {
	for (const [name, label] of Object.entries(labels)) {
		const values = entries.map((entry) => JSON.stringify(new Map(Object.entries(entry)).get(name)));
		if (new Set(values).size <= 1) continue;
		throw new UserFacingError(
			`${label} differs between the items`,
			`${consequence} It applies to the whole run. Enter a fixed value, or an expression that does not depend on the item.`,
		);
	}
}
