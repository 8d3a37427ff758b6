import type { IDataObject } from 'n8n-workflow';

import {
	findIdField,
	idOf,
	missingId,
	sharedId,
} from '../../../nodes/LearningPlatform/trigger/identity';

describe('the field with the ID', () => {
	it.each<[string, IDataObject, string | undefined]>([
		['is _id before all others', { uuid: 'c', id: 'b', _id: 'a' }, '_id'],
		['is id before uuid', { uuid: 'c', id: 'b' }, 'id'],
		['is uuid when there is no other', { uuid: 'c', name: 'x' }, 'uuid'],
		['is one that holds something', { _id: '', id: null, uuid: 'c' }, 'uuid'],
		['is none when there is none', { key: 'a' }, undefined],
	])('%s', (_, record, expected) => {
		expect(findIdField(record)).toBe(expected);
	});
});

describe('an ID', () => {
	it.each<[string, unknown, unknown]>([
		['text is one', 'a', 'a'],
		['a number is one', 7, 7],
		['zero is one', 0, 0],
		['empty text is none', '', undefined],
		['null is none', null, undefined],
		['true is none', true, undefined],
		['an object is none', { $oid: 'a' }, undefined],
	])('%s', (_, value, expected) => {
		expect(idOf({ id: value as string }, 'id')).toBe(expected);
	});

	it('is not found in what every object has', () => {
		expect(idOf({}, 'constructor')).toBeUndefined();
		expect(idOf(JSON.parse('{"__proto__":"a"}') as IDataObject, '__proto__')).toBe('a');
	});
});

it.each([
	[
		'a record without an ID',
		missingId({ name: 'a', title: 'b' }, undefined, { record: 3, page: 2 }),
		'Record 3 of page 2 has none of _id, id, uuid. It has name, title. Under Options,',
	],
	[
		'a record without the ID of a certain field',
		missingId({}, 'code', { record: 1, page: 1 }),
		'Record 1 of page 1 has no "code". It has no fields at all. Under Options,',
	],
	[
		'a record with so many fields that only some are named',
		missingId(
			Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}`, 1])),
			'code',
			{
				record: 1,
				page: 1,
			},
		),
		'It has f0, f1, f2, f3, f4, f5, f6, f7, f8, f9. Under Options,',
	],
	[
		'two records with one ID',
		sharedId(7, 'id', { record: 9, page: 4 }),
		'Record 9 of page 4 has the "id" of a record before it: 7. Under Options,',
	],
])('%s is described by its place', (_, { description }, expected) => {
	expect(description).toContain(expected);
});
