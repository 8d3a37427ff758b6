import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadOutputSchema } from 'n8n-core';

import { resources } from '../../nodes/LearningPlatform/catalog/resources';
import { schemas, type Schema } from '../../scripts/docs/schemas';
import { exportFile } from './export/exports';
import { runNode } from './harness';
import { startService } from './service';
import { Poller } from './trigger/poller';

const nodeDir = join(__dirname, '../../dist/nodes/LearningPlatform');

/** Returns the schema that n8n serves to its editor for the built package. */
const schemaOf = (resource: string, operation?: string) =>
	loadOutputSchema({
		nodeDir,
		version: 1,
		resource,
		...(operation !== undefined && { operation }),
	}) as Schema | undefined;

/** Returns the paths of the values that contradict the schema. */
function mismatches(value: unknown, schema: Schema | undefined, path: string): string[] {
	if (schema === undefined) return [`${path} is not in the schema`];
	if (value === null) return [];
	if (Array.isArray(value)) {
		const entries = value.flatMap((entry) => mismatches(entry, schema.items, `${path}[]`));
		return schema.type === 'array' ? entries : [`${path} is a list`];
	}
	if (typeof value === 'object') {
		return Object.entries(value).flatMap(([field, content]) =>
			mismatches(content, schema.properties?.[field], `${path}.${field}`),
		);
	}
	const types = Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
	return types.includes(schema.type) ? [] : [`${path} is a ${typeof value}`];
}

const withKnownRecords = resources.filter(({ list }) => list !== undefined);

describe.each(withKnownRecords)('before its first run, n8n shows a $value', (resource) => {
	const { value, catalogFields } = resource;

	it('with all known fields, in order', () => {
		expect(Object.keys(schemaOf(value, 'list')?.properties ?? {})).toEqual(catalogFields);
	});

	it.each(['raw', 'simplified'])(
		'with every field of the %s items, and IDs as text',
		async (output) => {
			const sandbox = await startService({ courses: 30, groups: 30 });
			const parameters = { resource: value, operation: 'list', returnAll: true, output };
			const { items } = await runNode({ credential: sandbox, parameters });
			expect(items.length).toBeGreaterThan(0);
			const schema = schemaOf(value, 'list');
			expect(items.flatMap(({ json }) => mismatches(json, schema, value))).toEqual([]);
			const ids = Object.entries(schema?.properties ?? {}).filter(([name]) =>
				/^_id$|Id$/.test(name),
			);
			expect(ids.filter(([, { type }]) => type !== 'string')).toEqual([]);
		},
	);

	it('with the same fields for Get as for List, if the resource has Get', () => {
		const same = resource.keyColumn === undefined ? undefined : schemaOf(value, 'list');
		expect(schemaOf(value, 'get')).toEqual(same);
	});

	it('with the fields that the trigger adds', async () => {
		const sandbox = await startService();
		const { items } = await new Poller(sandbox, { resource: value }).run({ mode: 'manual' });
		const { json = {} } = items?.[0] ?? {};
		const schema = schemaOf(value);
		const added = ['triggerEvent', 'triggerTime'];
		for (const field of added) expect(typeof json[field]).toBe(schema?.properties?.[field]?.type);
		expect(Object.keys(schema?.properties ?? {})).toEqual([...catalogFields, ...added]);
	});
});

it.each(resources.map(({ value }) => value))(
	'before its first run, n8n shows the fields that an export of %s returns',
	async (resource) => {
		const sandbox = await startService({ courses: 30, groups: 30 });
		const listPath = { __rl: true, mode: 'path', value: 'users' };
		const { items } = await exportFile(sandbox, { resource, listPath });
		const { json = {} } = items[0] ?? {};
		const schema = schemaOf(resource, 'export');
		expect(mismatches(json, schema, resource)).toEqual([]);
		expect(Object.keys(schema?.properties ?? {})).toEqual(Object.keys(json));
	},
);

it('scripts/docs/schemas.ts generates the schemas', () => {
	const made = schemas();
	const served = [...made.keys()].map((path) => {
		const [resource = '', operation] = path.replace('.json', '').split('/');
		return [path, { ...schemaOf(resource, operation), version: undefined }];
	});
	expect(Object.fromEntries(served)).toEqual(Object.fromEntries(made));
	const files = readdirSync(join(nodeDir, '__schema__/v1.0.0'), { recursive: true });
	expect(
		files
			.map(String)
			.filter((path) => path.endsWith('.json'))
			.sort(),
	).toEqual([...made.keys()].sort());
});
