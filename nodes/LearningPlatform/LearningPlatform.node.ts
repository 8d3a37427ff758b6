import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { courseDescription } from './resources/course';
import { exportCourses } from './resources/course/export';
import { groupDescription } from './resources/group';
import { exportGroups } from './resources/group/export';

export class LearningPlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Learning Platform',
		name: 'learningPlatform',
		icon: { light: 'file:learningPlatform.svg', dark: 'file:learningPlatform.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Read the courses and groups of a learning platform',
		defaults: { name: 'Learning Platform' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'learningPlatformApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				default: 'course',
				options: [
					{ name: 'Course', value: 'course' },
					{ name: 'Group', value: 'group' },
				],
			},
			...courseDescription,
			...groupDescription,
		],
	};

	customOperations = {
		course: { export: exportCourses },
		group: { export: exportGroups },
	};
}
