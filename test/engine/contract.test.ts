import type { INodeParameters } from 'n8n-workflow';

import { SERVICE, WRITES } from '../contract';
import { exampleParameters, pathOf } from '../sandbox/examplePaths';
import { runNode } from './harness';
import { startService } from './service';

// The sandbox refuses every request outside the contract, and its test then fails.

const SOME_ID = 'a'.repeat(24);

/** Returns a filter for each field and operator of a list, as a person enters it. */
const filtersOf = (path: string) =>
	Object.entries(SERVICE[path]?.filters ?? {}).flatMap(([field, operators]) =>
		Object.entries(operators).map(([operator, type]) => {
			const { format, enum: values, type: of } = type.items ?? type;
			const text = of === 'boolean' ? 'true' : (values?.[0] ?? 'Ünsal & Co');
			const value = { 'date-time': '2024-01-31', ObjectId: SOME_ID }[format ?? ''] ?? text;
			return { field, operator, value: type.items ? `${value}, ${value}` : value };
		}),
	);

const filtered = Object.keys(SERVICE).filter((path) => filtersOf(path).length > 0);

it.each(filtered)('the contract has every filter of %s', async (path) => {
	const sandbox = await startService({ courses: 40, groups: 3, users: 60 });
	const ids = exampleParameters(sandbox.catalogue);
	const filter = filtersOf(path);
	const listPath = { __rl: true, mode: 'list', value: path };
	const list = { resource: 'other', operation: 'list', returnAll: true, listPath };
	const parameters = { ...list, ...ids, filters: { fieldFilters: { filter } } };
	const { error } = await runNode({ credential: sandbox, parameters });
	expect(error).toBeUndefined();
	const { path: requested, query } = sandbox.journal.entries.at(-1) ?? {};
	expect(requested).toBe(`/api/v2/${pathOf(path, ids)}`);
	for (const { field, operator } of filter) expect(query).toContain(`${field}[${operator}]`);
});

/** The fields that a change of a user can clear, except the only identifier that the user keeps. */
const clearable = Object.entries(WRITES['PATCH users/{userId}']?.body?.fields ?? {})
	.filter(([name, { oneOf }]) => oneOf !== undefined && name !== 'profileImageId')
	.map(([name]) => name)
	.filter((name) => name !== 'mail');

it('the contract has every field of a change of a user', async () => {
	const sandbox = await startService({ courses: 1, groups: 1, users: 1 });
	const { catalogue } = sandbox;
	const byId = (value = '') => ({ __rl: true, mode: 'id', value });
	const groupId = byId(catalogue.list('groups')[0]?._id);
	const fields = {
		...{ custom: '4711', firstName: 'Ünsal', job: 'A & B', lang: 'nl_BE', lastName: 'Ö' },
		...{ organization: 'O', phone: 1, primaryGroupId: groupId, username: 'uensal' },
		toBeDeactivatedAt: '2999-12-31',
	};
	const change = async (operation: string, parameters: INodeParameters) => {
		const all = { resource: 'user', operation, ...parameters };
		const { error, items } = await runNode({ credential: sandbox, parameters: all });
		expect(error).toBeUndefined();
		return items[0]?.json ?? {};
	};
	const made = { mail: 'uensal@example.com', groupId, role: 'userAdmin', fields };
	const { _id } = await change('upsert', made);
	const userId = byId(_id as string);
	await change('update', { userId, fields: { ...fields, mail: 'u@example.com', lang: 'en' } });
	const cleared = await change('update', { userId, options: { fieldsToClear: clearable } });
	expect(clearable.filter((name) => cleared[name] !== undefined)).toEqual([]);
});
