import { isDeepStrictEqual } from 'node:util';

import type { ContractType, Route, WebhookEvent, WriteRoute } from '../../test/contract';
import type { Content, OpenApi, Operation, Parameter, Schema } from './openapi';
import { typeOf } from './types';

const BELOW = '/api/v2/';

/**
 * Returns a document's GET requests, keyed by path under `/api/v2/`.
 *
 * @throws {Error} if a path has no scope; the message names the path
 */
export function routesIn({ paths = {} }: OpenApi): Record<string, Route> {
	const routes = Object.entries(paths).flatMap(([path, { get }]): [string, Route][] =>
		get && path.startsWith(BELOW) ? [[path.slice(BELOW.length), routeOf(path, get)]] : [],
	);
	return Object.fromEntries(routes);
}

function routeOf(path: string, operation: Operation): Route {
	const { description = '', parameters = [], responses } = operation;
	const { '200': success = {} } = responses;
	const schema = jsonIn(success);
	const answer = schema && typeOf(schema);
	const items = answer && itemsOf(answer);
	const record = items ?? answer;
	const paged = 'Link' in (success.headers ?? {});
	const filters = parameters.filter(({ style }) => style === 'deepObject');
	return {
		scope: scopeOf(path, operation),
		...(items && { list: true, paged, ...pageSizeIn(description) }),
		ids: parametersOf(path, parameters),
		filters: Object.fromEntries(
			filters.map((filter) => [filter.name, typeOf(filter.schema).fields ?? {}]),
		),
		...(record && { record }),
		errors: errorsIn(responses),
	};
}

const METHODS = ['post', 'patch', 'put', 'delete'] as const;

/** Every document describes the token endpoint, which needs no scope. */
const TOKEN = `${BELOW}oauth2/token`;

/** Returns a document's write requests, keyed by method and path under `/api/v2/`. */
export function writesIn({ paths = {} }: OpenApi): Record<string, WriteRoute> {
	const writes = Object.entries(paths)
		.filter(([path]) => path.startsWith(BELOW) && path !== TOKEN)
		.flatMap(([path, operations]) =>
			METHODS.flatMap((method): [string, WriteRoute][] => {
				const operation = operations[method];
				const request = `${method.toUpperCase()} ${path.slice(BELOW.length)}`;
				return operation === undefined ? [] : [[request, writeOf(path, operation)]];
			}),
		);
	return Object.fromEntries(writes);
}

function writeOf(path: string, operation: Operation): WriteRoute {
	const { parameters = [], requestBody, responses } = operation;
	const body = jsonIn(requestBody);
	return {
		scope: scopeOf(path, operation),
		parameters: Object.fromEntries(
			parameters
				.filter((parameter) => parameter.in !== 'header')
				.map((parameter) => [parameter.name, typeOf(parameter.schema)]),
		),
		...(body && { body: typeOf(body) }),
		statuses: Object.keys(responses).filter(isSuccess).map(Number),
		errors: errorsIn(responses),
	};
}

const isSuccess = (status: string) => status.startsWith('2');

const errorsIn = (responses: Operation['responses']): Route['errors'] =>
	Object.fromEntries(
		Object.entries(responses)
			.filter(([status]) => !isSuccess(status))
			.map(([status, failure]) => [status, codesIn(jsonIn(failure))]),
	);

/** Returns the path's parameters in order. A parameter that accepts a fixed set of values lists them. */
function parametersOf(path: string, parameters: readonly Parameter[]): Route['ids'] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
		const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
		const values = parameter && typeOf(parameter.schema).enum;
		return values === undefined ? name : { [name]: values };
	});
}

/** Returns the entry type of a value whose variants are all lists. */
function itemsOf({ type, items = {}, oneOf }: ContractType): ContractType | undefined {
	if (type === 'array') return items;
	const variants = (oneOf ?? []).map(itemsOf).filter((variant) => variant !== undefined);
	if (oneOf === undefined || variants.length < oneOf.length) return undefined;
	// A plain string covers strings of every format.
	const plain = variants.find((variant) => isDeepStrictEqual(variant, { type: 'string' }));
	return plain !== undefined && variants.every((variant) => variant.type === 'string')
		? plain
		: { oneOf: variants };
}

/** Returns a document's webhooks, keyed by event type. */
export function eventsIn({ webhooks = {} }: OpenApi): Record<string, WebhookEvent> {
	const events = Object.entries(webhooks).flatMap(([type, { post }]): [string, WebhookEvent][] => {
		const body = post && jsonIn(post.requestBody);
		if (body === undefined) return [];
		const headers = post?.parameters?.filter((parameter) => parameter.in === 'header') ?? [];
		return [[type, { headers: headers.map(({ name }) => name), body: typeOf(body) }]];
	});
	return Object.fromEntries(events);
}

const jsonIn = ({ content = {} }: Content = {}): Schema | undefined =>
	content['application/json']?.schema;

/** Returns the scope from an operation's `security` or its text: "Required OAuth scope: `courses:read`." */
function scopeOf(path: string, { security = [], description = '' }: Operation): string {
	const [declared] = security.flatMap((scheme) => Object.values(scheme).flat());
	const scope = declared ?? /scopes?:? `?([\w.]+:\w+)/i.exec(description)?.[1];
	if (scope !== undefined) return scope;
	throw new Error(`${path} has no scope in its security or description.`);
}

function pageSizeIn(description: string): { pageSize?: number } {
	const size = /page size of ([\d,]+)/i.exec(description)?.[1];
	return size === undefined ? {} : { pageSize: Number(size.replaceAll(',', '')) };
}

/** Returns the codes in an error schema, which may be nested: `{"error": "code"}` or `{"error": {"code": "code"}}`. */
function codesIn(schema: Schema | undefined): string[] {
	const codes = ({ oneOf, fields, enum: values = [] }: ContractType): string[] => {
		if (oneOf !== undefined) return oneOf.flatMap(codes);
		const inside = fields?.error ?? fields?.code;
		return inside === undefined ? values : codes(inside);
	};
	return schema === undefined ? [] : [...new Set(codes(typeOf(schema)))];
}
