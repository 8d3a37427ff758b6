import type { INodeProperties } from 'n8n-workflow';

import { filtersField, limitFields, maxRetries } from '../listFields';

const showForGroupList = { resource: ['group'], operation: ['list'] };

/** The fields of "List groups". */
export const groupListFields: INodeProperties[] = [
	...limitFields(showForGroupList),
	filtersField(showForGroupList, { hasStatus: false }),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show: showForGroupList },
		options: [maxRetries],
	},
];
