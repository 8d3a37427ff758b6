import type { INodeProperties } from 'n8n-workflow';

import { filtersField, limitFields, maxRetries } from '../listFields';

const showForCourseList = { resource: ['course'], operation: ['list'] };

/** The fields of "List courses". */
export const courseListFields: INodeProperties[] = [
	...limitFields(showForCourseList),
	filtersField(showForCourseList, { hasStatus: true }),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show: showForCourseList },
		options: [maxRetries],
	},
];
