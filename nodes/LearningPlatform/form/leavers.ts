import { invalidEntry } from '../failures/userFacingError';
import { field, propertiesOf, shownFor, type Field } from './field';
import { groupProperty, readGroup, type GroupRef, type Ref } from './people';
import { nameFields } from './userField';
import { platformOf } from './who';

/** The users to compare with a table: those with a number of an HR system, or the learners of a group. */
export interface Population {
	platform: string;
	/** Omitted if the platform is given. */
	group?: GroupRef;
}

const populationFields = {
	platform: platformOf({
		description:
			'Compare the users who have a personnel number of this HR system. Leave it empty to compare the learners of a group.',
	}),
	group: shownFor(
		{ platform: [''] },
		field(groupProperty({ description: 'Compare the learners of this group' }), readGroup, ''),
	),
};

export const population: Field<Population> = {
	properties: propertiesOf(populationFields),
	read: (parameter, node) => {
		const platform = populationFields.platform.read(parameter, node);
		if (platform !== '') return { platform };
		const group = populationFields.group.read(parameter, node);
		if (group) return { platform, group };
		throw invalidEntry(
			'HR System and Group are empty',
			'Enter the HR system whose people the table contains, or choose their group.',
		);
	},
};

/** Names a user by one of the keys that a table may have. */
export type RowKey = Ref | { by: 'externalId'; value: string };

const rowKeyFields = nameFields(
	{
		description:
			'Fill in every field for which the table has a column; a row may lack some values.',
	},
	{ externalId: { displayOptions: { hide: { platform: [''] } } } },
);

/** The keys by which a row names its user. */
export const keysOfRow: Field<RowKey[]> = {
	properties: propertiesOf(rowKeyFields),
	read: (parameter, node) => {
		const isNumbered = populationFields.platform.read(parameter, node) !== '';
		const names = ['mail', 'username', ...(isNumbered ? ['externalId' as const] : [])] as const;
		const keys = names.flatMap((by) => {
			const value = rowKeyFields[by].read(parameter, node);
			return value === '' ? [] : [{ by, value }];
		});
		if (keys.length > 0) return keys;
		throw invalidEntry(
			`The row has no Email${isNumbered ? ', User Name, or Personnel Number' : ' or User Name'}`,
			'Its person would count as gone. Correct the table, or leave out rows that name nobody.',
		);
	},
};
