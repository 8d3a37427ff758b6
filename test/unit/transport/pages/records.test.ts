import { ServiceError } from '../../../../nodes/LearningPlatform/transport/errors/serviceError';
import { parseRecords } from '../../../../nodes/LearningPlatform/transport/pages/records';

const failureOf = (text: string): ServiceError => {
	try {
		parseRecords([Buffer.from(text)]);
	} catch (error) {
		if (error instanceof ServiceError) return error;
	}
	throw new Error('It was understood.');
};

describe('records are found in', () => {
	it.each([
		['a list', '[{"_id":"a"},{"_id":"b"}]', [{ _id: 'a' }, { _id: 'b' }]],
		['a list between spaces', ' \n[{"_id":"a"}] ', [{ _id: 'a' }]],
		['an empty list', '[]', []],
		['an envelope', '{"data":[{"_id":"a"}]}', [{ _id: 'a' }]],
		['an envelope of any name', '{"courses":[{"_id":"a"}]}', [{ _id: 'a' }]],
		[
			'an envelope with other fields',
			'{"total":1,"meta":{"x":[]},"data":[{"_id":"a"}]}',
			[{ _id: 'a' }],
		],
		['an empty envelope', '{"data":[]}', []],
		['records that hold lists', '[{"tags":[]},{}]', [{ tags: [] }, {}]],
	])('%s', (_where, text, records) => {
		expect(parseRecords([Buffer.from(text)])).toEqual(records);
	});
});

describe('a body is refused for good:', () => {
	it.each([
		['an empty one', '', 'without a list', 'The body is empty.'],
		['one of spaces', ' \n', 'without a list', 'The body is empty.'],
		['a web page', ' <html>Sign in</html>', 'a web page instead of a list', 'Check Base URL'],
		['an object without fields', '{}', 'not a list', 'an object without fields with 0 lists in it'],
		['an error', '{"error":"x"}', 'not a list', 'an object with the fields error with 0 lists'],
		['an object with two lists', '{"a":[],"b":[]}', 'not a list', 'with 2 lists in it'],
		[
			'an object with many fields, of which five are named',
			'{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}',
			'not a list',
			'fields a, b, c, d, e with',
		],
		['null', 'null', 'not a list', 'It is empty (null).'],
		['a text', '"ok"', 'not a list', 'It is a text.'],
		['a number', '7', 'not a list', 'It is a number.'],
		['a boolean', 'true', 'not a list', 'It is a boolean.'],
		['a list of texts', '["a"]', 'something else than records', 'Entry 1 of the page is a text.'],
		[
			'a list with null in it',
			'[{},null]',
			'something else',
			'Entry 2 of the page is empty (null).',
		],
		['a list of lists', '[[]]', 'something else', 'Entry 1 of the page is a list.'],
		[
			'an envelope of numbers',
			'{"data":[1]}',
			'something else',
			'Entry 1 of the page is a number.',
		],
	])('%s', (_what, text, message, description) => {
		const error = failureOf(text);
		expect(error.message).toContain(message);
		expect(error.description).toContain(description);
		expect(error.isTransient).toBe(false);
	});
});

it.each([
	['is cut off', '[{"_id":"a"},{"_id":"b'],
	['is text', 'Service starting'],
	['has something behind it', '[] []'],
])('a body that %s may come whole the next time', (_what, text) => {
	const error = failureOf(text);
	expect(error.message).toBe('The service answered with something that is not JSON');
	expect(error.isTransient).toBe(true);
});
