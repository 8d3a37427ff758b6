import { canonicalJson, shortHash } from '../../../nodes/LearningPlatform/values/hash';

const json = (value: unknown, ...ignored: string[]) => canonicalJson(value, new Set(ignored));

describe('canonical JSON', () => {
	it.each<[what: string, value: unknown, expected: string]>([
		['sorts fields', { b: 1, a: 2 }, '{"a":2,"b":1}'],
		[
			'sorts fields in depth',
			[{ c: { z: 1, y: [{ b: 1, a: 2 }] } }],
			'[{"c":{"y":[{"a":2,"b":1}],"z":1}}]',
		],
		['sorts fields that look like numbers as text', { 10: 'b', 9: 'a' }, '{"10":"b","9":"a"}'],
		['keeps lists in order', [2, 1, [4, 3]], '[2,1,[4,3]]'],
		[
			'keeps null, true and empty values',
			{ a: null, b: true, c: '', d: [], e: {} },
			'{"a":null,"b":true,"c":"","d":[],"e":{}}',
		],
		['escapes text like JSON', { 'a"\n': 'ä"\\' }, '{"a\\"\\n":"ä\\"\\\\"}'],
		['takes a field called __proto__ for one', JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
	])('%s', (_, value, expected) => {
		expect(json(value)).toBe(expected);
		expect(JSON.parse(json(value))).toEqual(value);
	});

	it.each([
		['a field', ['views'], '{"a":1,"stats":{"likes":3,"views":2},"tags":[{"n":4,"views":5}]}'],
		[
			'a field within a field',
			['stats.views'],
			'{"a":1,"stats":{"likes":3},"tags":[{"n":4,"views":5}],"views":1}',
		],
		[
			'a field in the entries of a list',
			['tags.views'],
			'{"a":1,"stats":{"likes":3,"views":2},"tags":[{"n":4}],"views":1}',
		],
		['several fields', ['tags', 'stats', 'a'], '{"views":1}'],
		[
			'no field of a longer name',
			['view', 'stats.view'],
			'{"a":1,"stats":{"likes":3,"views":2},"tags":[{"n":4,"views":5}],"views":1}',
		],
	])('leaves out %s', (_, ignored, expected) => {
		const value = { views: 1, a: 1, stats: { views: 2, likes: 3 }, tags: [{ n: 4, views: 5 }] };
		expect(json(value, ...ignored)).toBe(expected);
	});
});

it('a short hash is the start of the SHA-256 hash in base64url, and so the same everywhere and forever', () => {
	expect(shortHash('abc', 43)).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
	expect(shortHash('abc', 9)).toBe('ungWv48Bz');
});
