import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

const fieldFilters: INodeProperties = {
	displayName: 'Field Filters',
	name: 'fieldFilters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Field Filter',
	default: {},
	description: 'Filters on any field that the service can filter by. All of them have to match.',
	options: [
		{
			displayName: 'Filter',
			name: 'filter',
			values: [
				{
					displayName: 'Field',
					name: 'field',
					type: 'string',
					default: '',
					placeholder: 'e.g. modifiedAt',
					description: 'Name of the field as the service spells it',
				},
				{
					displayName: 'Operator',
					name: 'operator',
					type: 'options',
					default: 'eq',
					description: 'How to compare. Which operators a field knows is up to the service.',
					options: [
						{ name: 'Equals', value: 'eq' },
						{ name: 'Greater or Equal', value: 'gte' },
						{ name: 'In', value: 'in' },
						{ name: 'Less Than', value: 'lt' },
						{ name: 'Not Equals', value: 'ne' },
						{ name: 'Not In', value: 'nin' },
					],
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 2026-01-31T00:00:00.000Z',
					description:
						'What to compare with. Dates in ISO 8601. For "In" and "Not In" several values, separated by commas.',
				},
			],
		},
	],
};

const status: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'published',
	description: 'Only list the courses with this status',
	options: [
		{ name: 'Archived', value: 'archived' },
		{ name: 'Deleted', value: 'deleted' },
		{ name: 'Published', value: 'published' },
	],
};

/** Return All and Limit, for an operation that returns an item for each record. */
export function limitFields(show: IDisplayOptions['show']): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
			displayOptions: { show: { ...show } },
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { ...show, returnAll: [false] } },
		},
	];
}

/** Filters, for a resource whose records may have a status. */
export function filtersField(
	show: IDisplayOptions['show'],
	{ hasStatus }: { hasStatus: boolean },
): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: { show: { ...show } },
		options: hasStatus ? [fieldFilters, status] : [fieldFilters],
	};
}

/** The option Max Retries, which every operation has. */
export const maxRetries: INodeProperties = {
	displayName: 'Max Retries',
	name: 'maxRetries',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 10 },
	default: 4,
	description:
		'How often to request a page again when the service is busy or the connection breaks. The waits in between grow from half a second to a minute.',
};
