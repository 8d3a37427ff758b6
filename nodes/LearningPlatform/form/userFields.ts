import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../values/json';
import { readName } from '../values/mails';
import { field, optionsOf, type Field, type Form } from './field';
import { lastDay } from './lastDay';
import {
	groupField,
	nameFields,
	readCell,
	readRef,
	userField,
	type GroupRef,
	type Ref,
} from './people';
import { fieldNames, readChoice } from './values';

/** The fields that the user added to the form. */
interface UserFields {
	/** By name. Empty values are left out. */
	texts: Record<string, string>;
	lastDay?: NonNullable<ReturnType<(typeof lastDay)['read']>>;
	primaryGroup?: GroupRef;
	manager?: Ref;
	/** The labels of the fields that are empty in this item. */
	empty: string[];
	/** The names of the fields whose column this item does not have. */
	missing: string[];
}

const primaryGroup = groupField({
	displayName: 'Primary Group',
	name: 'primaryGroupId',
	description: "The user's main group, of which the user must be a member",
});

const manager = field<Ref | undefined>(
	{
		displayName: 'Manager',
		name: 'manager',
		type: 'string',
		default: '',
		placeholder: 'e.g. eva.novak@example.com',
		description:
			"Email, user name, or ID of the user's only manager, who may be in another row of the table. Replaces the others, unless the user already has this manager and no row names the others.",
	},
	(entered, { displayName: label }) => {
		const text = readCell(entered, label);
		return text === '' ? undefined : readRef(text, label);
	},
	'',
);

/** The fields that can be cleared, except Email. */
export const clearable = {
	custom: userField('custom', { displayName: 'Additional Information' }),
	firstName: userField('firstName'),
	job: userField('job'),
	lastName: userField('lastName'),
	manager,
	organization: userField('organization'),
	phone: userField('phone'),
	primaryGroupId: primaryGroup,
	toBeDeactivatedAt: lastDay,
	username: userField('username', { displayName: 'User Name' }, readName),
};

export const { mail } = nameFields({});

/** Sorts a menu. */
const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en-US');

const nameOfLanguage = new Intl.DisplayNames('en-US', { type: 'language' });

const languages =
	'bg cs da de el en es fi fr hr ht_HT hu id it ja kar_MM ko lt mh_MH nl nl_BE no pl pt ro ru rw_RW sk sl so_SO sv sw_KE th ti_ET tr uk vi zh'
		.split(' ')
		.map((value) => ({ name: nameOfLanguage.of(value.replace('_', '-')) ?? value, value }))
		.sort(byName);

/** Tables often contain the code of a country as well, e.g. `de-DE`. */
const lang = userField('lang', { type: 'options', default: 'en', options: languages }, (text) => {
	const codes = [text, text.split(/[-_]/)[0] ?? ''].map((code) => code.replaceAll('-', '_'));
	const known = codes.map((code) =>
		languages.find(({ value }) => value.toLowerCase() === code.toLowerCase()),
	);
	return (known[0] ?? known[1])?.value ?? readChoice(text, 'Language', languages);
});

/** Creates Fields, to which the user adds fields one by one. */
export function userFields(form: Form): Field<UserFields> {
	const all: Form = { ...form, lang };
	const { properties } = optionsOf(all, {
		displayName: 'Fields',
		name: 'fields',
		placeholder: 'Add Field',
		description: 'Values to write. Empty values, such as empty table cells, change nothing.',
	});
	const read: Field<UserFields>['read'] = (parameter, node) => {
		const entered = (parameter('fields', {}) ?? {}) as Record<string, unknown>;
		const fields: UserFields = { texts: {}, empty: [], missing: [] };
		for (const [name, { read: readField }] of Object.entries(all)) {
			if (!Object.hasOwn(entered, name)) continue;
			if (isMissing(entered[name])) fields.missing.push(name);
			const value = readField((_, ifLeftOut) => entered[name] ?? ifLeftOut, node);
			if (value === '' || value === undefined) fields.empty.push(userFieldLabel(name));
			else if (name === 'toBeDeactivatedAt')
				fields.lastDay = value as NonNullable<UserFields['lastDay']>;
			else if (name === 'manager') fields.manager = value as Ref;
			else if (name === 'primaryGroupId') fields.primaryGroup = value as GroupRef;
			else fields.texts[name] = value as string;
		}
		return fields;
	};
	return { properties, read };
}

/** Returns true for an expression that found nothing; an empty cell is '' or null. */
const isMissing = (entered: unknown): boolean =>
	isObject(entered) && '__rl' in entered ? entered.value === undefined : entered === undefined;

/** The labels of a user's fields, by name. */
export const userFieldLabels: ReadonlyMap<string, string> = new Map([
	...[...Object.values(clearable), mail, lang].flatMap(({ properties }) =>
		properties.map(({ name, displayName }) => [name, displayName] as const),
	),
	['externalId', 'Personnel Number'],
]);

/** Returns the label of a field, or the name of a custom field. */
export const userFieldLabel = (name: string) => userFieldLabels.get(name) ?? name;

/** Creates an option that lists a form's fields. */
export function fieldsToClearOf(form: Form): Field<string[]> {
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
