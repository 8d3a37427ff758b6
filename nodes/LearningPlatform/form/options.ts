import type { INodeProperties } from 'n8n-workflow';

import { AUTOMATIC, findKnownList, knownLists } from '../catalog/knownLists';
import { nameOwners, type NameOwner } from '../catalog/names';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { lettersOf, titleOf } from '../values/words';
import { field, notOffered, type Field } from './field';
import { boolean, chosen, fieldNames, wholeNumber } from './values';

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

/** The option ID Field. @param hint what it is when it is left empty */
export const idFieldWith = (hint: string) =>
	field(
		{
			displayName: 'ID Field',
			name: 'idField',
			type: 'string',
			default: '',
			placeholder: 'e.g. userId, role',
			description:
				'Field that uniquely identifies a record, or several that do so together, separated by commas',
			hint,
		},
		fieldNames,
	);

/** The option Removal Limit, in percent. */
export const removalLimitWith = (description: string) =>
	field(
		{
			displayName: 'Removal Limit',
			name: 'removalLimit',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100 },
			default: 50,
			description,
		},
		(entered, property) => wholeNumber(entered ?? property.default, property),
	);

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

/** The option Add Names Of: whose names are put beside their IDs. */
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
			'Whose names to add beside their IDs, such as groupName beside groupId. A few are asked for one by one, for many their list is read once. An ID that no record has gets an empty name.',
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

/** The option Read Faster: AUTOMATIC, the date by which to split the list, or `undefined` to read it whole. */
export function splitByOf({ list }: Resource): Field<string | undefined> {
	const date = findKnownList(list ?? '')?.splitBy;
	if (list !== undefined && date === undefined) return notOffered(undefined);
	const toDate = (entered: unknown) => {
		const name = typeof entered === 'string' ? entered.trim() : (entered ?? '');
		if (name === '') return undefined;
		if (typeof name === 'string') {
			if (lettersOf(name) === AUTOMATIC) return AUTOMATIC;
			if (name === (date ?? name)) return name;
		}
		throw new UserFacingError(
			`Read Faster must be ${date ? `"${date}"` : 'the name of a date'}, or "${AUTOMATIC}"`,
			'Choose it from the menu, enter the name of a field that has a date, or remove Read Faster under Options. If it is an expression, check what it returns.',
		);
	};
	return field(date ? byCreation(date) : ofOther, toDate, '');
}

const READ_FASTER = { displayName: 'Read Faster', name: 'splitBy' };

const WHAT =
	'How to read a long list several times as fast: in several parts at once, by a date that each record gets once and keeps. Records come part by part.';

const byCreation = (date: string): INodeProperties => ({
	...READ_FASTER,
	type: 'options',
	default: date,
	description: WHAT,
	options: [{ name: 'In Parts by Creation Date', value: date }],
});

const known = knownLists.filter(({ splitBy }) => splitBy !== undefined).map(({ name }) => name);

const ofOther: INodeProperties = {
	...READ_FASTER,
	type: 'string',
	default: AUTOMATIC,
	placeholder: 'e.g. createdAt',
	description: `${WHAT} "${AUTOMATIC}" knows the date of ${new Intl.ListFormat('en-US').format(known)}, and reads other lists as usual. For those, enter the name of a date that the service can filter by and that every record has: one without it may be left out.`,
};
