import type { INodeProperties } from 'n8n-workflow';

import {
	filtersField,
	maxRetries,
	resourceField,
	showOnlyFor,
	splitByFields,
} from '../listing/fields';
import { listPathFields } from '../listing/listPathFields';
import { escapeFormulasInRows, shapeFields } from '../listing/output';
import { resources } from '../resources';

/**
 * n8n puts its schedule above the fields of every polling node, with one poll a minute. Of two fields with one
 * name the last one has the default, and n8n shows none of the type `hidden`.
 */
const pollDefault: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'hidden',
	default: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
};

/** The fields of the trigger. */
export const triggerFields: INodeProperties[] = [
	pollDefault,
	{
		displayName:
			'The service sends no change notifications, so every poll reads the whole list. Every 15 minutes is often enough for most lists; poll less often, or narrow the list with Filters, if it has many thousand records.',
		name: 'pollNotice',
		type: 'notice',
		default: '',
	},
	resourceField,
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
				action: 'Course, Group or Other Record Added',
				description: 'A record is in the list that was not there at the last poll',
			},
			{
				name: 'Removed',
				value: 'removed',
				action: 'Course, Group or Other Record Removed',
				description: 'A record is no longer in the list. The item contains only its ID.',
			},
			{
				name: 'Updated',
				value: 'updated',
				action: 'Course, Group or Other Record Updated',
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
				hint: 'Leave empty to use "_id", "id" or "uuid", whichever the records have. Of known lists without them, such as memberships, the trigger knows the right fields.',
			},
			{
				displayName: 'Ignore Fields',
				name: 'ignoreFields',
				type: 'string',
				default: '',
				placeholder: 'e.g. duration, translations',
				description:
					'Comma-separated fields to ignore when detecting updates. Use dots for nested fields. By default the time of the last login is ignored in the list of users, and the time spent and of the last activity in statistics.',
			},
			maxRetries,
			{
				displayName: 'Report Everything Once',
				name: 'reportEverythingOnce',
				type: 'string',
				default: '',
				placeholder: 'e.g. table restored on 31 January',
				description:
					'Any text that was not here before: the next poll reports all records as "refreshed", once. To have it again, change the text.',
			},
			{
				displayName: 'Report Everything Regularly',
				name: 'reportEverythingAgain',
				type: 'options',
				default: 'never',
				description:
					'When to report all records as "refreshed", changed or not, so that a table which missed a change is right again: at the first poll, and then at the first one of each day, week (from Monday) or month. Additions and updates that such a poll finds are reported as "refreshed", too.',
				options: [
					{ name: 'Never', value: 'never' },
					{ name: 'Every Day', value: 'day' },
					{ name: 'Every Week', value: 'week' },
					{ name: 'Every Month', value: 'month' },
				],
			},
			...resources.flatMap((resource) =>
				showOnlyFor({ '/resource': [resource.value] }, splitByFields(resource)),
			),
		],
	},
];
