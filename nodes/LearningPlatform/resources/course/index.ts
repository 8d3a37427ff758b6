import type { INodeProperties } from 'n8n-workflow';

import { list } from '../../listing/list';
import { courseExportFields } from './export';
import { courseListFields } from './list';

/** The operations on courses, where they lead, and their fields. */
export const courseDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['course'] } },
		default: 'list',
		options: [
			{
				name: 'Export to File',
				value: 'export',
				action: 'Export courses to file',
				description:
					'Write all courses, optionally filtered, into a CSV or JSON Lines file of any size',
			},
			{
				name: 'List',
				value: 'list',
				action: 'List courses',
				description: 'Get many courses, optionally filtered, as one item each',
				routing: {
					request: { method: 'GET', url: '/api/v2/courses' },
					send: { paginate: true },
					operations: { pagination: list },
				},
			},
		],
	},
	...courseListFields,
	...courseExportFields,
];
