import { Failure } from '../../../nodes/LearningPlatform/failures/failure';
import type { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { readRecord } from '../../../nodes/LearningPlatform/service';
import { shownFor, throwingWorded } from '../worded';
import { connectionTo, firstPage } from './answers';

const recordsIn = async (body: string) => (await firstPage({ body })).records;

const recordIn = async (body: unknown, id: string) =>
	await throwingWorded(readRecord)(await connectionTo({ body: JSON.stringify(body) }), id);

const failureOf = async (text: string): Promise<UserFacingError> => {
	const failure: unknown = await recordsIn(text).catch((error: unknown) => error);
	if (failure instanceof Failure) return shownFor(failure);
	throw new Error('The response was accepted.');
};

describe('reads records from', () => {
	it.each([
		['a list', '[{"_id":"a"},{"_id":"b"}]', [{ _id: 'a' }, { _id: 'b' }]],
		['an empty list', '[]', []],
		['the data field', '{"data":[{"_id":"a"}]}', [{ _id: 'a' }]],
		['the items field', '{"items":[{"_id":"a"}]}', [{ _id: 'a' }]],
		['the results field', '{"results":[{"_id":"a"}]}', [{ _id: 'a' }]],
		['the records field', '{"records":[{"_id":"a"}]}', [{ _id: 'a' }]],
		["a field with the list's name", '{"courses":[{"_id":"a"}]}', [{ _id: 'a' }]],
		[
			'an envelope with other fields and lists',
			'{"total":1,"warnings":[],"meta":{"x":[]},"data":[{"_id":"a"}]}',
			[{ _id: 'a' }],
		],
		['an envelope with empty error fields', '{"errors":[],"error":null,"data":[]}', []],
		['a list of IDs', '["a",7]', [{ _id: 'a' }, { _id: 7 }]],
		['a list after a byte order mark', '\uFEFF["\uFEFFa"]', [{ _id: '\uFEFFa' }]],
		['records with lists', '[{"tags":[]},{}]', [{ tags: [] }, {}]],
	])('%s', async (_where, text, records) => {
		expect(await recordsIn(text)).toEqual(records);
	});
});

it.each([
	['hasMore', true],
	['has_more', 'true'],
	['next', 'abc'],
	['nextPage', 2],
	['next_page', { cursor: 'abc' }],
])(
	'a list is not complete if its envelope has %s: %j, but there is no link',
	async (name, value) => {
		const pageOf = async (more: unknown) =>
			await recordsIn(JSON.stringify({ data: [{ _id: 'a' }], [name]: more }));
		await expect(pageOf(value)).rejects.toThrow('linkMissing');
		for (const none of [undefined, null, false, 'False', '', 'null', 0, {}, { href: null }])
			expect(await pageOf(none)).toHaveLength(1);
	},
);

describe('reads a single record', () => {
	it.each<[what: string, record: object, id?: string]>([
		['by _id', { _id: 'a' }],
		['by id', { id: 'a', name: 'A' }],
		['by uuid', { id: '', uuid: 'a' }],
		['by a number', { _id: 0 }, '0'],
		['by an uppercase ID', { _id: '64AF' }, '64af'],
		['by one of several IDs', { _id: 'b', id: 'a' }],
		['with empty error fields', { id: 'a', error: null, errors: [] }],
		['with its own errors field', { _id: 'a', errors: [{ line: 7 }] }],
	])('%s', async (_what, record, id = 'a') => {
		expect(await recordIn(record, id)).toEqual(record);
	});

	it.each<[what: string, answer: unknown, description: string]>([
		['an empty ID', { _id: '' }, 'It returned an object with the fields _id.'],
		['a list of IDs', { uuid: ['a'] }, 'It returned an object with the fields uuid.'],
		['a different ID', { _id: 'b' }, 'It returned a record with the ID "b".'],
	])('but no record with %s', async (_what, answer, description) => {
		await expect(recordIn(answer, 'a')).rejects.toMatchObject({
			message: 'The service did not return the requested record',
			description: expect.stringContaining(description) as string,
		});
	});

	it('but not an error with an ID', async () => {
		await expect(recordIn({ error: 'busy', id: 'a' }, 'a')).rejects.toThrow(
			'an error instead of a single record',
		);
	});
});

describe('permanently rejects', () => {
	const NO_LIST = 'did not return a list';
	const AN_ERROR = 'an error instead of a list';

	it.each([
		['an object without fields', '{}', NO_LIST, 'It returned an object without fields.'],
		['a list under a different name', '{"groups":[]}', NO_LIST, 'fields groups.'],
		['two lists', '{"data":[],"items":[]}', NO_LIST, 'fields data, items.'],
		['data without a list', '{"data":{}}', NO_LIST, 'with the fields data.'],
		['many fields', '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}', NO_LIST, 'fields a, b, c, d, e.'],
		['text', '"ok"', NO_LIST, 'It returned text.'],
		['an error', '{"error":"x"}', AN_ERROR, 'The service said: "x".'],
		['a false success flag', '{"success":false,"data":[]}', AN_ERROR, 'fields success'],
		['a false success flag as text', '{"ok":"False","data":[]}', AN_ERROR, 'fields ok'],
		['a status', '{"status":503,"data":[]}', AN_ERROR, 'fields status, data'],
		['a code', '{"code":"failed","data":[]}', AN_ERROR, 'said: "failed"'],
		['an error with a list', '{"error":{"code":"busy"},"data":[{}]}', AN_ERROR, 'said: "busy".'],
		['an error without text', '{"errors":[{"x":1}],"data":[]}', AN_ERROR, 'fields errors, data.'],
		[
			'a deeply nested error',
			`{"error":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
			AN_ERROR,
			'fields error.',
		],
		[
			'a single record with a list',
			'{"_id":"a","name":"b","items":[]}',
			'a single record instead of a list',
			'fields _id, name, items.',
		],
		['null in a list', '[{},null]', 'are not records', 'Entry 2 on the page is null.'],
		['a list of lists', '[[]]', 'are not records', 'Entry 1 on the page is a list.'],
		['a list of booleans', '["a",true]', 'are not records', 'Entry 2 on the page is a boolean.'],
		['NaN', '[{"a":1,"b":NaN}]', 'invalid JSON', 'It contains "NaN" instead of a value.'],
		['None', '[{"a":["c\\"d",None , 1]}]', 'invalid JSON', '"None" instead of a value'],
		['undefined', '[{"a":undefined},{"b":tru', 'invalid JSON', '"undefined" instead of a value'],
	])('%s', async (_what, text, message, description) => {
		const error = await failureOf(text);
		expect(error.message).toContain(message);
		expect(error.description).toContain(description);
		expect(error.schedulerCause).toBeUndefined();
	});
});

it.each<[what: string, text: string, message: string, advice?: string]>([
	['a web page', ' <html>Sign in</html>', 'a web page instead of a list', 'for maintenance'],
	['half of a list', '[{"_id":"a"},{"_id":"b', 'invalid JSON'],
	['half of a keyword', '[{"a":1},{"b":tru', 'invalid JSON'],
	['half of a record with NaN in a string', '[{"a":"NaN"},{"b', 'invalid JSON'],
	['half of a string with NaN', '[{"a":"NaN, b', 'invalid JSON'],
	['half of an escape after NaN', '[{"a":"NaN, b\\', 'invalid JSON'],
	['half of a number', '[{"a":1.5e', 'invalid JSON'],
	['text', 'Service starting', 'invalid JSON'],
	['a byte order mark', '\uFEFF', 'an empty body'],
	['spaces', ' \n', 'an empty body'],
])('retries if a body is %s', async (_what, text, message, advice = 'cut off in transit') => {
	const error = await failureOf(text);
	expect(error.message).toBe(`The service returned ${message}`);
	expect(error.description).toContain(advice);
	expect(error.schedulerCause).toBe('temporarily-unavailable');
});
