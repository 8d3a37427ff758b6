import type { INodeProperties } from 'n8n-workflow';

import type { TypedFilter } from '../courseFilters';
import { recordField } from './recordField';

const EXAMPLE_ID = '5f0c1a2b3c4d5e6f70819203';

/** How each kind of filter is entered. */
const inputs: Record<TypedFilter['encoding'], (row: TypedFilter) => Partial<INodeProperties>> = {
	boolean: () => ({ type: 'boolean', default: true }),
	choice: ({ choices = [] }) => ({
		type: 'options',
		default: choices.find(({ isDefault }) => isDefault)?.value ?? '',
		options: choices.map(({ name, value }) => ({ name, value })),
	}),
	date: ({ description }) => ({
		type: 'dateTime',
		description: `${description}. A time without a zone is in the time zone of the workflow.`,
	}),
	group: ({ description }) => recordField('groupId', { description }),
	id: () => ({ placeholder: `e.g. ${EXAMPLE_ID}` }),
	ids: ({ description }) => ({
		placeholder: `e.g. ${EXAMPLE_ID}, 5f0c1a2b3c4d5e6f70819204`,
		description: `${description}, separated by commas`,
	}),
	texts: ({ description, placeholder = '' }) => ({
		placeholder,
		description: `${description}, separated by commas`,
	}),
};

/** The field of a typed filter in the form. */
export function typedFilterField(row: TypedFilter): INodeProperties {
	const { label: displayName, name, description } = row;
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		description,
		...inputs[row.encoding](row),
	};
}
