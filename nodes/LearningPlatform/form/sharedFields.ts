import type { INodeProperties, NodeHint } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { isTool, TOOL_LIMIT } from '../n8n/toolAnswer';
import { shapeNames, shapes, type OutputChoice } from '../shape';
import { field, menuField, withToolVariant, type Field } from './field';
import { fieldNamesOf } from './fieldNames';
import { boolean, wholeNumber } from './values';

const returnAll = field(
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		builderHint: {
			propertyHint:
				'For thousands of records the operation "export" writes a file instead, of any size and in far less memory.',
		},
	},
	boolean,
);

const max: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

/** Return All and Limit: how many records to list at most, Infinity for all. A model may leave Limit out. */
export const limit: Field<number> = {
	properties: [...returnAll.properties, ...withToolVariant(max, { default: TOOL_LIMIT })],
	read: (parameter, node) => {
		if (returnAll.read(parameter, node)) return Infinity;
		const entered = parameter(max.name, max.default) ?? '';
		// n8n fills in 0 when a tool is tried.
		const isLeftOut = isTool(node.getNode()) && (entered === '' || entered === 0);
		return wholeNumber(isLeftOut ? TOOL_LIMIT : entered, max);
	},
};

type Kind = OutputChoice['kind'];

/** @param inOtherWords where a shape is not called or described as for items */
const kindField = (
	description: string,
	inOtherWords: Partial<Record<Kind, Partial<(typeof shapes)[Kind]>>> = {},
) =>
	menuField({
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'raw',
		description,
		builderHint: {
			propertyHint:
				'"row" for spreadsheets, data tables and databases: flat, with the same columns in every record. "raw" has nested values and leaves out what is empty.',
		},
		options: shapeNames.map((value) => {
			const { name, description } = { ...shapes[value], ...inOtherWords[value] };
			return { name, value, description };
		}),
	});

const names = fieldNamesOf({
	displayName: 'Output Fields',
	name: 'outputFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. name, status, translations.0.name',
	description:
		'Names of the fields to return, in this order, separated by commas. Dots lead into nested values. The ID is always returned.',
	hint: 'A table needs the names of its columns here. Without any, the output Row has all columns',
	displayOptions: {
		show: { output: shapeNames.filter((name) => shapes[name].outputFields !== 'none') },
	},
});

type Output = Field<Pick<OutputChoice, 'kind' | 'fields'>>;

const outputOf = (kind: Field<Kind>): Output => ({
	properties: [...kind.properties, ...names.properties],
	read: (parameter, node) => {
		const chosen = kind.read(parameter, node);
		const { outputFields } = shapes[chosen];
		if (outputFields === 'none') return { kind: chosen, fields: [] };
		const fields = names.read(parameter, node);
		if (outputFields === 'optional' || fields.length > 0) return { kind: chosen, fields };
		throw new UserFacingError(
			'Output Fields is empty',
			'Choose the fields to return from the list, enter their names, e.g. "name, status", or choose another Output.',
		);
	},
});

const kindOfItems = kindField('What each item contains of its record');

/** Output and Output Fields: the shape of items. */
export const output = outputOf(kindOfItems);

/** The same for the records in a file, by the same names, so that a file has what List shows. */
export const outputOfFile = outputOf(
	kindField('What the file contains of each record', {
		raw: { name: 'All Fields', description: 'Every field, as the service sends it' },
		row: {
			description:
				'A flat table: the fields of an object have a column each, and lists are texts where they can be',
		},
	}),
);

/** The same where the node can be an agent's tool, which returns less by default: a model reads every character. */
export const outputOfTool: Output = {
	...output,
	properties: [
		...kindOfItems.properties.flatMap((property) =>
			withToolVariant(property, { default: 'simplified' }),
		),
		...names.properties,
	],
};

export const maxRetries = field(
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10 },
		default: 4,
		description:
			'How often to request a page again when the service is busy or the connection breaks. The waits in between grow from half a second to a minute.',
	},
	wholeNumber,
);

export const escapeFormulas = field(
	{
		displayName: 'Escape Formulas',
		name: 'escapeFormulas',
		type: 'boolean',
		default: true,
		description:
			'Whether to put an apostrophe before a text that starts with =, +, -, @, a tab or a carriage return, so that no spreadsheet runs it as a formula',
	},
	boolean,
);

// n8n's editor works these conditions out of what is in the form. They cannot see the node's own items: `$input` has
// those of the node before, and nothing tells an expression what its node is called. A route cannot give hints either.

const LONG_LIST =
	'For a list of many thousand records choose the operation <b>Export to File</b>, which writes a file of any size: n8n keeps all items in memory, and cannot hold 120,000.';

/**
 * Shown until the node has run: after that the list was short enough, or the error says the same. Not shown in tools,
 * which cannot export; only they have a description.
 */
export const longListHint: NodeHint = {
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	message: LONG_LIST,
	displayCondition:
		'={{ $parameter.operation === "list" && $parameter.returnAll === true && !$parameter.toolDescription }}',
};
