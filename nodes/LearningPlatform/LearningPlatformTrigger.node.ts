import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { toNodeError } from './listing/nodeError';
import { triggerFields } from './trigger/fields';
import { pollDeadline } from './trigger/pollBudget';
import { readChanges, readSample } from './trigger/readChanges';
import { runAlone } from './trigger/runAlone';
import { readSettings } from './trigger/settings';
import { readState, writeState } from './trigger/state';
import type { Tracker } from './trigger/tracker';
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

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		let listName = '';
		try {
			const settings = await readSettings(this);
			listName = settings.resource.plural;
			const reading = {
				log: new ListingLog(this, listName),
				signal: pollDeadline(this, listName),
			};
			if (this.getMode() === 'manual') return itemsFor(await readSample(this, settings, reading));

			// Nodes that were pasted as JSON can have the same ID; their names differ.
			const key = `${this.getWorkflow().id ?? ''}:${this.getNode().name}`;
			const poll = async () => {
				const staticData = this.getWorkflowStaticData('node');
				const before = readState(staticData.state, settings.scope, settings);
				const tracker = await readChanges(this, settings, before, reading);
				staticData.state = writeState(tracker.state, settings.scope, settings);
				return itemsFor(tracker);
			};
			return await runAlone(key, poll, reading);
		} catch (error) {
			throw toNodeError(this.getNode(), error, listName);
		}
	}
}

function itemsFor(tracker: Tracker): INodeExecutionData[][] | null {
	const triggerTime = new Date().toISOString();
	const items = tracker.events().map(({ event, record }) => ({
		json: { ...record, triggerEvent: event, triggerTime },
	}));
	return items.length > 0 ? [items] : null;
}
