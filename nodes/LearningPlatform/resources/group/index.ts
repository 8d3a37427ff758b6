import type { INodeProperties } from 'n8n-workflow';

import { list } from '../../listing/list';
import { groupExportFields } from './export';
import { groupListFields } from './list';

/** The operations on groups, where they lead, and their fields. */
export const groupDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['group'] } },
		default: 'list',
		options: [
			{
				name: 'Export to File',
				value: 'export',
				action: 'Export groups to file',
				description:
					'Write all groups, optionally filtered, into a CSV or JSON Lines file of any size',
			},
			{
				name: 'List',
				value: 'list',
				action: 'List groups',
				description: 'Get many groups, optionally filtered, as one item each',
				routing: {
					request: { method: 'GET', url: '/api/v2/groups' },
					send: { paginate: true },
					operations: { pagination: list },
				},
			},
		],
	},
	...groupListFields,
	...groupExportFields,
];
