import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { failed } from './n8n/nodeError';
import { getFields } from './operations/fieldMenus';
import { listSearch } from './operations/pickers';
import { triggerProperties } from './trigger/form';
import { readChanges, readSample } from './trigger/readChanges';
import { pollDeadline, runAlone } from './trigger/scheduler';
import { readSettings } from './trigger/settings';
import { readState, writeState } from './trigger/state';
import { ListingLog } from './n8n/log';

export class LearningPlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Learning Platform Trigger',
		name: 'learningPlatformTrigger',
		icon: { light: 'file:learningPlatform.svg', dark: 'file:learningPlatform.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["triggerOn"].join(", ") + ": " + $parameter["resource"] }}',
		description:
			'Starts the workflow when courses, groups, users, enrollments, completions or other records of a learning platform (LMS) are added, updated or removed. The Learning Platform node lists and exports them.',
		defaults: { name: 'Learning Platform Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'learningPlatformApi', required: true }],
		properties: triggerProperties,
	};

	methods = { listSearch, loadOptions: { getFields } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		let log = new ListingLog(this, 'records');
		try {
			const settings = await readSettings(this);
			log = new ListingLog(this, settings.target.listName);
			const reading = { log, signal: pollDeadline(this, log.list) };
			if (this.getMode() === 'manual') return await readSample(this, settings, reading);

			return await runAlone(this, reading, async () => {
				const staticData = this.getWorkflowStaticData('node');
				const before = readState(staticData.state, settings.scope, settings);
				const { items, state } = await readChanges(this, settings, before, reading);
				// Whatever is set, n8n stores all of it.
				if (state !== before) staticData.state = writeState(state, settings.scope);
				return items;
			});
		} catch (error) {
			throw failed(this.getNode(), error, log);
		}
	}
}
