import { join } from 'node:path';
import { loadOutputSchema } from 'n8n-core';

import { resources } from '../../nodes/LearningPlatform/catalog/resources';
import { startService } from './service';

/** JSON Schema, as far as n8n's editor reads it. */
interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const nodeDir = join(__dirname, '../../dist/nodes/LearningPlatform');

/** What n8n serves to its editor for the built package. */
const schemaOf = (resource: string, operation: string) =>
	loadOutputSchema({ nodeDir, version: 1, resource, operation }) as Schema | undefined;

/** Where a value is not what the schema promises, by its path. */
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

describe.each(withKnownRecords)('before its first run, n8n shows that a $value', (resource) => {
	const { value, list = '', knownFields } = resource;

	it('has all the fields that are known of it, in their order', () => {
		expect(Object.keys(schemaOf(value, 'list')?.properties ?? {})).toEqual(knownFields);
	});

	it('has what the service sends, and nothing else', async () => {
		const sandbox = await startService({ courses: 200, groups: 200 });
		const schema = schemaOf(value, 'list');
		const records = sandbox.catalogue.list(list);
		const found = records.flatMap((record) => mismatches(record, schema, value));
		expect([...new Set(found)]).toEqual([]);
		const sent = new Set(records.flatMap((record) => Object.keys(record)));
		expect([...sent].sort()).toEqual([...knownFields].sort());
	});

	it('is the same from Get as from List', () => {
		expect(schemaOf(value, 'get')).toEqual(schemaOf(value, 'list'));
	});
});
