import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { resources } from '../../nodes/LearningPlatform/catalog/resources';
import { startSandbox } from '../../test/sandbox';

// Writes what n8n's editor shows of an item before the first run: npx tsx scripts/docs/schemas.ts

/** JSON Schema, as far as n8n's editor reads it. */
export interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const FOLDER = join(__dirname, '../../nodes/LearningPlatform/__schema__/v1.0.0');

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const texts: Schema = { type: 'array', items: text };

/** What a service may send (docs/service.md, Records) and the sandbox never does. */
const rare: Partial<Record<string, object[]>> = {
	courses: [{ translations: [{ translatedFields: { description: '' } }] }],
	groups: [{ moderationCharter: { explicitConsent: true }, imprint: { explicitConsent: true } }],
};

/** An item of Export to File. */
const file: Schema = {
	type: 'object',
	properties: {
		...{ fileName: text, format: text, records: number, pages: number },
		...{ columns: texts, otherFields: texts },
	},
};

/** What the trigger adds to a record. */
const event = { triggerEvent: text, triggerTime: text };

/**
 * The schemas, by their files. n8n asks for one by resource and operation alone, so there can be none for the lists of
 * Other List: no field is in all of them. A trigger has no operation; its schemas are for n8n 1, since n8n 2 asks for none.
 *
 * @param recordsOf what a service sends of a list
 */
export function schemas(recordsOf: (list: string) => object[]): Map<string, Schema> {
	const files = resources.flatMap(({ value, list, knownFields }): [string, Schema][] => {
		const exported: [string, Schema] = [`${value}/export.json`, file];
		if (list === undefined) return [exported];
		const { properties: found = {} } = schemaOf([...recordsOf(list), ...(rare[list] ?? [])]);
		const fields = knownFields.flatMap((name) => (found[name] ? [[name, found[name]]] : []));
		const properties = Object.fromEntries(fields) as Record<string, Schema>;
		const record: Schema = { type: 'object', properties };
		return [
			[`${value}/list.json`, record],
			[`${value}/get.json`, record],
			exported,
			[`${value}.json`, { type: 'object', properties: { ...properties, ...event } }],
		];
	});
	return new Map(files);
}

/** The schema that all of the values match. */
function schemaOf(values: unknown[]): Schema {
	if (values.every(Array.isArray)) return { type: 'array', items: schemaOf(values.flat()) };
	const objects = values.filter((value) => typeof value === 'object' && value !== null);
	if (objects.length === 0) return { type: typeof values[0] };
	const fields = new Set(objects.flatMap((value) => Object.keys(value)));
	const contents = (field: string) =>
		objects
			.filter((value) => Object.hasOwn(value, field))
			.map((value) => (value as Record<string, unknown>)[field]);
	const properties = [...fields].map((field) => [field, schemaOf(contents(field))]);
	return { type: 'object', properties: Object.fromEntries(properties) as Record<string, Schema> };
}

async function main(): Promise<void> {
	const sandbox = await startSandbox({ courses: 200, groups: 200 });
	const made = schemas((list) => sandbox.catalogue.list(list));
	await sandbox.stop();
	await rm(FOLDER, { recursive: true, force: true });
	for (const [path, schema] of made) {
		const target = join(FOLDER, path);
		await mkdir(dirname(target), { recursive: true });
		await writeFile(target, `${JSON.stringify({ ...schema, version: 1 }, null, '\t')}\n`);
	}
}

if (require.main === module) void main();
