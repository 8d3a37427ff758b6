import type { IDataObject } from 'n8n-workflow';

import {
	identityIn,
	idOf,
	nameOf,
	recordOf,
} from '../../../nodes/LearningPlatform/values/identity';

it.each<[IDataObject, readonly string[] | undefined]>([
	[{ uuid: 'c', id: 'b', _id: 'a' }, ['_id']],
	[{ uuid: 'c', id: 'b' }, ['id']],
	[{ _id: '', id: null, uuid: 'c' }, ['uuid']],
	[{ key: 'a' }, undefined],
])('%j has the ID field %p', (record, expected) => {
	expect(identityIn(record)).toEqual(expected);
});

it.each<[unknown, unknown]>([
	['a', 'a'],
	[0, '0'],
	['', undefined],
	[null, undefined],
])('the ID of %p is %p', (value, expected) => {
	expect(idOf({ id: value as string }, ['id'])).toBe(expected);
});

it('an inherited property is not an ID', () => {
	expect(idOf({}, ['constructor'])).toBeUndefined();
	expect(idOf(JSON.parse('{"__proto__":"a"}') as IDataObject, ['__proto__'])).toBe('a');
});

it.each<[IDataObject, string]>([
	[{ name: ' Safety', firstName: 'Ada' }, ' Safety'],
	[{ title: 'First Aid' }, 'First Aid'],
	[{ firstName: 'Ada', lastName: 'King' }, 'Ada King'],
	[{ firstName: null, lastName: 'King' }, 'King'],
	[{ name: ' ', firstName: 'Ada' }, 'Ada'],
	[{ name: null, firstName: '', lastName: ' ' }, ''],
	[{ name: { en: 'Safety' } }, ''],
])('the name of %j is "%s"', (record, expected) => {
	expect(nameOf(record)).toBe(expected);
});

it.each<[readonly string[], unknown]>([
	[['role', 'userId'], '["admin","u1"]'],
	[['since', 'role'], '["2020","admin"]'],
])('the ID in the fields %j is %p', (identity, expected) => {
	expect(idOf({ userId: 'u1', role: 'admin', since: 2020 }, identity)).toBe(expected);
});

it.each<[readonly string[], string, numberFields: string[], IDataObject]>([
	[['_id'], '7', [], { _id: '7' }],
	[['_id'], '7', ['_id'], { _id: 7 }],
	[['_id'], '007', ['_id'], { _id: '007' }],
	[['role', 'userId'], '["admin","7"]', ['userId'], { role: 'admin', userId: 7 }],
])('restores %j from the ID %s and number fields %j', (identity, id, numberFields, expected) => {
	expect(recordOf(id, identity, numberFields)).toEqual(expected);
});
