import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { allFiltersOf, knownLists } from '../../nodes/LearningPlatform/catalog/knownLists';
import { updateForm, upsertForm } from '../../nodes/LearningPlatform/write/form';
import type { ListFacts, WriteFacts } from '../../test/contract/differences';

/** The package's facts about its lists. */
export const rows: ListFacts[] = knownLists.map(({ path, scope, fields }) => {
	const filters = allFiltersOf(path).filter(({ isOwn }) => !isOwn);
	return {
		path,
		scope,
		fields: Object.keys(fields),
		filters: Object.fromEntries(filters.map(({ name, operators }) => [name, operators])),
		values: Object.fromEntries(
			filters.flatMap(({ name, values }) => (values ? [[name, values]] : [])),
		),
	};
});

type Form = Record<string, { properties: INodeProperties[] }>;

const propertyIn = (properties: readonly INodeProperties[], name: string) =>
	properties.find((property) => property.name === name);

/** Returns the fields that a form offers and the fields that it can clear. */
function offeredIn(form: Form) {
	const all = Object.values(form).flatMap(({ properties }) => properties);
	const below = (name: string) => (propertyIn(all, name)?.options ?? []) as INodeProperties[];
	const choicesOf = (property?: INodeProperties) =>
		((property?.options ?? []) as INodePropertyOptions[]).map(({ value }) => String(value));
	return {
		fields: below('fields').map(({ name }) => name),
		clearable: choicesOf(propertyIn(below('options'), 'fieldsToClear')),
		lang: choicesOf(propertyIn(below('fields'), 'lang')),
		roles: choicesOf(propertyIn(all, 'role')),
	};
}

const [created, updated] = [offeredIn(upsertForm), offeredIn(updateForm)];

const inPath = created.roles.map((role) => (role === 'userAdmin' ? 'user-admin' : role));

/** The package's facts about its writes to users and members. */
export const writeRows: WriteFacts[] = [
	{
		...{ request: 'POST users', scope: 'users:write', clearable: [] },
		fields: [...created.fields, 'mail', 'membership'],
		values: { lang: created.lang, role: created.roles },
	},
	{
		...{ request: 'PATCH users/{userId}', scope: 'users:write', clearable: updated.clearable },
		fields: updated.fields,
		leftOut: ['profileImageId'],
		values: { lang: updated.lang },
	},
	...['POST', 'DELETE'].map((method) => ({
		...{ request: `${method} groups/{groupId}/{role}/{userId}`, scope: 'groups:write' },
		...{ fields: [], clearable: [], values: { role: inPath } },
	})),
];
