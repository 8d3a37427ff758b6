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

/** Whoever is missing in a part of the table may be in another part. @throws UserFacingError in a second run */
export function checkOneRun(context: IExecuteFunctions): void {
	if (context.getWorkflowDataProxy(0).$runIndex === 0) return;
	throw new UserFacingError(
		'The node runs for a second time in this execution, so it sees only a part of the table',
		'It needs all rows at once: connect it to the node that reads the table, without Loop Over Items in between and with one connection only.',
	);
}
