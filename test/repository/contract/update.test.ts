import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { updateContract } from '../../../scripts/contract/update';

const CORE = join(__dirname, 'openapi/core.yaml');
const WEBHOOK = join(__dirname, 'openapi/webhook.json');

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'contract-'));
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

const written = (name: string) =>
	JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;

/** Writes an edited copy of the published core. */
function editedCore(find: string, replacement: string): string {
	const text = readFileSync(CORE, 'utf8');
	expect(text).toContain(find);
	return fileWith(text.replace(find, replacement));
}

function fileWith(text: string): string {
	const file = join(folder, 'edited.yaml');
	writeFileSync(file, text);
	return file;
}

it('extracts the facts from the published documents', () => {
	updateContract([CORE, WEBHOOK], folder);
	expect(written('service.json')).toEqual({
		lessons: {
			scope: 'lessons:read',
			list: true,
			paged: true,
			pageSize: 2000,
			ids: [],
			filters: {
				status: {
					eq: { type: 'string', enum: ['open', 'closed'] },
					in: { type: 'array', items: { type: 'string', enum: ['open', 'closed'] } },
				},
				createdAt: {
					lt: { type: 'string', format: 'date-time' },
					gte: { type: 'string', format: 'date-time' },
				},
			},
			record: {
				oneOf: [
					{
						type: 'object',
						fields: {
							_id: { type: 'string', format: 'ObjectId' },
							name: { type: 'string', minLength: 1 },
							type: { type: 'string', enum: ['film'] },
							duration: { type: 'integer', minimum: 1, maximum: 90 },
						},
						required: ['_id', 'type'],
					},
					{
						type: 'object',
						fields: {
							_id: { type: 'string', format: 'ObjectId' },
							name: { type: 'string', minLength: 1 },
							type: { type: 'string', enum: ['text'] },
							pages: { oneOf: [{ type: 'number' }, { type: 'null' }] },
							parts: { type: 'array', items: { type: 'object' } },
						},
						required: ['_id', 'type', 'parts'],
					},
				],
			},
			errors: { 401: ['invalid_token'], 403: ['invalid_scope', 'hidden'] },
		},
		'lessons/{lessonId}/{kind}-ids': {
			scope: 'lessons.ids:read',
			list: true,
			paged: false,
			ids: ['lessonId', { kind: ['user', 'tag'] }],
			filters: {},
			record: { type: 'string' },
			errors: {},
		},
		'lessons/{lessonId}/pdf': {
			scope: 'lessons:read',
			ids: ['lessonId'],
			filters: {},
			errors: {},
		},
	});
	expect(written('writes.json')).toEqual({
		'POST lessons': {
			scope: 'lessons:write',
			parameters: { notify: { type: 'string', enum: ['true', 'false'] } },
			body: {
				type: 'object',
				fields: {
					name: { oneOf: [{ type: 'string' }, { type: 'null' }] },
					tags: { type: 'array', maxItems: 3, items: { type: 'string' } },
				},
			},
			statuses: [201],
			errors: { 401: ['invalid_token'] },
		},
	});
	expect(written('events.json')).toEqual({
		'lesson.read': {
			headers: ['webhook-id', 'webhook-signature'],
			body: {
				type: 'object',
				fields: {
					type: { type: 'string', enum: ['lesson.read'] },
					data: { type: 'object', fields: { lessonId: { type: 'string' } } },
				},
				required: ['type', 'data'],
			},
		},
	});
});

it.each<[string, string, string, string[]]>([
	['nothing', 'Lists texts.', 'Lists several texts.', []],
	[
		'a renamed list',
		'/api/v2/lessons/{lessonId}/{kind}-ids',
		'/api/v2/lessons/{lessonId}/{kind}',
		['gone: GET > lessons/{lessonId}/{kind}-ids', 'new: GET > lessons/{lessonId}/{kind}'],
	],
	['a page size', '2,000', '500', ['changed: GET > lessons > pageSize, from 2000 to 500']],
])('reports changes in the service: %s', (_, find, replacement, expected) => {
	updateContract([CORE, WEBHOOK], folder);
	const edited = editedCore(find, replacement);
	const said = updateContract([edited, WEBHOOK], folder);
	expect(said.filter((line) => /^ {2}(gone|new|changed)/.test(line))).toEqual(
		expected.map((line) => `  ${line}`),
	);
	const nothing = 'Changes in the service since the last run: none';
	expect(updateContract([edited, WEBHOOK], folder)).toContain(nothing);
	// Facts that are not in any of the files are removed.
	expect(updateContract([edited], folder)).toContain('  gone: event > lesson.read');
});

it('finds event types in webhooks, eventType parameters, and text pages', () => {
	const schema = { properties: { in: { items: { enum: ['exam.failed'] } } } };
	const get = { parameters: [{ name: 'eventType', in: 'query', schema }], responses: {} };
	const post = { requestBody: { eventType: { enum: ['exam.sat'] }, status: { enum: ['a.b'] } } };
	const paths = { '/webhooks': { get, post } };
	const reference = fileWith(JSON.stringify({ openapi: '3.1.0', paths }));
	const page = join(folder, 'changelog.md');
	const text =
		'New: `slot.moved` and "book.read", see learn.example.com, docs/a.closed, x@mail.read.';
	writeFileSync(page, text);
	updateContract([CORE, WEBHOOK], folder);
	updateContract([CORE, WEBHOOK, reference, page], folder);
	const names = ['book.read', 'exam.failed', 'exam.sat', 'slot.moved'];
	expect(written('eventNames.json')).toEqual(names);
	updateContract([CORE, WEBHOOK], folder);
	expect(written('eventNames.json')).toEqual(names);
});

it.each<[string, () => string, RegExp]>([
	['is missing', () => join(folder, 'core.json'), /core\.json cannot be used: ENOENT/],
	['uses Swagger', () => fileWith('swagger: "2.0"'), /cannot be used: .*not an OpenAPI 3/],
	[
		'contains a dangling reference',
		() => editedCore("'#/components/schemas/Record'", "'#/components/schemas/Entry'"),
		/edited\.yaml cannot be used: #\/components\/schemas\/Entry cannot be resolved in this document/,
	],
	[
		'has no scope',
		() => editedCore("'Required OAuth scope: `lessons:read`.'", 'A file.'),
		/edited\.yaml cannot be used: \/api\/v2\/lessons\/\{lessonId\}\/pdf has no scope/,
	],
	[
		'contradicts another file',
		() => editedCore('[user, tag]', '[user]'),
		/Two files describe lessons\/\{lessonId\}\/\{kind\}-ids differently/,
	],
])('a file that %s causes an error with its name, and nothing is written', (_, file, message) => {
	expect(() => updateContract([CORE, file()], folder)).toThrow(message);
	expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual([]);
});

it('files without a list cause an error', () => {
	expect(() => updateContract([WEBHOOK], folder)).toThrow(/No list found in /);
});
