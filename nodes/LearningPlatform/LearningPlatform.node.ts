import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperations, describeResource, guardedResourceField } from './operations';
import { getFields } from './operations/fieldMenus';
import { listSearch } from './operations/pickers';
import { resources } from './catalog/resources';
import { baseUrlExpression } from './token';

export class LearningPlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Learning Platform',
		name: 'learningPlatform',
		icon: { light: 'file:learningPlatform.svg', dark: 'file:learningPlatform.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Get courses, groups, users, enrollments, paths, certificates, completions and all other lists of a learning platform (LMS), export them to a file, or start a workflow when they change',
		defaults: { name: 'Learning Platform' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'learningPlatformApi', required: true }],
		requestDefaults: { baseURL: baseUrlExpression },
		properties: [guardedResourceField, ...resources.flatMap(describeResource)],
	};

	customOperations = customOperations;

	methods = { listSearch, loadOptions: { getFields } };
}
