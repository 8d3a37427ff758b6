import type { INodeProperties } from 'n8n-workflow';

import { knownLists, listAt } from '../catalog/knownLists';
import { insertLabelFields, labelKinds, labelsFor } from '../catalog/labels';
import { UserFacingError } from '../failures/userFacingError';
import { shapes, type OutputChoice } from '../shape';
import { menu, withToolVariant, type Field } from './field';
import { fieldNames } from './values';

const fieldsOfTheList = {
	loadOptionsMethod: 'getFields',
	loadOptionsDependsOn: ['resource', 'listPath.value'],
};

/** Creates a field for field names: a menu, and a text field for other names and for stored text. */
export function fieldNamesOf(textField: INodeProperties): Field<string[]> {
	const chosen: INodeProperties = {
		displayName: `${textField.displayName} From List`,
		name: `${textField.name}FromList`,
		type: 'multiOptions',
		typeOptions: fieldsOfTheList,
		// Otherwise, n8n marks fields of a previously selected list as errors.
		allowArbitraryValues: true,
		default: [],
		description: `Names from a menu of known fields. They come before the names under ${textField.displayName}. If the menu is empty, enter the names under ${textField.displayName}.`,
		...(textField.displayOptions && { displayOptions: textField.displayOptions }),
	};
	const properties = [chosen, textField];
	return {
		properties,
		read: (parameter) => {
			const names = properties.flatMap((property) =>
				fieldNames(parameter(property.name, property.default), property),
			);
			return [...new Set(names)];
		},
	};
}

const outputFields: INodeProperties = {
	displayName: 'Output Fields',
	name: 'outputFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. name, status, translations.0.name',
	description:
		'Names of the fields to return, in order, separated by commas. Put quotation marks around names that contain commas. Use dots for nested values. The ID is always returned. If this field is empty, Row returns all columns.',
};

export const columnsOfRow = fieldNamesOf({
	...outputFields,
	description:
		'Names of the fields to write to the table, separated by commas. Use dots for nested values. The key, such as courseId, is always included.',
	hint: 'If this is empty, every field gets a column',
});

/** Rejects fields of other lists: n8n keeps Output Fields when the resource changes. @throws UserFacingError */
export function checkOutputFields(missing: readonly string[], path: string): void {
	const fieldsOfList = listAt(path).catalogFields;
	if (fieldsOfList.length === 0) return;
	// Added names such as groupName are valid even if no record currently has the corresponding ID.
	const all = insertLabelFields(fieldsOfList, labelsFor(path, labelKinds));
	const foreign = missing.filter((field) => {
		const [name = ''] = field.split('.');
		return !all.includes(name) && knownLists.some(({ fields }) => Object.hasOwn(fields, name));
	});
	if (foreign.length === 0) return;
	throw new UserFacingError(
		`The ${path} list does not have the Output Fields ${foreign.join(', ')}, which belong to other lists`,
		`Remove them from Output Fields and Output Fields From List. n8n keeps them when you change Resource. This list has these fields: ${fieldsOfList.join(', ')}.`,
	);
}

const shapeField = (
	description: string,
	entries: Record<OutputChoice['shape'], { name: string; description: string }> = shapes,
) =>
	menu('output', 'raw', description, entries, {
		builderHint: {
			propertyHint:
				'Use "row" for spreadsheets, data tables, and databases: every record is flat and has the same columns. "raw" has nested values and omits empty fields.',
		},
	});

const names = fieldNamesOf({
	...outputFields,
	displayOptions: { show: { output: ['selected', 'row'] } },
});

const outputOf = (
	shape: ReturnType<typeof shapeField>,
): Field<Pick<OutputChoice, 'shape' | 'fields'>> => ({
	properties: [...shape.properties, ...names.properties],
	read: (parameter, node) => {
		const chosen = shape.read(parameter, node);
		const fields = ['selected', 'row'].includes(chosen) ? names.read(parameter, node) : [];
		if (chosen !== 'selected' || fields.length > 0) return { shape: chosen, fields };
		throw new UserFacingError(
			'Output Fields is empty',
			'Choose fields under Output Fields From List, enter names such as "name, status", or choose a different option under Output.',
		);
	},
});

const shapeOfItems = shapeField('The record fields to return in each item');

/** The Output field of each kind of result. */
export const outputs = {
	items: outputOf(shapeOfItems),
	/** Offers the same choices as List but describes them as the contents of a file. */
	file: outputOf(
		shapeField('The record fields to write to the file', {
			...shapes,
			raw: { name: 'All Fields', description: 'Every field, as the service sends it' },
			row: {
				name: shapes.row.name,
				description:
					'A flat table: each field of an object gets its own column, and lists become text where possible',
			},
		}),
	),
	/** Defaults to less output for tools because a model reads every character. */
	itemsOrTool: outputOf(withToolVariant(shapeOfItems, { default: 'simplified' })),
};
