import { SERVICE } from '../../contract';
import { startSandbox, type Sandbox } from '../../sandbox';
import { exampleParameters, pathOf, recordsOf } from '../../unit/sandbox/examplePaths';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { ourNode, workflow } from '../harness/workflow';

// Every list of the contract, by its path: as records, as rows, as a file, by a part of a name and by all of its filters.

const NAMES = ['name', 'title', 'firstName'];

const kinds = Object.keys(SERVICE).filter((path) => SERVICE[path]?.list);

/** The field by which people call the records of a list. */
const calledBy = (kind: string) => {
	const record = SERVICE[kind]?.record;
	const types = record?.oneOf ?? [record];
	return NAMES.find((name) => types.every((type) => type?.fields?.[name] !== undefined));
};

const named = kinds.filter((kind) => calledBy(kind) !== undefined);

/** A filter for each field and operator of a list, with values of the right form. */
const filtersOf = (kind: string) =>
	Object.entries(SERVICE[kind]?.filters ?? {}).flatMap(([field, operators]) =>
		Object.entries(operators).map(([operator, type]) => {
			const { format, enum: values, type: of } = type.items ?? type;
			const text = of === 'boolean' ? 'true' : (values?.[0] ?? 'a');
			const value = { 'date-time': '2024-01-31', ObjectId: 'a'.repeat(24) }[format ?? ''] ?? text;
			return { field, operator, value };
		}),
	);

let sandbox: Sandbox;
let n8n: N8n;
let execution: StoredExecution;
let parameters: Record<string, string>;

const pathIn = (kind: string) => pathOf(kind, parameters);

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 30, groups: 5 });
	const account = credentialFor('account', sandbox);
	parameters = exampleParameters(sandbox.catalogue);
	for (const kind of named) {
		sandbox.catalogue.add(pathIn(kind), { [calledBy(kind) ?? '']: 'Ünsal' });
	}
	const read = (what: string, kind: string, more = {}) =>
		ourNode(`${what} ${kind}`, account, {
			resource: 'other',
			listPath: { __rl: true, mode: 'path', value: pathIn(kind) },
			...(what === 'file' ? { operation: 'export' } : { operation: 'list', returnAll: true }),
			...more,
		});
	const lists = workflow(
		'lists',
		...kinds.flatMap((kind) => [
			read('records', kind),
			read('rows', kind, { output: 'row' }),
			read('file', kind),
		]),
		...named.map((kind) => read('named', kind, { filters: { nameContains: 'unsal' } })),
		...kinds
			.filter((kind) => filtersOf(kind).length > 0)
			.map((kind) =>
				read('filtered', kind, { filters: { fieldFilters: { filter: filtersOf(kind) } } }),
			),
	);
	n8n = await N8n.with({ credentials: [account], workflows: [lists] });
	execution = await n8n.execute(lists);
});

afterAll(async () => {
	await sandbox.stop();
	await n8n.remove();
});

it('all 45 lists, 19 of them with names, and all 177 operators are asked for without an error', () => {
	expect([kinds.length, named.length, kinds.flatMap(filtersOf).length]).toEqual([45, 19, 177]);
	expect(execution.error).toBeUndefined();
	expect(execution).toMatchObject({ status: 'success' });
	expect(sandbox.journal.takeOffContract()).toEqual([]);
});

it.each(kinds)('%s is whole, as records, as rows and as a file', (kind) => {
	const records = recordsOf(sandbox.catalogue, kind, parameters);
	expect(execution.json(`records ${kind}`)).toEqual(records);
	expect(execution.json(`rows ${kind}`)).toHaveLength(records.length);
	expect(execution.json(`file ${kind}`)).toMatchObject([{ records: records.length }]);
});

it.each(named)('Name Contains finds one record of %s', (kind) => {
	expect(execution.json(`named ${kind}`)).toMatchObject([{ [calledBy(kind) ?? '']: 'Ünsal' }]);
});
