import type { INodeProperties } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import { invalidEntry } from '../failures/userFacingError';
import { isBrokenCell, withoutEscape } from '../values/cells';
import { foldId, isHexId } from '../values/identity';
import { readMail, readName } from '../values/mails';
import { titleOf } from '../values/words';
import { field, type Field } from './field';
import { locatorIn, readIdSegment, recordProperty } from './record';
import { filterText, notValid } from './values';

/** Names a user the way a table does. */
export interface Ref {
	by: 'id' | 'mail' | 'username';
	value: string;
}

/** Names a group by ID or by name. */
export interface GroupRef {
	by: 'id' | 'name';
	value: string;
}

/** Reads a cell of a table as text. Missing values are read as ''. @throws UserFacingError for the error of a sheet */
export function readCell(entered: unknown, label: string): string {
	const text = filterText(entered ?? '')?.trim();
	if (text === undefined) {
		throw invalidEntry(`${label} is not text, a number, or a date`, 'Enter a different value.');
	}
	if (!isBrokenCell(text)) return withoutEscape(text);
	throw notValid(`${label} is an error, not a value`, text, 'Correct the formula in the table.');
}

/** Reads one email address. @throws UserFacingError for anything else */
function readAddress(text: string, label: string): string {
	const address = readMail(text);
	if (address !== undefined) return address;
	const advice = 'Enter one address, without a name, quotation marks, or spaces.';
	throw notValid(`${label} is not an email address`, text, advice);
}

const isEmpty = (label: string) =>
	invalidEntry(`${label} is empty`, 'Enter a value, or leave out rows that have none.');

/** Adds modes to a field for a record. n8n uses the first mode for stored text, so the new ones come last. */
function withModes(
	property: INodeProperties,
	modes: readonly [name: string, displayName: string, placeholder: string][],
): INodeProperties {
	const added = modes.map(([name, displayName, placeholder]) => {
		return { name, displayName, placeholder, type: 'string' as const };
	});
	return { ...property, modes: [...(property.modes ?? []), ...added] };
}

export const user = field(
	withModes(recordProperty('userId', { required: true }), [
		['mail', 'By Email', 'e.g. ana.silva@example.com'],
		['username', 'By User Name', 'e.g. ana.silva'],
	]),
	readUser,
);

/** Creates a field for a group, which may be empty. */
export const groupField = (property: Partial<INodeProperties>) =>
	field(
		withModes(recordProperty('groupId', property), [['name', 'By Name', 'e.g. Sales']]),
		readGroup,
		'',
	);

/** Reads the user that the form means. @throws UserFacingError */
function readUser(entered: unknown, property: INodeProperties): Ref {
	const { displayName: label } = property;
	const { mode, value } = locatorIn(entered);
	if (mode !== 'mail' && mode !== 'username') {
		return { by: 'id', value: readId(entered, property, 'By Email or By User Name') };
	}
	const text = readCell(value, label);
	if (text === '') throw isEmpty(label);
	return readRef(text, label, mode);
}

/** Reads the ID, the email address, or the user name of a user. @throws UserFacingError */
export function readRef(
	text: string,
	label: string,
	by: 'mail' | 'username' = text.includes('@') ? 'mail' : 'username',
): Ref {
	if (isHexId(text)) return { by: 'id', value: foldId(text) };
	return { by, value: by === 'mail' ? readAddress(text, label) : text };
}

/** Reads the group that the form means. @returns undefined if the field is empty @throws UserFacingError */
function readGroup(entered: unknown, property: INodeProperties): GroupRef | undefined {
	const { mode, value } = locatorIn(entered);
	const text = readCell(value, property.displayName);
	if (text === '') return undefined;
	if (mode !== 'name') return { by: 'id', value: readId(entered, property, 'By Name') };
	return isHexId(text) ? { by: 'id', value: foldId(text) } : { by: 'name', value: text };
}

function readId(entered: unknown, property: INodeProperties, modes: string): string {
	const { value } = locatorIn(entered);
	const text = typeof value === 'string' ? value.trim() : '';
	const isName = !isHexId(text) && (!/\d/.test(text) || /[\s@,]/.test(text));
	if (text !== '' && isName && !/^https?:/i.test(text)) {
		const advice = `To find it by something else than its ID, choose ${modes}.`;
		throw notValid(`${property.displayName} is not an ID`, text, advice);
	}
	return foldId(decodeURIComponent(readIdSegment(entered, property)));
}

/** Creates a field whose values come from a table. Missing values are read as ''. */
export function userField(
	name: string,
	property: Partial<INodeProperties> = {},
	toValue: (text: string, label: string) => string = (text) => text,
): Field<string> {
	const description = listAt('users').meanings[name] ?? '';
	const { displayName: label = titleOf(name), required } = property;
	return field(
		{ name, type: 'string', default: '', description, ...property, displayName: label },
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
	byField: Partial<Record<'externalId' | 'mail' | 'username', Partial<INodeProperties>>> = {},
) {
	const mail = { placeholder: 'e.g. ana.silva@example.com', ...property, ...byField.mail };
	const username = { placeholder: 'e.g. ana.silva', ...property, ...byField.username };
	const externalId = { placeholder: 'e.g. 4711', ...property, ...byField.externalId };
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
