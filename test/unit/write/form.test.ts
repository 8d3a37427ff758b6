import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { updateForm, upsertForm } from '../../../nodes/LearningPlatform/write/users/form';
import { WRITES, type WritePath } from '../../contract';

const published = (path: WritePath) => WRITES[path]?.body?.fields ?? {};

/** Returns the names of the fields in a collection of a form, such as Fields. */
const fieldsIn = (collection: { properties: INodeProperties[] }) =>
	(collection.properties[0]?.options ?? []) as INodeProperties[];

const choicesOf = (property?: INodeProperties) =>
	((property?.options ?? []) as INodePropertyOptions[]).map(({ value }) => value).sort();

const named = (properties: readonly INodeProperties[], name: string) =>
	properties.find((property) => property.name === name);

it.each<[string, WritePath, typeof upsertForm | typeof updateForm, string[]]>([
	['Create or Update', 'POST users', upsertForm, ['membership']],
	['Update', 'PATCH users/{userId}', updateForm, ['profileImageId']],
])('%s offers the fields and languages that the service accepts', (_, path, form, others) => {
	const names = fieldsIn(form.fields).map(({ name }) => name);
	const inRecord = names.filter((name) => name !== 'manager');
	expect([...inRecord, ...others].sort()).toEqual(Object.keys(published(path)).sort());
	const { lang } = published(path);
	expect(choicesOf(named(fieldsIn(form.fields), 'lang'))).toEqual([...(lang?.enum ?? [])].sort());
});

it('Update can clear the fields that accept null', () => {
	const nullable = Object.entries(published('PATCH users/{userId}'))
		.filter(([name, { oneOf = [] }]) => name !== 'profileImageId' && oneOf.length > 0)
		.map(([name]) => name);
	const toClear = named(fieldsIn(updateForm.options), 'fieldsToClear');
	expect(choicesOf(toClear)).toEqual([...nullable, 'manager'].sort());
});

it('Role offers the roles that the service accepts', () => {
	const { membership } = published('POST users');
	const roles = choicesOf(upsertForm.role.properties[0]);
	expect(roles).toEqual([...(membership?.fields?.role?.enum ?? [])].sort());
	// Only this role is spelled differently in a path.
	const inPaths = roles.map((role) => (role === 'userAdmin' ? 'user-admin' : role));
	for (const method of ['POST', 'DELETE'] as const) {
		const { parameters } = WRITES[`${method} groups/{groupId}/{role}/{userId}`] ?? {};
		expect(parameters?.role?.enum).toEqual(inPaths);
	}
});
