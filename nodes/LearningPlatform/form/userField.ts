import type { INodeProperties } from 'n8n-workflow';

import { catalogFieldsOf } from '../catalog/knownLists';
import { readName } from '../values/mails';
import { titleOf } from '../values/words';
import { field, type Field } from './field';
import { isEmpty, readAddress, readCell } from './people';

/** Sorts a menu. */
export const byName = (a: { name: string }, b: { name: string }) =>
	a.name.localeCompare(b.name, 'en-US');

/** Creates a field whose values come from a table. Missing values are read as ''. */
export function userField(
	name: string,
	property: Partial<INodeProperties> = {},
	toValue: (text: string, label: string) => string = (text) => text,
): Field<string> {
	const { meaning = '' } = catalogFieldsOf('users').find((known) => known.name === name) ?? {};
	const { displayName: label = titleOf(name), required } = property;
	return field(
		{ name, type: 'string', default: '', description: meaning, ...property, displayName: label },
		(entered) => {
			const text = readCell(entered, label);
			const value = text === '' ? '' : toValue(text, label);
			if (required && value === '') throw isEmpty(label);
			return value;
		},
		'',
	);
}

/** Creates the fields that may name a user. @param property what the fields have in common, and what each has */
export function nameFields(
	property: Partial<INodeProperties>,
	own: Partial<Record<'externalId' | 'mail' | 'username', Partial<INodeProperties>>> = {},
) {
	const mail = { placeholder: 'e.g. ana.silva@example.com', ...property, ...own.mail };
	const username = { placeholder: 'e.g. ana.silva', ...property, ...own.username };
	const externalId = { placeholder: 'e.g. 4711', ...property, ...own.externalId };
	return {
		mail: userField('mail', mail, readAddress),
		username: userField('username', { displayName: 'User Name', ...username }, readName),
		externalId: userField(
			'externalId',
			{ displayName: 'Personnel Number', ...externalId },
			readName,
		),
	};
}
