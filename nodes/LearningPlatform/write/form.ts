import type { INodeProperties } from 'n8n-workflow';

import { catalogFieldsOf } from '../catalog/knownLists';
import { invalidEntry } from '../failures/userFacingError';
import {
	readChoice,
	dateText,
	field,
	fieldNames,
	filterText,
	maxRetries,
	menu,
	optionsOf,
	readRecordId,
	recordField,
	recordProperty,
	toggle,
	type Field,
} from '../form';
import { titleOf } from '../values/words';

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en-US');

const nameOfLanguage = new Intl.DisplayNames('en-US', { type: 'language' });

const languages =
	'bg cs da de el en es fi fr hr ht_HT hu id it ja kar_MM ko lt mh_MH nl nl_BE no pl pt ro ru rw_RW sk sl so_SO sv sw_KE th ti_ET tr uk vi zh'
		.split(' ')
		.map((value) => ({ name: nameOfLanguage.of(value.replace('_', '-')) ?? value, value }))
		.sort(byName);

/** Creates a form field for a user field. Missing values, e.g. from empty table cells, are read as ''. */
function userField(
	name: string,
	property: Partial<INodeProperties> = {},
	toValue: (text: string, label: string, timeZone: string) => string = (text) => text,
): Field<string> {
	const { meaning = '' } = catalogFieldsOf('users').find((known) => known.name === name) ?? {};
	const { displayName: label = titleOf(name) } = property;
	return field(
		{ name, type: 'string', default: '', description: meaning, ...property, displayName: label },
		(entered, _property, node) => {
			const text = filterText(entered ?? '')?.trim();
			if (text === undefined) {
				throw invalidEntry(`${label} is not text, a number, or a date`, 'Enter a different value.');
			}
			if (text !== '') return toValue(text, label, node.getTimezone());
			if (property.required)
				throw invalidEntry(`${label} is empty`, 'Enter a value, or leave out rows that have none.');
			return text;
		},
		'',
	);
}

const primaryGroup = recordProperty('groupId', {
	displayName: 'Primary Group',
	name: 'primaryGroupId',
	description: "The user's main group, of which the user must be a member",
});

/** The fields that can be cleared, except Email. */
const texts = {
	custom: userField('custom'),
	firstName: userField('firstName'),
	job: userField('job'),
	lastName: userField('lastName'),
	organization: userField('organization'),
	phone: userField('phone'),
	primaryGroupId: field(primaryGroup, readRecordId, ''),
	toBeDeactivatedAt: userField(
		'toBeDeactivatedAt',
		{
			type: 'dateTime',
			description:
				"When the platform deactivates the user. A date without a time means the start of that day in the workflow's time zone.",
		},
		(text, label, timeZone) => dateText(label, text, timeZone),
	),
	username: userField('username', { displayName: 'User Name' }),
};

const lang = userField('lang', { type: 'options', default: 'en', options: languages }, (text) =>
	readChoice(text, 'Language', languages),
);

const mailWith = (property: Partial<INodeProperties> = {}) =>
	userField('mail', { placeholder: 'e.g. ana.silva@example.com', ...property }, (text) => {
		const address = text.replace(/\s/g, '');
		if (/^[^@]+@[^@]+$/.test(address)) return address;
		throw invalidEntry('Email is not an email address', 'Enter one address.');
	});

const mail = mailWith();

const mailToFind = mailWith({
	required: true,
	description: 'Email address that identifies the user. Case and spaces are ignored.',
});

const FIELDS = {
	displayName: 'Fields',
	name: 'fields',
	placeholder: 'Add Field',
	description: 'Values to write. Empty values, such as empty table cells, change nothing.',
};

const role = menu(
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
	{},
	'learner',
);

const dryRun = toggle(
	'dryRun',
	false,
	'Whether to report the changes without writing them. Items then have a dryRun field, and new users have no _id.',
);

const sendInvitation = toggle(
	'sendInvitation',
	true,
	'Whether the platform emails an invitation to newly created or restored users',
);

function fieldsToClearOf(form: Record<string, Field<string>>): Field<string[]> {
	const options = Object.values(form)
		.flatMap(({ properties }) => properties)
		.map(({ displayName, name }) => ({ name: displayName, value: name }))
		.sort(byName);
	const property: INodeProperties = {
		displayName: 'Fields to Clear',
		name: 'fieldsToClear',
		type: 'multiOptions',
		default: [],
		description: 'Fields to clear on the platform if they have no value under Fields',
		options,
	};
	return field(property, (entered) =>
		fieldNames(entered, property).map((name) => readChoice(name, property.displayName, options)),
	);
}

const groupOfNew = recordProperty('groupId', {
	description:
		'Group for newly created or restored users. Without a group, only existing users are updated.',
});

export const upsertForm = {
	mail: mailToFind,
	fields: optionsOf({ ...texts, lang }, FIELDS),
	groupId: field(groupOfNew, readRecordId, ''),
	role,
	options: optionsOf({ dryRun, fieldsToClear: fieldsToClearOf(texts), maxRetries, sendInvitation }),
};

export const updateForm = {
	userId: recordField('userId'),
	fields: optionsOf({ ...texts, lang, mail }, FIELDS),
	options: optionsOf({ dryRun, fieldsToClear: fieldsToClearOf({ ...texts, mail }), maxRetries }),
};

export const membershipForm = {
	groupId: recordField('groupId'),
	userId: recordField('userId'),
	role,
	options: optionsOf({ dryRun, maxRetries }),
};
