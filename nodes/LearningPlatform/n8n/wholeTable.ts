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

/** @param labels of the settings that apply to the whole run @throws UserFacingError if one is an expression with different values */
export function checkSettings(
	entries: readonly object[],
	labels: Readonly<Record<string, string>>,
	consequence: string,
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

/** Returns a hint about a column that was renamed: it arrives as an empty field in every item. */
export function columnHint(
	[first = [], ...otherItems]: readonly (readonly string[])[],
	isTable = otherItems.length > 0,
): string | undefined {
	const isEmpty = (label: string) => otherItems.every((labels) => labels.includes(label));
	const labels = isTable ? first.filter(isEmpty) : [];
	if (labels.length === 0) return undefined;
	return `No item has a value in ${labels.join(', ')}. A column of the table may have been renamed.`;
}
