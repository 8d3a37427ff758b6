import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperations, describeResource, guardedResourceField } from './operations';
import { longListHint } from './operations/list';
import { getFields } from './operations/menus';
import { listSearch } from './operations/pickers';
import { resources } from './catalog/resources';
import { SUBJECT } from './form';
import { baseUrlExpression } from './token';

export class LearningPlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Learning Platform',
		name: 'learningPlatform',
		icon: { light: 'file:learningPlatform.svg', dark: 'file:learningPlatform.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: `={{ $parameter["operation"] + ": " + ${SUBJECT} }}`,
		description:
			'Get courses, groups, users, enrollments, paths, certificates, completions and all other lists of a learning platform (LMS), export them to a file, or start a workflow when they change',
		builderHint: {
			searchHint:
				'Reads the platform and changes nothing on it. To react when records are added, updated or removed, or when somebody completes a course or a path, use Learning Platform Trigger, not a Schedule Trigger with List. For a file, and for lists of thousands of records, use the operation "export": it writes CSV, Excel or JSON Lines without Convert to File. How far people are in courses and paths is "courseCompletion" and "pathCompletion". Enrollments, members of a group, certificates and all other lists are the resource "other".',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-learning-platform.learningPlatformTrigger',
					relationHint:
						'For changes: starts the workflow when records are added, updated or removed, or when somebody completes a course or a path',
				},
				{
					nodeType: 'n8n-nodes-base.scheduleTrigger',
					relationHint: 'Starts a regular export, such as every night',
				},
			],
		},
		defaults: { name: 'Learning Platform' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'learningPlatformApi', required: true }],
		hints: [longListHint],
		requestDefaults: { baseURL: baseUrlExpression },
		properties: [guardedResourceField, ...resources.flatMap(describeResource)],
	};

	customOperations = customOperations;

	methods = { listSearch, loadOptions: { getFields } };
}
