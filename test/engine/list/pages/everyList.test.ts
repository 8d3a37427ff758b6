import type { INodeParameters } from 'n8n-workflow';

import { knownLists } from '../../../../nodes/LearningPlatform/catalog/knownLists';
import { resources } from '../../../../nodes/LearningPlatform/catalog/resources';
import { SERVICE } from '../../../contract';
import type { Sandbox } from '../../../sandbox';
import { exampleParameters, pathOf } from '../../../sandbox/examplePaths';
import { exportFile, fileIn } from '../../export/exports';
import { runNode } from '../../harness';
import { jsonOf } from '../../lists';
import { startService } from '../../service';

let sandbox: Sandbox;

beforeEach(async () => {
	// Two pages of users, few enough for the sandbox to keep in memory.
	sandbox = await startService({ courses: 20, groups: 4, users: 60, pageSizes: { users: 40 } });
});

const read = async (parameters: INodeParameters) =>
	await runNode({
		credential: sandbox,
		parameters: { operation: 'list', returnAll: true, ...parameters },
	});

const readOther = async (kind: string, filters: INodeParameters) => {
	const ids = exampleParameters(sandbox.catalogue);
	const listPath = { __rl: true, mode: 'path', value: pathOf(kind, ids) };
	return await read({ resource: 'other', listPath, filters });
};

const named = knownLists.filter(({ nameFields: called }) => called !== undefined);

it('19 lists have records with names', () => {
	expect(named).toHaveLength(19);
});

it.each(named.map(({ path, nameFields: called = [] }) => [path, called] as const))(
	'Name Contains finds the records of %s by %j',
	async (kind, called) => {
		const path = pathOf(kind, exampleParameters(sandbox.catalogue));
		const names = Object.fromEntries(called.map((field) => [field, `Ünsal ${field}`]));
		const added = sandbox.catalogue.add(path, names);
		const { items, error } = await readOther(kind, {
			nameContains: called.map((one) => `unsal ${one}`).join(' '),
		});
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toEqual([expect.objectContaining(added)]);
	},
);

const ID = 'a'.repeat(24);

const filters = Object.entries(SERVICE).flatMap(([kind, route]) => {
	const filter = Object.entries(route.filters).flatMap(([field, operators]) =>
		Object.entries(operators).map(([operator, type]) => {
			const { enum: values, format, type: of } = type.items ?? type;
			const text = of === 'boolean' ? 'true' : (values?.[0] ?? 'Ünsal & Co');
			const value = { 'date-time': '2024-01-31', ObjectId: ID }[format ?? ''] ?? text;
			return { field, operator, value };
		}),
	);
	return filter.length > 0 ? [{ kind, filter }] : [];
});

it.each(filters)('the service accepts all filters of $kind', async ({ kind, filter }) => {
	const { error } = await readOther(kind, { fieldFilters: { filter } });
	expect(error).toBeUndefined();
	const { query = '' } = sandbox.journal.entries.at(-1) ?? {};
	const sent = filter.filter(({ field, operator }) => query.includes(`${field}[${operator}]`));
	expect(sent).toEqual(filter);
});

describe.each(resources.filter(({ list }) => list !== undefined))('resource $value', (resource) => {
	const { value, list = '' } = resource;

	it('is listed and exported completely', async () => {
		const records = sandbox.catalogue.shown(list);
		expect(records.length).toBeGreaterThan(0);
		expect(jsonOf((await read({ resource: value })).items)).toEqual(records);
		const { items } = await exportFile(sandbox, { resource: value, format: 'jsonl' });
		const lines = (await fileIn(items[0])).toString().trimEnd().split('\n');
		expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records);
	});
});
