import type { INodeProperties } from 'n8n-workflow';

import { filtersField, maxRetries, showOnlyFor } from '../listing/fields';
import { listPathFields } from '../listing/listPathFields';
import { escapeFormulasInRows, shapeFields } from '../listing/output';
import { resources } from '../resources';

/** The fields of the trigger. */
export const triggerFields: INodeProperties[] = [
	{
		displayName:
			'The service sends no change notifications, so every poll reads the whole list. Poll a list of many thousand records every 15 minutes or less often, or narrow it with Filters.',
		name: 'pollNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'course',
		options: resources.map(({ name, value }) => ({ name, value })),
	},
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'multiOptions',
		required: true,
		noDataExpression: true,
		default: ['added'],
		description:
			'What to start the workflow for. With filters, a record is added when it begins to match them and removed when it no longer does.',
		options: [
			{
				name: 'Added',
				value: 'added',
				description: 'A record is in the list that was not there at the last poll',
			},
			{
				name: 'Removed',
				value: 'removed',
				description: 'A record is no longer in the list. The item contains only its ID.',
			},
			{
				name: 'Updated',
				value: 'updated',
				description:
					'Any field of a record has changed, whether or not its date of modification has',
			},
		],
	},
	...resources.flatMap((resource) =>
		showOnlyFor({ resource: [resource.value] }, [
			...listPathFields(resource),
			filtersField(resource),
		]),
	),
	...shapeFields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Emit on First Run',
				name: 'emitOnFirstRun',
				type: 'boolean',
				default: false,
				description:
					'Whether the first poll reports all existing records as added. Otherwise it only remembers them. The poll after a change of the credential, Resource, List to Read, Trigger On, Filters, ID Field or Ignore Fields is a first poll again.',
			},
			escapeFormulasInRows,
			{
				displayName: 'ID Field',
				name: 'idField',
				type: 'string',
				default: '',
				placeholder: 'e.g. userId, role',
				description:
					'Field that uniquely identifies a record, or several that do so together, separated by commas',
				hint: 'Leave empty to use "_id", "id" or "uuid", the first of them that a record has, or what identifies the records of a known list without them',
			},
			{
				displayName: 'Ignore Fields',
				name: 'ignoreFields',
				type: 'string',
				default: '',
				placeholder: 'e.g. viewCount, stats.lastVisit',
				description:
					'Comma-separated fields to ignore when detecting updates. Use dots for nested fields. By default the time of the last login is ignored in the list of users, and the time spent and of the last activity in statistics.',
			},
			maxRetries,
		],
	},
];
