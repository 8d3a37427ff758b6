import type { IDataObject } from 'n8n-workflow';

import { pathReader, enteredPathReader } from '../../../nodes/LearningPlatform/values/fieldPath';

describe('a path', () => {
	const record: IDataObject = {
		name: 'Fire safety',
		author: { name: { first: 'Ada' }, tags: null },
		translations: [{ lang: 'fr', name: 'Incendie' }, { lang: 'de' }],
		'custom.id': 7,
		custom: { id: 8, other: 9, 'cost.center': 12 },
		'level.1': { title: 'One' },
	};

	it.each([
		['name', 'Fire safety'],
		['translations.0.name', 'Incendie'],
		['custom.id', 7],
		['custom.cost.center', 12],
		['level.1.title', 'One'],
		['constructor', undefined],
		['author.constructor.name', undefined],
	])('%s yields %p', (path, value) => {
		expect(pathReader(path)(record)).toEqual(value);
	});

	it('is case-sensitive', () => {
		expect(pathReader('Status')({ status: 'a' })).toBeUndefined();
	});
});

it.each<[path: string, record: IDataObject, value: unknown]>([
	['Status', { status: 'a' }, 'a'],
	['status', { status: null, Status: 'b' }, null],
	['a.b', { a: null, A: { b: 1 } }, undefined],
	['a.b', { 'A.B': 1, a: { b: 2 } }, 2],
	['AUTHOR.name', { author: { Name: 'Ada' } }, 'Ada'],
	['Custom.ID', { 'custom.id': 7 }, 7],
	['STATUS', { status: 'a', Status: 'b' }, 'b'],
	['Constructor', { name: 'a' }, undefined],
])('the typed path %s in %j yields %p', (path, record, value) => {
	expect(enteredPathReader(path)(record)).toEqual(value);
});
