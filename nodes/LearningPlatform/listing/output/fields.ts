import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { escapeFormulas } from '../fields';

const output: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'raw',
	description: 'What each item contains of its record',
	options: [
		{ name: 'Raw', value: 'raw', description: 'Everything, as the service sends it' },
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The most important fields, ten at most',
		},
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'The ID and the fields that you name',
		},
		{
			name: 'Row',
			value: 'row',
			description:
				'A row for a table such as a Google Sheet or a Data Table: flat, and with the same columns in every item',
		},
	],
};

const outputFields: INodeProperties = {
	displayName: 'Output Fields',
	name: 'outputFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. name, status, translations.0.name',
	description:
		'Names of the fields to return, in this order, separated by commas. Dots lead into nested values. The ID is always returned.',
	hint: 'For the output Row, leave empty to get all columns',
	displayOptions: { show: { output: ['selected', 'row'] } },
};

/** The fields that decide on the shape of items. */
export const shapeFields: INodeProperties[] = [output, outputFields];

/**
 * The same for a node that can be an agent's tool: then it returns less unless it is told otherwise, since a
 * model reads every character.
 */
export const shapeFieldsWithTool: INodeProperties[] = [
	...updateDisplayOptions({ hide: { '@tool': [true] } }, [output]),
	...updateDisplayOptions({ show: { '@tool': [true] } }, [{ ...output, default: 'simplified' }]),
	outputFields,
];

/** The option Escape Formulas, where rows are the output. */
export const escapeFormulasInRows: INodeProperties = {
	...escapeFormulas,
	displayOptions: { show: { '/output': ['row'] } },
};
