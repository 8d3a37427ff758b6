import { contentOf, shortHash } from '../../../nodes/LearningPlatform/trigger/observation';

const [noon, paris] = ['2026-01-31T12:00:00.000Z', '2026-01-31T13:00:00+01:00'];

describe('the content', () => {
	it.each<[what: string, ...values: unknown[]]>([
		['with fields in a different order', { a: 1, b: { d: 2, c: 3 } }, { b: { c: 3, d: 2 }, a: 1 }],
		[
			'without empty fields',
			...[undefined, null, '', [], {}, { c: [null, {}] }].map((b) => ({ a: 1, b })),
		],
		['with a moment in several forms', noon, '2026-01-31T12:00:00Z', paris, '2026-01-31T12:00Z'],
		['in a different time zone', noon, '2026-01-31T07:30:00.0-04:30', '2026-01-31t12:00:00,00z'],
		['with IDs in a different order', { tagIds: ['a', 'b', null] }, { tagIds: ['b', 'a'] }],
	])('is the same %s', (_, ...values) => {
		expect(new Set(values.map((value) => contentOf({ value })))).toHaveProperty('size', 1);
	});

	it.each<[what: string, ...values: unknown[]]>([
		['a different value', 1, '1', 2, true],
		['false and zero', { a: 1 }, { a: 1, b: false }, { a: 1, b: 0 }],
		['half a second', noon, '2026-01-31T12:00:00.5Z', '2026-01-31T12:00:00.05Z'],
		['a microsecond', '2026-01-31T12:00:00.000001Z', '2026-01-31T12:00:00.000002Z'],
		['a day that does not exist', '2026-03-02T12:00:00Z', '2026-02-30T12:00:00+00:00'],
		['steps in a different order', { steps: ['a', 'b'] }, { steps: ['b', 'a'] }],
		['an empty step', { steps: ['a', 'b'] }, { steps: ['a', null, 'b'] }],
		['a repeated ID', { tagIds: ['a'] }, { tagIds: ['a', 'a'] }],
	])('changes with %s', (_, ...values) => {
		expect(new Set(values.map((value) => contentOf({ value })))).toHaveProperty(
			'size',
			values.length,
		);
	});

	it('does not change with the package version, because any change would report all records as updated', () => {
		const record = JSON.parse(
			`{"name":"ä\\"\\n","tagIds":["b","a"],"at":"${paris}","__proto__":1,"no":[""],"steps":[2,1]}`,
		) as unknown;
		expect(contentOf(record)).toBe(
			'{"__proto__":1,"at":"2026-01-31T12:00:00Z","name":"ä\\"\\n","steps":[2,1],"tagIds":["a","b"]}',
		);
		expect([contentOf({}), contentOf(null)]).toEqual(['', '']);
	});

	it.each([
		['a field', ['views'], '{"a":1,"stats":{"likes":3,"views":2},"tags":[{"n":4,"views":5}]}'],
		[
			'a nested field',
			['stats.views'],
			'{"a":1,"stats":{"likes":3},"tags":[{"n":4,"views":5}],"views":1}',
		],
		[
			'no field with a longer name',
			['view', 'stats.view'],
			'{"a":1,"stats":{"likes":3,"views":2},"tags":[{"n":4,"views":5}],"views":1}',
		],
	])('omits %s', (_, ignored, expected) => {
		const value = { views: 1, a: 1, stats: { views: 2, likes: 3 }, tags: [{ n: 4, views: 5 }] };
		expect(contentOf(value, new Set(ignored))).toBe(expected);
	});
});

it('a short hash is the beginning of a SHA-256 hash in base64url', () => {
	expect(shortHash('abc', 43)).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
	expect(shortHash('abc', 9)).toBe('ungWv48Bz');
});
