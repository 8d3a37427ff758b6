import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { DESCRIPTION } from './form';
import { methods } from './operations/methods';
import { poll, triggerProperties, triggerSubtitle } from './trigger';

export class LearningPlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Learning Platform Trigger',
		name: 'learningPlatformTrigger',
		icon: { light: 'file:learningPlatform.svg', dark: 'file:learningPlatform.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: triggerSubtitle,
		description: DESCRIPTION,
		builderHint: {
			searchHint:
				'Omit pollTimes: the default is every 15 minutes, although its type definition says every minute. To react when somebody completes a course or a path, set resource to "courseCompletion" or "pathCompletion" and triggerOn to ["completed"]. To add userName, userMail, and courseName or pathName, set options.addNames to ["courses", "users"] or ["paths", "users"]. To report only people who pass, set options.passingScore to a value such as 80. To react when somebody fails a path or is late (overdue), set resource to "pathCompletion" and triggerOn to ["failed"] or ["late"]. This node reports events. To keep a table in sync with a list, run the Learning Platform node\'s "sync" operation on a schedule instead.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint: 'Remembers reported events so that a retry does not notify anyone twice',
				},
				{
					nodeType: 'n8n-nodes-learning-platform.learningPlatform',
					relationHint: 'Lists and exports records, and keeps a table in sync with a list',
				},
			],
		},
		activationMessage:
			'The first poll only saves the current records, unless Emit on First Run is on. After that, every change starts the workflow.',
		defaults: { name: 'Learning Platform Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'learningPlatformApi', required: true }],
		properties: triggerProperties,
	};

	methods = methods;

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
