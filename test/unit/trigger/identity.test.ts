import {
	idOf,
	missingId,
	recordOf,
	sharedId,
} from '../../../nodes/LearningPlatform/trigger/identity';

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
		'a record without one of two fields',
		missingId({ userId: 'u1' }, 'userId, role', { record: 1, page: 1 }),
		'Record 1 of page 1 has no "role". It has userId. Under Options,',
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

describe('an ID in several fields', () => {
	const record = { userId: 'u1', role: 'admin', since: 2020 };

	it.each<[string, string, unknown]>([
		['is the JSON of their values, in the order of the names', 'role, userId', '["admin","u1"]'],
		['keeps numbers apart from texts', 'since, role', '[2020,"admin"]'],
		['is none when one of them is missing', 'userId, rank', undefined],
	])('%s', (_, idField, expected) => {
		expect(idOf(record, idField)).toBe(expected);
	});

	it.each([
		['_id', 7, { _id: 7 }],
		['role, userId', '["admin","u1"]', { role: 'admin', userId: 'u1' }],
	])('is told by its fields: %s', (idField, id, expected) => {
		expect(recordOf(id, idField)).toEqual(expected);
	});
});
