import { listAt } from '../../nodes/LearningPlatform/catalog/knownLists';
import { trainingStatusList } from '../../nodes/LearningPlatform/catalog/lists/people';
import { resources } from '../../nodes/LearningPlatform/catalog/resources';
import { writeOperations } from '../../nodes/LearningPlatform/write';
import { SERVICE, type ContractType } from '../../test/contract';

/** The part of JSON Schema that n8n's editor reads to show fields before the first run. */
export interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const texts: Schema = { type: 'array', items: text };

/** An output item of Export to File. */
const file: Schema = {
	type: 'object',
	properties: {
		fileName: text,
		format: text,
		records: number,
		pages: number,
		columns: texts,
		otherFields: texts,
		longCells: number,
	},
};

/** A record of Training Status, which is not a list on the platform. */
const standing: Schema = {
	type: 'object',
	properties: Object.fromEntries(
		listAt(trainingStatusList.path).catalogFields.map((name) => [
			name,
			['progress', 'score', 'attempts'].includes(name) ? number : text,
		]),
	),
};

/** The field that Add Member and other write operations add to a record. */
const outcome = { outcome: text };

/** An output item of Add Member, Remove Member, and Move Between Groups. */
const membership: Schema = {
	type: 'object',
	properties: { userId: text, groupId: text, role: text, ...outcome },
};

/** An output item of Enroll and Unenroll. */
const enrollment: Schema = {
	type: 'object',
	properties: { pathId: text, sessionId: text, userId: text, ...outcome },
};

/** The items of write operations that do not return the record. */
const ITEMS: Readonly<Record<string, Schema>> = { group: membership, pathSession: enrollment };

/** The operations that return records, besides Get and List. */
const READS: Readonly<Record<string, readonly string[]>> = { user: ['notInTable'] };

/** The fields that the trigger adds to a record. */
const event = { triggerEvent: text, triggerTime: text };

/**
 * Returns the schemas, keyed by file. n8n looks up a schema by resource and operation, so Other List has none: its
 * lists have no field in common. A trigger has no operation; only n8n 1 uses a trigger's schemas.
 */
export function schemas(): Map<string, Schema> {
	const files = resources.flatMap((resource): [string, Schema][] => {
		const { value, list, keyColumn, catalogFields } = resource;
		const filesOf = (schema: Schema, operations: readonly string[]) =>
			operations.map((operation): [string, Schema] => [`${value}/${operation}.json`, schema]);
		const exported = filesOf(file, ['export']);
		if (list === undefined) return exported;
		const { properties: found = {} } = schemaOf(SERVICE[list]?.record ?? {});
		const fields = catalogFields.flatMap((name) => (found[name] ? [[name, found[name]]] : []));
		const properties = Object.fromEntries(fields) as Record<string, Schema>;
		const record: Schema = { type: 'object', properties };
		const writes = writeOperations.filter(({ isFor }) => isFor(resource));
		const names = writes.map((operation) => operation.value);
		const written = ITEMS[value] ?? { type: 'object', properties: { ...properties, ...outcome } };
		return [
			...exported,
			...filesOf(record, ['list', ...(keyColumn ? ['get'] : []), ...(READS[value] ?? [])]),
			...filesOf(written, names),
			[`${value}.json`, { type: 'object', properties: { ...properties, ...event } }],
		];
	});
	return new Map([
		...files,
		['trainingStatus/list.json', standing],
		['trainingStatus/export.json', file],
	]);
}

/** Returns a schema for every value of a type. */
function schemaOf({ type = 'string', oneOf, items, fields }: ContractType): Schema {
	if (oneOf !== undefined) return oneOf.map(schemaOf).reduce(either);
	if (items !== undefined) return { type: 'array', items: schemaOf(items) };
	if (type !== 'object') return { type: type === 'integer' ? 'number' : type };
	const properties = Object.entries(fields ?? {}).map(([name, field]) => [name, schemaOf(field)]);
	return { type, properties: Object.fromEntries(properties) as Record<string, Schema> };
}

/** Returns a schema for values that match either of two schemas. */
function either(one: Schema, other: Schema): Schema {
	if (one.items && other.items) return { ...one, items: either(one.items, other.items) };
	if (!one.properties || !other.properties) return one;
	const properties = { ...other.properties };
	for (const [name, schema] of Object.entries(one.properties)) {
		const known = properties[name];
		properties[name] = known ? either(schema, known) : schema;
	}
	return { ...one, properties };
}
