import type { IDataObject } from 'n8n-workflow';

import {
	identityIn,
	idOf,
	nameOf,
	recordOf,
	type Identity,
} from '../../../nodes/LearningPlatform/values/identity';

describe('the field with the ID', () => {
	it.each<[string, IDataObject, Identity | undefined]>([
		['is _id before all others', { uuid: 'c', id: 'b', _id: 'a' }, ['_id']],
		['is id before uuid', { uuid: 'c', id: 'b' }, ['id']],
		['is uuid when there is no other', { uuid: 'c', name: 'x' }, ['uuid']],
		['is one that holds something', { _id: '', id: null, uuid: 'c' }, ['uuid']],
		['is none when there is none', { key: 'a' }, undefined],
	])('%s', (_, record, expected) => {
		expect(identityIn(record)).toEqual(expected);
	});
});

describe('an ID', () => {
	it.each<[string, unknown, unknown]>([
		['text is one', 'a', 'a'],
		['a number is one, as text', 7, '7'],
		['zero is one', 0, '0'],
		['empty text is none', '', undefined],
		['null is none', null, undefined],
		['true is none', true, undefined],
		['an object is none', { $oid: 'a' }, undefined],
	])('%s', (_, value, expected) => {
		expect(idOf({ id: value as string }, ['id'])).toBe(expected);
	});

	it('is not found in what every object has', () => {
		expect(idOf({}, ['constructor'])).toBeUndefined();
		expect(idOf(JSON.parse('{"__proto__":"a"}') as IDataObject, ['__proto__'])).toBe('a');
	});
});

describe('the name', () => {
	it.each<[string, IDataObject, string]>([
		['is that of the record, as it stands', { name: ' Safety', firstName: 'Ada' }, ' Safety'],
		['of a certificate is its title', { title: 'First Aid' }, 'First Aid'],
		['of a user is made of two', { firstName: 'Ada', lastName: 'King' }, 'Ada King'],
		['of a user is no title', { title: 'Dr', firstName: 'Ada' }, 'Ada'],
		['of a user may be one alone', { firstName: null, lastName: 'King' }, 'King'],
		['that is blank gives way to them', { name: ' ', firstName: 'Ada' }, 'Ada'],
		['of nobody is empty', { name: null, firstName: '', lastName: ' ' }, ''],
		['is text', { name: { en: 'Safety' } }, ''],
		['is not made up', { _id: 'a', mail: 'a@b.example' }, ''],
	])('%s', (_, record, expected) => {
		expect(nameOf(record)).toBe(expected);
	});
});

it.each<[string, Identity, unknown]>([
	['is the JSON of their values, in the order of the names', ['role', 'userId'], '["admin","u1"]'],
	['takes a number for its text', ['since', 'role'], '["2020","admin"]'],
	['is none when one of them is missing', ['userId', 'rank'], undefined],
])('an ID in several fields %s', (_, identity, expected) => {
	expect(idOf({ userId: 'u1', role: 'admin', since: 2020 }, identity)).toBe(expected);
});

it.each<[Identity, string, numberFields: string[], IDataObject]>([
	[['_id'], '7', [], { _id: '7' }],
	[['_id'], '7', ['_id'], { _id: 7 }],
	[['_id'], '007', ['_id'], { _id: '007' }],
	[['role', 'userId'], '["admin","7"]', ['userId'], { role: 'admin', userId: 7 }],
])('an ID is told by its fields: %j %s, numbers %j', (identity, id, numberFields, expected) => {
	expect(recordOf(id, identity, numberFields)).toEqual(expected);
});
