import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../values/json';
import { field } from './field';
import { readCell } from './people';
import { fieldNames } from './values';

const property: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'Values to write into custom fields of the platform. Empty values change nothing. Costs one request per user, and two more to write.',
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod: 'getCustomFields',
			mode: 'add',
			// n8n does not show the display name.
			valuesLabel: 'Custom Fields',
			fieldWords: { singular: 'custom field', plural: 'custom fields' },
			addAllFields: false,
			multiKeyMatch: false,
			supportAutoMap: true,
		},
	},
};

/**
 * The custom fields that a row has entered. The whole parameter is read: n8n's validation of its values reads 46387 as a
 * year and rejects empty cells.
 */
export const customFields = field<{
	/** The cells that are not empty, by name or ID of the field; undefined to use the columns of the item. */
	byName: Readonly<Record<string, unknown>> | undefined;
	/** The labels of the fields that are empty in this item. */
	empty: string[];
	/** The names or IDs of the fields whose column this item does not have. */
	missing: string[];
}>(property, (entered) => {
	const { mappingMode, value, schema } = isObject(entered) ? entered : {};
	if (mappingMode === 'autoMapInputData') return { byName: undefined, empty: [], missing: [] };
	const columns = Array.isArray(schema) ? (schema as { id?: string; displayName: string }[]) : [];
	const labels = new Map(columns.map(({ id, displayName }) => [id, displayName]));
	const labelOf = (name: string) => labels.get(name) ?? name;
	const cells = Object.entries(isObject(value) ? value : {});
	const isFilled = ([name, cell]: [string, unknown]) => readCell(cell, labelOf(name)) !== '';
	const empty = cells.filter((cell) => !isFilled(cell)).map(([name]) => labelOf(name));
	const missing = cells.filter(([, cell]) => cell === undefined).map(([name]) => name);
	return { byName: Object.fromEntries(cells.filter(isFilled)), empty, missing };
});

const toClear: INodeProperties = {
	displayName: 'Custom Fields to Clear',
	name: 'customFieldsToClear',
	type: 'string',
	default: '',
	placeholder: 'e.g. Cost Center, Office',
	description:
		'Names of the custom fields to clear on the platform if they have no value under Custom Fields, separated by commas',
};

export const customFieldsToClear = field(toClear, fieldNames);
