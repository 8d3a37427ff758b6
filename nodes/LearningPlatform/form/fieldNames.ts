import type { INodeProperties } from 'n8n-workflow';

import type { Field } from './field';
import { fieldNames } from './values';

/** A menu that follows the chosen list. */
const fieldsOfTheList = {
	loadOptionsMethod: 'getFields',
	loadOptionsDependsOn: ['resource', 'listPath.value'],
};

/**
 * Names of fields: chosen from those that the list is known to have, and typed as text, for paths and for lists that
 * are not known. Two properties, because n8n neither takes other names in a menu nor shows a stored text in one.
 *
 * @param typed the property for text
 */
export function fieldNamesOf(typed: INodeProperties): Field<string[]> {
	const chosen: INodeProperties = {
		displayName: `${typed.displayName} From List`,
		name: `${typed.name}FromList`,
		type: 'multiOptions',
		typeOptions: fieldsOfTheList,
		// Fields of a list that was chosen before are not marked as mistakes.
		allowArbitraryValues: true,
		default: [],
		description: `Fields to choose by what they hold; they come before those under ${typed.displayName}. The list is empty where the fields are not known: enter their names there.`,
		...(typed.displayOptions && { displayOptions: typed.displayOptions }),
	};
	const properties = [chosen, typed];
	return {
		properties,
		read: (parameter) => [
			...new Set(
				properties.flatMap((property) =>
					fieldNames(parameter(property.name, property.default), property),
				),
			),
		],
	};
}

/**
 * A field that the list can be filtered by. The mode for names comes first, because in that n8n shows a text which was
 * stored when there were no modes.
 */
export function filterFieldProperty(example: string): INodeProperties {
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
