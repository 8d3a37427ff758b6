import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../catalog/resources';
import type { Field } from './field';
import { valueIn } from './record';
import { operatorMenu, type EnteredFilter } from './sentFilters';

/** What n8n 2 shows of a filter that is folded up, such as "status Equals published"; n8n 1 shows no titles. */
const TITLE =
	'={{ (({ field, operator, value }, properties) => (field?.value ?? field) ? [field.value ?? field, properties[1].options.find((option) => option.value === operator)?.name, value].join(" ") : "")($collection.item.value, $collection.item.properties) }}';

/** Field Filters: any field that the service can filter by, an operator and a value, as often as one likes. */
export function fieldFilters({ filterExample }: Resource): Field<EnteredFilter[]> {
	const property: INodeProperties = {
		displayName: 'Field Filters',
		name: 'fieldFilters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, fixedCollection: { itemTitle: TITLE } },
		placeholder: 'Add Field Filter',
		default: {},
		description: 'Filters on any field that the service can filter by. All of them have to match.',
		options: [
			{
				displayName: 'Filter',
				name: 'filter',
				values: [
					filterFieldProperty(filterExample.field),
					{
						displayName: 'Operator',
						name: 'operator',
						type: 'options',
						default: 'eq',
						description: 'How to compare. The service determines which operators a field supports.',
						options: operatorMenu,
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: `e.g. ${filterExample.value}`,
						description:
							'What to compare with. Dates in ISO 8601. For "In" and "Not In" several values, separated by commas.',
					},
				],
			},
		],
	};
	return {
		properties: [property],
		read: (parameter) => {
			const { filter } = (parameter('fieldFilters', {}) ?? {}) as { filter?: unknown };
			const filters = Array.isArray(filter) ? (filter as Partial<EnteredFilter>[]) : [];
			return filters.map(({ field, operator, value }, index) => ({
				label: `Field filter ${index + 1}`,
				field: valueIn(field),
				operator,
				value,
			}));
		},
	};
}

/**
 * A field that the list can be filtered by. The mode for names comes first, because in that n8n shows a text which was
 * stored when there were no modes.
 */
function filterFieldProperty(example: string): INodeProperties {
	return {
		displayName: 'Field',
		name: 'field',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description:
			'What to filter by. The list is empty where that is not known: enter the name of the field as the service spells it.',
		modes: [
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: `e.g. ${example}`,
			},
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a field...',
				typeOptions: { searchListMethod: 'searchFilterFields', searchable: true },
			},
		],
	};
}
