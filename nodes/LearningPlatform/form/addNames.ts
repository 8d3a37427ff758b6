import type { INodeProperties } from 'n8n-workflow';

import { nameLists, type NameList } from '../catalog/names';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { field, type Field } from './field';
import { chosen, fieldNames } from './values';

const ADDED_NAMES: Record<NameList, { name: string; description: string }> = {
	courses: { name: 'Courses', description: 'Adds courseName. Needs the scope courses:read.' },
	groups: {
		name: 'Groups',
		description: 'Adds groupName, and parentName of a group. Needs the scope groups:read.',
	},
	paths: { name: 'Paths', description: 'Adds pathName. Needs the scope paths:read.' },
	tags: { name: 'Tags', description: 'Adds tagName or tagNames. Needs the scope tags:read.' },
	users: {
		name: 'Users',
		description: 'Adds userName and userMail, authorName and the like. Needs the scope users:read.',
	},
};

/** The option Add Names Of: whose names are put beside their IDs. */
export function addNamesOf({ namesOf }: Resource): Field<NameList[]> {
	const offered = namesOf ?? nameLists;
	const menu = nameLists.map((value) => ({ value, ...ADDED_NAMES[value] }));
	const property: INodeProperties = {
		displayName: 'Add Names Of',
		name: 'addNames',
		type: 'multiOptions',
		default: [...(namesOf ?? ['groups', 'users'])],
		description:
			'Whose names to add beside their IDs, such as groupName beside groupId. A few are asked for one by one, for many their list is read once. An ID that no record has gets an empty name.',
		options: menu.filter(({ value }) => offered.includes(value)),
	};
	const refusal = () =>
		new UserFacingError(
			`Add Names Of must be one or more of ${nameLists.join(', ')}`,
			'Choose them from the list, or remove Add Names Of under Options. If it is an expression, check what it returns.',
		);
	const toLists = (entered: unknown): NameList[] => {
		const entries = typeof entered === 'string' ? fieldNames(entered, property) : [entered ?? []];
		return [...new Set(entries.flat().map((entry) => chosen(entry, menu, refusal)))];
	};
	return field(property, toLists, []);
}
