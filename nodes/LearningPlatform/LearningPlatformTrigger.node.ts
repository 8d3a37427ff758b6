import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { toNodeError } from './listing/nodeError';
import { listSearch } from './operations/pickers';
import { triggerFields } from './trigger/fields';
import { itemsFor } from './trigger/items';
import { pollBudgetMs, pollDeadline } from './trigger/pollBudget';
import { readChanges, readSample } from './trigger/readChanges';
import { startRun } from './trigger/refresh';
import { runAlone } from './trigger/runAlone';
import { readSettings } from './trigger/settings';
import { readState, writeState } from './trigger/state';
import { ListingLog } from './transport/log';

export class LearningPlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Learning Platform Trigger',
		name: 'learningPlatformTrigger',
		icon: { light: 'file:learningPlatform.svg', dark: 'file:learningPlatform.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["triggerOn"].join(", ") + ": " + $parameter["resource"] }}',
		description:
			'Starts the workflow when courses or groups of a learning platform are added, updated or removed. The Learning Platform node lists and exports them.',
		defaults: { name: 'Learning Platform Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'learningPlatformApi', required: true }],
		properties: triggerFields,
	};

	methods = { listSearch };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		let listName = '';
		try {
			const settings = await readSettings(this);
			({ listName } = settings.target);
			const reading = {
				log: new ListingLog(this, listName),
				signal: pollDeadline(this, listName),
			};
			if (this.getMode() === 'manual') {
				const run = { syncRun: new Date().toISOString() };
				return itemsFor(await readSample(this, settings, reading), settings, run, reading.log);
			}

			// Nodes that were pasted as JSON can have the same ID; their names differ.
			const key = `${this.getWorkflow().id ?? ''}:${this.getNode().name}`;
			const poll = async () => {
				const staticData = this.getWorkflowStaticData('node');
				const before = readState(staticData.state, settings.scope, settings);
				const run = startRun(settings.refresh, before);
				const tracker = await readChanges(this, settings, before, {
					...reading,
					isFull: run.isFull,
				});
				const items = itemsFor(tracker, settings, run, reading.log);
				const state = { ...tracker.state, syncRun: run.syncRun, request: run.request };
				staticData.state = writeState(state, settings.scope, settings);
				return items;
			};
			return await runAlone(key, poll, {
				...reading,
				isScheduled: pollBudgetMs(this) !== undefined,
			});
		} catch (error) {
			throw toNodeError(this.getNode(), error, listName);
		}
	}
}
