import type { IDataObject } from 'n8n-workflow';

import { findIdField, idOf } from '../../../nodes/LearningPlatform/listing/idField';

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
