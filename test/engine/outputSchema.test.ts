import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadOutputSchema } from 'n8n-core';

import { resources } from '../../nodes/LearningPlatform/catalog/resources';
import { schemas, type Schema } from '../../scripts/docs/schemas';
import { exportFile } from './export/exports';
import { startService } from './service';
import { Poller } from './trigger/poller';

const nodeDir = join(__dirname, '../../dist/nodes/LearningPlatform');

/** Loads a schema of the built package as n8n does. */
const schemaOf = (resource: string, operation?: string) =>
	loadOutputSchema({
		...{ nodeDir, version: 1, resource },
		...(operation !== undefined && { operation }),
	}) as Schema | undefined;

/** Returns the places where a value does not match its schema. */
function mismatches(value: unknown, schema: Schema | undefined, path: string): string[] {
	if (schema === undefined) return [`${path} is not in the schema`];
	if (Array.isArray(value)) {
		const entries = value.flatMap((entry) => mismatches(entry, schema.items, `${path}[]`));
		return schema.type === 'array' ? entries : [`${path} is a list`];
	}
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value).flatMap(([field, content]) =>
			mismatches(content, schema.properties?.[field], `${path}.${field}`),
		);
	}
	const types = Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
	return types.includes(schema.type) ? [] : [`${path} is a ${typeof value}`];
}

const withKnownRecords = resources.filter(({ list }) => list !== undefined);

describe.each(withKnownRecords)('the schema of a $value', (resource) => {
	const { value, knownFields } = resource;

	it('has all known fields in their order', () => {
		expect(Object.keys(schemaOf(value, 'list')?.properties ?? {})).toEqual(knownFields);
	});

	it('is the same for Get as for List', () => {
		const same = resource.idName === undefined ? undefined : schemaOf(value, 'list');
		expect(schemaOf(value, 'get')).toEqual(same);
	});

	it('has the fields that the trigger adds', async () => {
		const sandbox = await startService();
		const { items } = await new Poller(sandbox, { resource: value }).run({ mode: 'manual' });
		const { json = {} } = items?.[0] ?? {};
		const schema = schemaOf(value);
		const added = ['triggerEvent', 'triggerTime'];
		for (const field of added) expect(typeof json[field]).toBe(schema?.properties?.[field]?.type);
		expect(Object.keys(schema?.properties ?? {})).toEqual([...knownFields, ...added]);
	});
});

it.each(resources.map(({ value }) => value))(
	'the schema of an export of the resource %s has the fields of its item',
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

it('scripts/docs/schemas.ts makes the schemas', () => {
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
