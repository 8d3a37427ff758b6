import type { INodeProperties } from 'n8n-workflow';

import { nameOwners, type NameOwner } from '../catalog/names';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { titleOf } from '../values/words';
import { field, optionsOf, percentage, shownFor, toggle, type Field } from './field';
import { chosen, fieldNames, wholeNumber } from './values';

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

export const escapeFormulas = toggle(
	'escapeFormulas',
	true,
	'Whether to put an apostrophe before a text that starts with =, +, -, @, a tab or a carriage return, so that no spreadsheet runs it as a formula',
);

/** Makes the option ID Field. @param hint what an empty field means */
export const idFieldWith = (hint: string) =>
	field(
		{
			displayName: 'ID Field',
			name: 'idField',
			type: 'string',
			default: '',
			placeholder: 'e.g. userId, role',
			description:
				'Field that uniquely identifies a record, or several fields that do so together, separated by commas',
			hint,
		},
		fieldNames,
	);

export const removalLimitWith = (description: string) =>
	percentage('removalLimit', 50, description, 50, 50);

const ADDED_NAMES: Record<NameOwner, string> = {
	courses: 'Adds courseName. Needs the scope courses:read.',
	groups:
		'Adds groupName, primaryGroupName of a user, and parentName of a group. Needs the scope groups:read.',
	managers:
		'Adds managerNames and managerMails of each learner, which takes one request for each learner. Needs the scope users:read.',
	paths: 'Adds pathName. Needs the scope paths:read.',
	tags: 'Adds tagName or tagNames. Needs the scope tags:read.',
	users: 'Adds userName and userMail, authorName and the like. Needs the scope users:read.',
};

export function addNamesOf({ namesOf }: Pick<Resource, 'namesOf'>): Field<NameOwner[]> {
	const offered = namesOf ?? nameOwners;
	const menu = nameOwners.map((value) => ({
		name: titleOf(value),
		value,
		description: ADDED_NAMES[value],
	}));
	const property: INodeProperties = {
		displayName: 'Add Names Of',
		name: 'addNames',
		type: 'multiOptions',
		default: [...(namesOf ?? ['groups', 'users']).filter((owner) => owner !== 'managers')],
		description:
			'Names to add next to IDs, e.g. groupName for groupId. The node requests a few IDs one by one, and reads the whole list for many. An ID without a record has an empty name.',
		options: menu.filter(({ value }) => offered.includes(value)),
	};
	const refusal = () =>
		new UserFacingError(
			`Add Names Of must be one or more of ${nameOwners.join(', ')}`,
			'Choose them from the list, or remove Add Names Of under Options. If it is an expression, check what it returns.',
		);
	const toOwners = (entered: unknown): NameOwner[] => {
		const entries = typeof entered === 'string' ? fieldNames(entered, property) : [entered ?? []];
		return [...new Set(entries.flat().map((entry) => chosen(entry, menu, refusal)))];
	};
	return field(property, toOwners, []);
}

/** The field Options of List and Get. */
export const optionsOfItems = (resource: Resource) =>
	optionsOf({
		addNames: addNamesOf(resource),
		escapeFormulas: shownFor({ '/output': ['row'] }, escapeFormulas),
		maxRetries,
	});
