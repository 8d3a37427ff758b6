import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { SUBJECT } from './form';
import { failed } from './n8n/nodeError';
import { getFields } from './operations/menus';
import { listSearch } from './operations/pickers';
import { triggerProperties } from './trigger/form';
import { readChanges, readSample } from './trigger/readChanges';
import { pollDeadline, runAlone } from './trigger/scheduler';
import { readSettings } from './trigger/settings';
import { ListingLog } from './n8n/log';

export class LearningPlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Learning Platform Trigger',
		name: 'learningPlatformTrigger',
		icon: { light: 'file:learningPlatform.svg', dark: 'file:learningPlatform.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ $parameter["triggerOn"].join(", ") + ": " + ${SUBJECT} }}`,
		description:
			'For courses, users, groups, paths and completions of a learning platform (LMS): starts a workflow when a learner completes a course or a path, or when courses, users, groups, paths or other records are added, updated or removed. The Learning Platform node lists and exports records.',
		builderHint: {
			searchHint:
				'Leave pollTimes out: the default is every 15 minutes, although its type says every minute. When somebody completes a course or a path: resource "courseCompletion" or "pathCompletion", triggerOn ["completed"], options.addNames ["courses", "users"] or ["paths", "users"] for userName, userMail, courseName, pathName. To keep a table the same as the list, set output to "row", triggerOn to added, updated and removed and options.reportEverythingAgain to "week", which also fills the table; then upsert by the key column (courseId, groupId) where syncAction is "upsert", and delete by it where syncAction is "delete".',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint:
						'A table in n8n: upsert by courseId. Takes the output row, with options.escapeFormulas off',
				},
				{
					nodeType: 'n8n-nodes-base.googleSheets',
					relationHint: 'A spreadsheet: appendOrUpdate, matching courseId. Takes the output row',
				},
				{
					nodeType: 'n8n-nodes-base.postgres',
					relationHint: 'A database: upsert by courseId. Takes the output row',
				},
				{
					nodeType: 'n8n-nodes-learning-platform.learningPlatform',
					relationHint: 'Lists, gets and exports records whenever a workflow wants them',
				},
			],
		},
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
			log = new ListingLog(this, settings.target.path);
			const pollContext = { context: this, log, signal: pollDeadline(this, log.list) };
			if (this.getMode() === 'manual') return await readSample(pollContext, settings);

			return await runAlone(this, pollContext, async () => {
				const staticData = this.getWorkflowStaticData('node');
				const { items, state } = await readChanges(pollContext, settings, staticData.state);
				// Whatever is set, n8n stores all of it.
				if (state) staticData.state = state;
				return items;
			});
		} catch (error) {
			throw failed(this.getNode(), error, log);
		}
	}
}
