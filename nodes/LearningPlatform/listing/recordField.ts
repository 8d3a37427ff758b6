import type { INodeProperties } from 'n8n-workflow';

import { RECORD_URL } from './recordId';

/** A field in which one record is chosen: from the list of all, by its ID, or by a page that shows it. */
export function recordField(
	idName: 'courseId' | 'groupId',
	field: Partial<INodeProperties> = {},
): INodeProperties {
	const name = idName === 'courseId' ? 'Course' : 'Group';
	const record = name.toLowerCase();
	return {
		displayName: name,
		name: idName,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...field,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose a ${record}...`,
				typeOptions: { searchListMethod: `search${name}s`, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 5f0c1a2b3c4d5e6f70819203',
			},
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: `e.g. https://app.example.com/${record}/5f0c1a2b3c4d5e6f70819203`,
				hint: `Address of a page that shows the ${record}`,
				extractValue: { type: 'regex', regex: RECORD_URL },
				validation: [
					{
						type: 'regex',
						properties: {
							regex: RECORD_URL,
							errorMessage: `This is not the address of a ${record}: its path has no ID of 24 digits and letters`,
						},
					},
				],
			},
		],
	};
}
