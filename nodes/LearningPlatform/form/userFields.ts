import type { INodeProperties } from 'n8n-workflow';

import { catalogFieldsOf } from '../catalog/knownLists';
import { utcText } from '../values/dates';
import { endOfDay, readDayOrTime, type DayOrTime } from '../values/days';
import { titleOf } from '../values/words';
import { field, optionsOf, type Field, type Form } from './field';
import {
	groupProperty,
	isEmpty,
	notValid,
	readAddress,
	readCell,
	readGroup,
	readRef,
	type GroupRef,
	type Ref,
} from './people';
import { readChoice, fieldNames } from './values';

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en-US');

const nameOfLanguage = new Intl.DisplayNames('en-US', { type: 'language' });

const languages =
	'bg cs da de el en es fi fr hr ht_HT hu id it ja kar_MM ko lt mh_MH nl nl_BE no pl pt ro ru rw_RW sk sl so_SO sv sw_KE th ti_ET tr uk vi zh'
		.split(' ')
		.map((value) => ({ name: nameOfLanguage.of(value.replace('_', '-')) ?? value, value }))
		.sort(byName);

/** When a user's access ends. */
export interface LastDay extends DayOrTime {
	/** The time to send: the end of the day, or the point in time. */
	endsAt: number;
	/** The entry if it was an Excel day number. */
	excelDay?: string;
}

/** The fields that the user added to the form. */
export interface UserFields {
	/** By name. Empty values are left out. */
	texts: Record<string, string>;
	lastDay?: LastDay;
	primaryGroup?: GroupRef;
	manager?: Ref;
	/** The labels of the fields that are empty in this item. */
	empty: string[];
}

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
			if (text !== '') return toValue(text, label);
			if (required) throw isEmpty(label);
			return text;
		},
		'',
	);
}

/** Tables often contain the code of a country as well, e.g. `de-DE`. */
const lang = userField('lang', { type: 'options', default: 'en', options: languages }, (text) => {
	const codes = [text, text.split(/[-_]/)[0] ?? ''].map((code) => code.replaceAll('-', '_'));
	const known = codes.map((code) =>
		languages.find(({ value }) => value.toLowerCase() === code.toLowerCase()),
	);
	return (known[0] ?? known[1])?.value ?? readChoice(text, 'Language', languages);
});

const lastDay = field<LastDay | undefined>(
	{
		displayName: 'Last Day',
		name: 'toBeDeactivatedAt',
		type: 'dateTime',
		default: '',
		description:
			'The last day with access, e.g. 2026-12-31. The platform deactivates the user at the end of that day. A date with a time means exactly that time. A date in the year 9999 counts as empty.',
	},
	(entered, { displayName: label }, node) => {
		const text = readCell(entered, label);
		if (text === '') return undefined;
		const timeZone = node.getTimezone();
		const found = readDayOrTime(typeof entered === 'string' ? text : entered, timeZone);
		const { day, ms = NaN } = found ?? {};
		const endsAt = day === undefined ? ms : endOfDay(day, timeZone);
		// Some HR systems enter this year for employment without an end.
		if (found && text.startsWith('9999-')) return undefined;
		if (found && utcText(endsAt) !== undefined) {
			return { ...found, endsAt, ...(found.isExcelDay && { excelDay: text }) };
		}
		const advice =
			'Other formats could be read in two ways: change the format of the column in the table.';
		throw notValid(`${label} must be a date such as 2026-12-31`, text, advice);
	},
	'',
);

const primaryGroup = field(
	groupProperty({
		displayName: 'Primary Group',
		name: 'primaryGroupId',
		description: "The user's main group, of which the user must be a member",
	}),
	readGroup,
	'',
);

const manager = field<Ref | undefined>(
	{
		displayName: 'Manager',
		name: 'manager',
		type: 'string',
		default: '',
		placeholder: 'e.g. eva.novak@example.com',
		description:
			"Email, user name, or ID of the user's only manager, who may be in another row of the table. Replaces all other managers.",
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
	username: userField('username', { displayName: 'User Name' }),
};

export const mail = userField('mail', { placeholder: 'e.g. ana.silva@example.com' }, readAddress);

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
		const found: UserFields = { texts: {}, empty: [] };
		for (const [name, own] of Object.entries(all)) {
			if (!Object.hasOwn(entered, name)) continue;
			const value = own.read((_, ifLeftOut) => entered[name] ?? ifLeftOut, node);
			if (value === '' || value === undefined) found.empty.push(userFieldLabel(name));
			else if (name === 'toBeDeactivatedAt') found.lastDay = value as LastDay;
			else if (name === 'manager') found.manager = value as Ref;
			else if (name === 'primaryGroupId') found.primaryGroup = value as GroupRef;
			else found.texts[name] = value as string;
		}
		return found;
	};
	return { properties, read };
}

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
