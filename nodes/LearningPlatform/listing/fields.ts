import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { resources, type Resource } from '../resources';
import { typedFilterField } from './filterFields';
import { TOOL_LIMIT } from './toolAnswer';

function fieldFilters({ filterExample }: Resource): INodeProperties {
	const { field, value } = filterExample ?? { field: 'name', value: 'Onboarding' };
	return {
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
						placeholder: `e.g. ${field}`,
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
						placeholder: `e.g. ${value}`,
						description:
							'What to compare with. Dates in ISO 8601. For "In" and "Not In" several values, separated by commas.',
					},
				],
			},
		],
	};
}

/** The field Resource, from which all others follow. */
export const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'course',
	options: resources.map(({ name, value }) => ({ name, value })),
};

type Conditions = NonNullable<IDisplayOptions['show']>;

/**
 * Shows fields under a condition beside their own. It comes first: n8n looks no further once it meets a
 * field that is an expression, and would show these for every operation.
 */
export function showOnlyFor(condition: Conditions, fields: INodeProperties[]): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...condition, ...field.displayOptions?.show },
		},
	}));
}

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
export function filtersField(resource: Resource): INodeProperties {
	const typed = resource.filters.map(typedFilterField);
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [...typed, fieldFilters(resource)].sort((a, b) =>
			a.displayName.localeCompare(b.displayName, 'en-US'),
		),
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

const splitBy = {
	displayName: 'Split By',
	name: 'splitBy',
	description:
		'Date by which a long list is divided into parts that are read at the same time, which is several times as fast. The service must be able to filter by this date, and every record must have it: one without it may be left out. Records come part by part.',
} satisfies Partial<INodeProperties>;

/** The option Split By, for the resources that have dates. */
export function splitByFields(resource: Resource): INodeProperties[] {
	if (resource.splitBy === undefined) return [];
	if (resource.splitBy === 'any') {
		return [{ ...splitBy, type: 'string', default: '', placeholder: 'e.g. createdAt' }];
	}
	const options = resource.splitBy.map((choice) => ({ ...choice }));
	return [{ ...splitBy, type: 'options', default: options[0]?.value ?? '', options }];
}

/** The option Escape Formulas, for what may end in a spreadsheet. */
export const escapeFormulas: INodeProperties = {
	displayName: 'Escape Formulas',
	name: 'escapeFormulas',
	type: 'boolean',
	default: true,
	description:
		'Whether to put an apostrophe before a text that starts with =, +, -, @, a tab or a carriage return, so that no spreadsheet runs it as a formula',
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
