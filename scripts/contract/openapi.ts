import { parse } from 'yaml';

import type { ContractType } from '../../test/contract';

/** The parts of an OpenAPI document that contain the facts. */
export interface OpenApi {
	openapi: string;
	paths?: Record<string, Partial<Record<'delete' | 'get' | 'patch' | 'post' | 'put', Operation>>>;
	webhooks?: Record<string, { post?: Operation }>;
}

export interface Operation {
	description?: string;
	parameters?: Parameter[];
	requestBody?: Content;
	responses: Record<string, Content & { headers?: object }>;
	security?: Record<string, string[]>[];
}

export interface Parameter {
	name: string;
	in: string;
	style?: string;
	schema: Schema;
}

export interface Content {
	content?: Record<string, { schema: Schema }>;
}

/** The parts of a JSON Schema that contain the facts. */
export interface Schema extends Omit<ContractType, 'enum' | 'fields' | 'items' | 'oneOf' | 'type'> {
	type?: string | string[];
	enum?: unknown[];
	const?: unknown;
	items?: Schema;
	properties?: Record<string, Schema>;
	allOf?: Schema[];
	anyOf?: Schema[];
	oneOf?: Schema[];
	/** OpenAPI 3.0. */
	nullable?: boolean;
}

/**
 * Parses a JSON or YAML document and resolves every `$ref`. Referenced objects are shared and can contain
 * themselves.
 *
 * @throws {Error} if the text is not an OpenAPI 3 document or a `$ref` has no target
 */
export function readOpenApi(text: string): OpenApi {
	// JSON is also valid YAML.
	const document = parse(text) as unknown;
	if (!isObject(document) || !String(document.openapi).startsWith('3.')) {
		throw new Error('It is not an OpenAPI 3 document.');
	}
	return resolved(document, document, new Map()) as OpenApi;
}

/** Returns a copy with resolved references. Drops the keys next to a `$ref`: they only describe it. */
function resolved(value: unknown, document: object, known: Map<object, object>): unknown {
	if (!isObject(value)) return value;
	if (typeof value.$ref === 'string') {
		return resolved(targetOf(value.$ref, document), document, known);
	}
	const found = known.get(value);
	if (found !== undefined) return found;
	const copy: Record<string, unknown> = Array.isArray(value) ? ([] as never) : {};
	known.set(value, copy);
	for (const [key, part] of Object.entries(value)) copy[key] = resolved(part, document, known);
	return copy;
}

/** Follows a JSON Pointer (RFC 6901). */
function targetOf(reference: string, document: object): unknown {
	const [file, pointer = ''] = reference.split('#');
	const keys = pointer.split('/').slice(1);
	const target = keys.reduce<unknown>((value, key) => {
		const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
		return isObject(value) ? value[name] : undefined;
	}, document);
	if (file !== '' || target === undefined)
		throw new Error(`${reference} cannot be resolved in this document.`);
	return target;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
