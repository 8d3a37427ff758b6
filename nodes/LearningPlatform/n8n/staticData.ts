import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { DAY_MS } from '../values/dates';
import { pollBudgetMs } from './pollTimes';

/** The contexts in which n8n calls a trigger. */
export type TriggerContext = IHookFunctions | IPollFunctions | IWebhookFunctions;

/** Identifies a trigger, even if its node is renamed. A node that was imported on the command line may have no ID. */
export function triggerKey(context: Pick<TriggerContext, 'getNode' | 'getWorkflow'>): string {
	const { id, name } = context.getNode();
	return `${context.getWorkflow().id ?? ''}:${id || name}`;
}

/** n8n 2's durable cursors are copies that do not report changes. n8n keeps them by ID and stores them with an execution. */
const isCursor = (data: IDataObject) => !('__dataChanged' in data);

const PREFIX = 'learningPlatform:';

/** Data that was last stored so long ago probably belongs to a deleted node. */
const KEPT_MS = 90 * DAY_MS;

const ageOf = (stored: unknown) =>
	Date.now() - (Number((Object(stored) as { polledAt?: unknown }).polledAt) || 0);

/** The triggers that have opened their data in this process. */
const opened = new Set<string>();

/**
 * Opens the data that n8n stores for a trigger. n8n keeps a node's data under its name, which people change. So the data
 * is kept with the workflow's, under the node's ID, unless n8n has a durable cursor.
 */
export function openStaticData(context: TriggerContext) {
	const ofNode = context.getWorkflowStaticData('node');
	const ofWorkflow = context.getWorkflowStaticData('global');
	const key = `${PREFIX}${triggerKey(context)}`;
	const isFirst = !opened.has(key);
	opened.add(key);
	return {
		/** Returns what was stored last. Anyone can edit it. */
		newest(): unknown {
			const [newest] = [ofNode.state, ofWorkflow[key]]
				.filter((stored) => stored !== undefined && stored !== null)
				.sort((a, b) => ageOf(a) - ageOf(b));
			return newest;
		},
		store(stored: { polledAt: number }): void {
			const data = stored as unknown as IDataObject;
			if (isCursor(ofNode)) {
				ofNode.state = data;
				// The poll that publishing runs may lose its cursor.
				if (pollBudgetMs(context) !== undefined) return;
			}
			// Assigning any value causes n8n to store the data.
			ofWorkflow[key] = data;
			// Before a trigger polls a second time, n8n has activated all triggers of the workflow.
			if (isFirst) return;
			for (const other of Object.keys(ofWorkflow)) {
				const isUnused = other.startsWith(PREFIX) && !opened.has(other);
				if (isUnused && ageOf(ofWorkflow[other]) > KEPT_MS)
					Reflect.deleteProperty(ofWorkflow, other);
			}
		},
	};
}
