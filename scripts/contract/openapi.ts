import { parse } from 'yaml';

/** An OpenAPI 3.1 document, as far as the facts need it. */
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

/** A JSON Schema, as far as the facts need it. */
export interface Schema {
	type?: string | string[];
	format?: string;
	enum?: unknown[];
	const?: unknown;
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	allOf?: Schema[];
	anyOf?: Schema[];
	oneOf?: Schema[];
	/** Of OpenAPI 3.0. */
	nullable?: boolean;
	pattern?: string;
	minimum?: number;
	maximum?: number;
}

/**
 * Reads a document in JSON or YAML, with every `$ref` resolved. Objects that are referred to are shared, and may contain
 * themselves.
 *
 * @throws {Error} that says why this is no OpenAPI 3 document
 */
export function readOpenApi(text: string): OpenApi {
	// JSON is YAML, too.
	const document = parse(text) as unknown;
	if (!isObject(document) || !String(document.openapi).startsWith('3.')) {
		throw new Error('It is no OpenAPI 3 document.');
	}
	return resolved(document, document, new Map()) as OpenApi;
}

/** A copy in which each reference is what it refers to. What stands beside a reference describes this use of it only. */
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
	if (file !== '' || target === undefined) throw new Error(`${reference} leads nowhere.`);
	return target;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
