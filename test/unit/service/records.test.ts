import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { readRecord } from '../../../nodes/LearningPlatform/service';
import { connectionTo, firstPage } from './answers';

const recordsIn = async (body: string) => (await firstPage({ body })).records;

const recordIn = async (body: unknown, id: string) =>
	await readRecord(await connectionTo({ body: JSON.stringify(body) }), id);

const failureOf = async (text: string): Promise<UserFacingError> => {
	const failure: unknown = await recordsIn(text).catch((error: unknown) => error);
	if (failure instanceof UserFacingError) return failure;
	throw new Error('It was understood.');
};

describe('records are found in', () => {
	it.each([
		['a list', '[{"_id":"a"},{"_id":"b"}]', [{ _id: 'a' }, { _id: 'b' }]],
		['an empty list', '[]', []],
		['an object with the list as data', '{"data":[{"_id":"a"}]}', [{ _id: 'a' }]],
		['an object with the list as items', '{"items":[{"_id":"a"}]}', [{ _id: 'a' }]],
		['an object with the list as results', '{"results":[{"_id":"a"}]}', [{ _id: 'a' }]],
		['an object with the list as records', '{"records":[{"_id":"a"}]}', [{ _id: 'a' }]],
		['an object with the list under its own name', '{"courses":[{"_id":"a"}]}', [{ _id: 'a' }]],
		[
			'an object with other fields and lists beside it',
			'{"total":1,"warnings":[],"meta":{"x":[]},"data":[{"_id":"a"}]}',
			[{ _id: 'a' }],
		],
		['an object whose list is empty', '{"data":[]}', []],
		['an object without errors', '{"errors":[],"error":null,"data":[{"_id":"a"}]}', [{ _id: 'a' }]],
		['a list of bare IDs', '["a",7]', [{ _id: 'a' }, { _id: 7 }]],
		['a list after a byte order mark', '\uFEFF[{"_id":"a"}]', [{ _id: 'a' }]],
		['a list with a byte order mark in a text', '["\uFEFFa"]', [{ _id: '\uFEFFa' }]],
		['records that hold lists', '[{"tags":[]},{}]', [{ tags: [] }, {}]],
	])('%s', async (_where, text, records) => {
		expect(await recordsIn(text)).toEqual(records);
	});
});

describe('a single record', () => {
	it.each<[what: string, record: object, id?: string]>([
		['_id', { _id: 'a' }],
		['id', { id: 'a', name: 'A' }],
		['uuid', { id: '', uuid: 'a' }],
		['a number', { _id: 0 }, '0'],
		['an ID in capitals', { _id: '64AF' }, '64af'],
		['one of several IDs', { _id: 'b', id: 'a' }],
	])('is known by its ID: %s', async (_what, record, id = 'a') => {
		expect(await recordIn(record, id)).toEqual(record);
	});

	it.each<[what: string, record: object]>([
		['no errors', { _id: 'a', errors: [] }],
		['no error', { id: 'a', error: null }],
		['errors of an import', { _id: 'a', errors: [{ line: 7 }] }],
	])('may have a field for %s', async (_what, record) => {
		expect(await recordIn(record, 'a')).toEqual(record);
	});

	it.each<[what: string, answer: unknown, message: string]>([
		['an empty ID', { _id: '' }, 'did not answer with the requested record'],
		['no ID', { id: null }, 'did not answer with the requested record'],
		['a list of IDs', { uuid: ['a'] }, 'did not answer with the requested record'],
		['another ID', { _id: 'b' }, 'did not answer with the requested record'],
		['an error', { error: 'busy', id: 'a' }, 'an error instead of a single record'],
	])('is not what has %s', async (_what, answer, message) => {
		await expect(recordIn(answer, 'a')).rejects.toThrow(message);
	});
});

describe('a body is refused for good:', () => {
	it.each([
		[
			'a web page',
			' <html>Sign in</html>',
			'a web page instead of a list',
			'Base URL) in the cred',
		],
		['an object without fields', '{}', 'not a list', 'It is an object without fields.'],
		['an object with a list under another name', '{"groups":[]}', 'not a list', 'fields groups.'],
		['an object with two lists', '{"data":[],"items":[]}', 'not a list', 'fields data, items.'],
		['an object whose data are no list', '{"data":{}}', 'not a list', 'with the fields data.'],
		[
			'an object with many fields, of which five are named',
			'{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}',
			'not a list',
			'fields a, b, c, d, e.',
		],
		['null', 'null', 'not a list', 'It is empty (null).'],
		['a text', '"ok"', 'not a list', 'It is a text.'],
		['an error', '{"error":"x"}', 'an error instead of a list', 'The service said: "x".'],
		['no success', '{"success":false,"data":[]}', 'an error instead of a list', 'fields success'],
		['no success, as text', '{"ok":"False","data":[]}', 'an error instead of a list', 'fields ok'],
		['a status', '{"status":503,"data":[]}', 'an error instead of a list', 'fields status, data'],
		['a code', '{"code":"failed","data":[]}', 'an error instead of a list', 'said: "failed"'],
		[
			'an error with a list of records',
			'{"error":{"code":"busy"},"data":[{"_id":"a"}]}',
			'an error instead of a list',
			'The service said: "busy".',
		],
		[
			'an error without words',
			'{"errors":[{"x":1}],"data":[]}',
			'an error instead of a list',
			'It is an object with the fields errors, data.',
		],
		[
			'an error nested deeply',
			`{"error":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
			'an error instead of a list',
			'fields error.',
		],
		[
			'a single record with a list in it',
			'{"_id":"a","name":"b","items":[]}',
			'a single record instead of a list',
			'fields _id, name, items.',
		],
		[
			'a list with null in it',
			'[{},null]',
			'are not records',
			'Entry 2 of the page is empty (null).',
		],
		['a list of lists', '[[]]', 'are not records', 'Entry 1 of the page is a list.'],
		['a list of booleans', '["a",true]', 'are not records', 'Entry 2 of the page is a boolean.'],
	])('%s', async (_what, text, message, description) => {
		const error = await failureOf(text);
		expect(error.message).toContain(message);
		expect(error.description).toContain(description);
		expect(error.isTransient).toBe(false);
	});
});

it.each([
	['is cut off', '[{"_id":"a"},{"_id":"b', 'something that is not JSON'],
	['is cut off in its first byte order mark', '\uFEFF', 'an empty body'],
	['is text', 'Service starting', 'something that is not JSON'],
	['has something after it', '[] []', 'something that is not JSON'],
	['is empty', '', 'an empty body'],
	['has only spaces', ' \n', 'an empty body'],
])('a body that %s may come whole the next time', async (_what, text, message) => {
	const error = await failureOf(text);
	expect(error.message).toBe(`The service answered with ${message}`);
	expect(error.description).toContain('may have been cut off on its way');
	expect(error).toMatchObject({ isTransient: true, reason: 'ERR_BODY_INCOMPLETE' });
});

it.each([
	['NaN', '[{"a":1,"b":NaN}]'],
	['Infinity', '{"data":[{"a":-Infinity,"b":"x"}]}'],
	['None', '[{"a":["c\\"d",None , 1]}]'],
	['undefined', '[{"a":undefined},{"b":tru'],
])('a body that has %s in place of a value is not requested again', async (word, text) => {
	const error = await failureOf(text);
	expect(error.message).toBe('The service answered with something that is not JSON');
	expect(error.description).toContain(`It has "${word}" in place of a value.`);
	expect(error.isTransient).toBe(false);
});

it.each(['[{"a":1},{"b":tru', '[{"a":"NaN"},{"b', '[{"a":1.5e'])(
	'a body that is cut off at a word, a text or a number is requested again: %s',
	async (text) => {
		expect((await failureOf(text)).isTransient).toBe(true);
	},
);
