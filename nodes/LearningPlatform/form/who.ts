import type { INodeProperties } from 'n8n-workflow';

import { menu, shownFor, type Field } from './field';
import type { Ref } from './people';
import { nameFields, userField } from './userField';

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
export const platformOf = (property: Partial<INodeProperties>) =>
	userField('platform', { displayName: 'HR System', placeholder: 'e.g. sap', ...property });

const platform = platformOf({
	required: true,
	description:
		'Name under which the platform stores the numbers. Always use the same name for one HR system.',
});

/** How a row names its user. */
export type Who = Ref | { by: 'externalId'; value: string; platform: string };

export const who: Field<Who> = {
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

/** Creates a menu of a member's roles. @param ifEmpty replaces an empty role, which is otherwise rejected */
export const roleWith = (property: Partial<INodeProperties>, ifEmpty?: 'learner') =>
	menu(
		'role',
		'learner',
		'Role in the group',
		{
			admin: 'Admin',
			analyst: 'Analyst',
			coach: 'Coach',
			contributor: 'Contributor',
			editor: 'Editor',
			learner: 'Learner',
			userAdmin: 'User Admin',
		},
		property,
		ifEmpty,
	);
