import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../resources';
import { TOOL_LIMIT } from './toolAnswer';

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
					description: 'How to compare. The service determines which operators a field supports.',
					options: [
						{ name: 'Equals', value: 'eq' },
						{ name: 'Greater Than or Equal', value: 'gte' },
						{ name: 'In', value: 'in' },
						{ name: 'Less Than', value: 'lt' },
						{ name: 'Not Equal', value: 'ne' },
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

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] }, hide: { '@tool': [true] } },
};

/** Return All and Limit, for an operation that returns an item for each record. */
export const limitFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	limit,
	{
		...limit,
		default: TOOL_LIMIT,
		displayOptions: { show: { returnAll: [false], '@tool': [true] } },
	},
];

/** The field Filters: what the service can filter the records of a resource by. */
export function filtersField({ plural, statuses }: Resource): INodeProperties {
	const status: INodeProperties = {
		displayName: 'Status',
		name: 'status',
		type: 'options',
		default: 'published',
		description: `Only list the ${plural} with this status`,
		options: statuses.map((value) => ({ name: titleCase(value), value })),
	};
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: statuses.length > 0 ? [fieldFilters, status] : [fieldFilters],
	};
}

function titleCase(word: string): string {
	return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
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

/** The field Options, with what an operation can be told beyond its main fields. */
export function optionsField(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
}
