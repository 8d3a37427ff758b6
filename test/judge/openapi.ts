import { type ContractType, type Route, SERVICE, type WriteRoute, WRITES } from '../contract';

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/** The ID in the path of every request for a single record. */
export const SOME_ID = 'a'.repeat(24);

/** The path prefix for lists with all filters. Filters that accept several values must have two. */
export const FILTERED = '/filtered';

/** The path prefix for user lists filtered only by two email addresses. */
export const BY_MAIL = '/by-mail';

/** Returns an OpenAPI document that describes token requests, all GET requests, and all changes. */
export function openApiOf({ versionHeader }: { versionHeader: string }): object {
	const version = {
		name: versionHeader,
		in: 'header',
		required: true,
		schema: { type: 'string', enum: ['v2.0'] },
	};
	const gets = Object.entries(SERVICE).flatMap(([path, route]) =>
		pathsOf(path, route).flatMap((one) => {
			const parameters = [version, ...inPath(route)];
			return [
				[`/api/v2/${one}`, { get: { parameters, responses: { 200: answerOf(route) } } }],
				[
					`${FILTERED}/api/v2/${one}`,
					{
						get: { parameters: [...parameters, ...inQuery(route)], responses: { 200: NO_RECORDS } },
					},
				],
			];
		}),
	);
	return {
		openapi: '3.1.0',
		info: { title: 'The service', version: '2' },
		security: [{ token: [] }],
		components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
		paths: together([
			['/api/v2/oauth2/token', { post: TOKEN }],
			...(gets as [string, object][]),
			[`${BY_MAIL}/api/v2/users`, { get: usersByMail(version) }],
			...Object.entries(WRITES).map(([request, route]) => writeOf(request, route, version)),
		]),
	};
}

function usersByMail(version: object): object {
	const { users } = SERVICE;
	const mail = { in: users?.filters.mail?.in ?? {} };
	const parameters = users ? [version, ...inQuery({ ...users, filters: { mail } })] : [];
	return { parameters, responses: { 200: NO_RECORDS } };
}

/** Merges the methods of each path. */
function together(all: [path: string, methods: object][]): Record<string, object> {
	const paths: Record<string, object> = {};
	for (const [path, methods] of all) paths[path] = { ...paths[path], ...methods };
	return paths;
}

function writeOf(request: string, route: WriteRoute, version: object): [string, object] {
	const [method = '', path = ''] = request.split(' ');
	const parameters = Object.entries(route.parameters).map(([name, type]) => ({
		name,
		in: path.includes(`{${name}}`) ? 'path' : 'query',
		required: true,
		schema: schemaOf(type),
	}));
	const status = route.statuses.at(-1) ?? 200;
	const operation = {
		parameters: [version, ...parameters],
		...(route.body && { requestBody: { required: true, ...json(strict(route.body)) } }),
		responses: {
			[status]: {
				description: 'Done',
				...(status !== 204 && json(schemaOf(SERVICE.users?.record ?? {}))),
			},
		},
	};
	return [`/api/v2/${path}`, { [method.toLowerCase()]: operation }];
}

/** The schema of a body with at least one field and only the contract's fields. */
const strict = (type: ContractType): Schema => ({ ...schemaOf(type), minProperties: 1 });

const exactly = (properties: Record<string, Schema>): Schema => ({
	type: 'object',
	properties,
	required: Object.keys(properties),
	additionalProperties: false,
});

const text = (...values: string[]): Schema => ({ type: 'string', enum: values });

const json = (schema: Schema, example?: unknown) => ({
	content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

const NO_RECORDS = { description: 'A list', ...json({ type: 'array' }, []) };

const TOKEN = {
	security: [],
	requestBody: {
		required: true,
		...json(
			exactly({
				grant_type: text('client_credentials'),
				client_id: { type: 'string', minLength: 1 },
				client_secret: { type: 'string', minLength: 1 },
			}),
		),
	},
	responses: {
		200: {
			description: 'A token',
			...json(
				exactly({
					token_type: text('Bearer'),
					access_token: { type: 'string', pattern: '^[A-Za-z0-9]{40}$' },
					expires_in: text('3600'),
				}),
			),
		},
	},
};

/**
 * Returns one path for each value of a parameter that has a fixed set of values: Prism reads `{contentType}-ids` as one
 * parameter.
 */
function pathsOf(path: string, { ids }: Route): string[] {
	const [few] = ids.filter((id) => typeof id !== 'string');
	return Object.entries(few ?? {}).reduce(
		(paths, [name, values]) =>
			paths.flatMap((one) => values.map((value) => one.replace(`{${name}}`, value))),
		[path],
	);
}

const inPath = ({ ids }: Route): object[] =>
	ids
		.filter((id) => typeof id === 'string')
		.map((name) => ({
			name,
			in: 'path',
			required: true,
			schema: { type: 'string', minLength: 1 },
		}));

/** Requires every field and operator: Prism ignores unknown filters, so a wrong filter shows up as a missing filter. */
const inQuery = ({ filters }: Route): object[] =>
	Object.entries(filters).map(([name, operators]) => ({
		name,
		in: 'query',
		required: true,
		style: 'deepObject',
		explode: true,
		schema: exactly(mapped(operators, valueOf)),
	}));

function valueOf(type: ContractType): Schema {
	if (type.items) return { type: 'array', items: valueOf(type.items), minItems: 2, maxItems: 2 };
	const isTime = type.format === 'date-time';
	return {
		...schemaOf(type),
		...(isTime && { pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
	};
}

function answerOf({ list, record }: Route): object {
	if (record === undefined) return { description: 'A file' };
	const isSingle = !list && record.fields?._id !== undefined;
	const one = schemaOf(
		isSingle
			? { ...record, fields: { ...record.fields, _id: { type: 'string', enum: [SOME_ID] } } }
			: record,
	);
	// A user found by a search is a learner in the requested group.
	const isOfMember = list && record.fields?.groupId && record.fields.role;
	const member = exactly({ groupId: text(SOME_ID), role: text('learner') });
	const many = isOfMember
		? { type: 'array', items: member, minItems: 1, maxItems: 1 }
		: { type: 'array', items: one, minItems: 1, maxItems: 5 };
	return {
		description: 'The record or list',
		...json(list ? many : one),
	};
}

function schemaOf(type: ContractType): Schema {
	const { format, fields, items, oneOf, enum: values, ...same } = type;
	if (oneOf) return { oneOf: oneOf.map(schemaOf) };
	return {
		...same,
		...(values && { enum: valuesOf(same.type, values) }),
		...(items && { items: schemaOf(items) }),
		...(fields && { properties: mapped(fields, schemaOf), additionalProperties: false }),
		...(format && FORMATS[format]),
	};
}

const FORMATS: Readonly<Record<string, Schema>> = {
	ObjectId: { pattern: '^[a-f0-9]{24}$' },
	'date-time': { format: 'date-time' },
	url: { format: 'uri' },
	uuid: { format: 'uuid' },
};

function mapped<Value>(table: Readonly<Record<string, Value>>, to: (value: Value) => Schema) {
	return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, to(value)]));
}

/** Removes duplicate values: with duplicates, as in course languages, Prism silently skips the check. */
function valuesOf(type: ContractType['type'], values: readonly string[]): unknown[] {
	const each = [...new Set(values)];
	return type === 'string' ? each : each.map((value) => JSON.parse(value) as unknown);
}
