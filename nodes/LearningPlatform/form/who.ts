import type { INodeProperties } from 'n8n-workflow';

import { invalidEntry, UserFacingError } from '../failures/userFacingError';
import { menu, propertiesOf, shownFor, type Field } from './field';
import { groupField, nameFields, userField, type GroupRef, type Ref } from './people';

const findBy = menu(
	'findBy',
	'mail',
	'How to find the user that a row means',
	{
		externalId: {
			name: 'Personnel Number',
			description:
				'The number in your HR system, which the platform stores. It still finds users whose email has changed.',
		},
		mail: {
			name: 'Email',
			description: 'Users whose email has changed get a second account',
		},
		username: {
			name: 'User Name',
			description: 'Users whose user name has changed get a second account',
		},
	},
	{ displayName: 'Match By' },
);

const identity = nameFields(
	{ required: true },
	{
		mail: {
			description:
				'Email address that identifies the user. Case and surrounding spaces are ignored.',
		},
		username: {
			description: 'User name that identifies the user. Case and surrounding spaces are ignored.',
		},
		externalId: {
			description:
				'Number that identifies the user in your HR system. A user without a number is found by the email or the user name under Fields, and gets this number.',
		},
	},
);

/** Creates a field for the name of an HR system. */
const platformOf = (property: Partial<INodeProperties>) =>
	userField('platform', { displayName: 'HR System', placeholder: 'e.g. sap', ...property });

const platform = platformOf({
	required: true,
	description:
		'Name under which the platform stores the numbers. Always use the same name for one HR system.',
});

/** How a row names its user. */
export const who: Field<Ref | { by: 'externalId'; value: string; platform: string }> = {
	properties: [
		...findBy.properties,
		...Object.entries(identity).flatMap(
			([name, own]) => shownFor({ findBy: [name] }, own).properties,
		),
		...shownFor({ findBy: ['externalId'] }, platform).properties,
	],
	read: (parameter, node) => {
		const by = findBy.read(parameter, node);
		const value = identity[by].read(parameter, node);
		return by === 'externalId'
			? { by, value, platform: platform.read(parameter, node) }
			: { by, value };
	},
};

/** The users to compare with a table: those with a number of an HR system, or the learners of a group. */
export interface ComparedUsers {
	platform: string;
	/** Undefined if the platform is given. */
	group: GroupRef | undefined;
}

const populationFields = {
	platform: platformOf({
		description:
			'Compare the users who have a personnel number of this HR system. Leave it empty to compare the learners of a group.',
	}),
	group: shownFor(
		{ platform: [''] },
		groupField({ description: 'Compare the learners of this group' }),
	),
};

/** Both may be empty. */
export const comparedUsers: Field<ComparedUsers> = {
	properties: propertiesOf(populationFields),
	read: (parameter, node) => {
		const platform = populationFields.platform.read(parameter, node);
		return {
			platform,
			group: platform === '' ? populationFields.group.read(parameter, node) : undefined,
		};
	},
};

const userKeyFields = nameFields(
	{
		description:
			'Fill in every field for which the table has a column; a row may lack some values.',
	},
	{ externalId: { displayOptions: { hide: { platform: [''] } } } },
);

/** The keys by which a row names its user. */
export const userKeys: Field<{ by: Ref['by'] | 'externalId'; value: string }[]> = {
	properties: propertiesOf(userKeyFields),
	read: (parameter, node) => {
		const isNumbered = populationFields.platform.read(parameter, node) !== '';
		const names = ['mail', 'username', ...(isNumbered ? ['externalId' as const] : [])] as const;
		const failures: Error[] = [];
		const keys = names.flatMap((by) => {
			try {
				const value = userKeyFields[by].read(parameter, node);
				return value === '' ? [] : [{ by, value }];
			} catch (error) {
				failures.push(error as Error);
				return [];
			}
		});
		// The number names the person: a typing error in one email must not stop the whole table.
		const isNumber = keys.some(({ by }) => by === 'externalId');
		const failure = failures.find((error) => !(isNumber && error instanceof UserFacingError));
		if (failure !== undefined) throw failure;
		if (keys.length > 0) return keys;
		throw invalidEntry(
			`The row has no Email${isNumbered ? ', User Name, or Personnel Number' : ' or User Name'}`,
			'Its person would be treated as a leaver. Correct the table, or leave out rows that name nobody.',
		);
	},
};
