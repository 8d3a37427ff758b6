import type { IDataObject } from 'n8n-workflow';

import { pathReader, typedPathReader } from '../../../nodes/LearningPlatform/values/fieldPath';

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
		['a field', 'name', 'Fire safety'],
		['a field of an object', 'author.name', { first: 'Ada' }],
		['a field deep inside', 'author.name.first', 'Ada'],
		['an entry of a list', 'translations.1', { lang: 'de' }],
		['a field of an entry', 'translations.0.name', 'Incendie'],
		['the number of entries', 'translations.length', 2],
		['nothing where the entry has no such field', 'translations.1.name', undefined],
		['nothing behind the end of a list', 'translations.2.name', undefined],
		['nothing behind null', 'author.tags.first', undefined],
		['nothing inside of a text', 'name.length', undefined],
		['nothing for a field that is not there', 'missing.field', undefined],
		['a field that has the whole path as its name', 'custom.id', 7],
		['a field beside one with a dot', 'custom.other', 9],
		['a field with a dot further in', 'custom.cost.center', 12],
		['a field behind one with a dot', 'level.1.title', 'One'],
		['nothing that every object has', 'constructor', undefined],
		['nothing that every object has, further in', 'author.constructor.name', undefined],
	])('leads to %s: %s', (_what, path, value) => {
		expect(pathReader(path)(record)).toEqual(value);
	});
});

describe('a path that a person typed', () => {
	it.each<[what: string, path: string, record: IDataObject, value: unknown]>([
		['leads to a field in another case', 'Status', { status: 'a' }, 'a'],
		['leads to a field in the same case first', 'Status', { status: 'a', Status: 'b' }, 'b'],
		['leads to null in the same case first', 'status', { status: null, Status: 'b' }, null],
		['stays at null on its way', 'a.b', { a: null, A: { b: 1 } }, undefined],
		['leads to a field with dots before all', 'a.b', { 'a.b': 1, a: { b: 2 } }, 1],
		['leads on in the same case first', 'a.b', { 'A.B': 1, a: { b: 2 } }, 2],
		['leads on in another case', 'AUTHOR.name', { author: { Name: 'Ada' } }, 'Ada'],
		['leads into lists', 'Translations.0.Name', { translations: [{ name: 'T' }] }, 'T'],
		['leads to a field with dots', 'Custom.ID', { 'custom.id': 7 }, 7],
		[
			'leads to a field with a dot further in',
			'custom.cost.center',
			{ custom: { 'Cost.Center': 1 } },
			1,
		],
		['leads to null', 'Status', { status: null }, null],
		['leads to the same one of several', 'STATUS', { status: 'a', Status: 'b' }, 'b'],
		['leads to the same one, whatever their order', 'STATUS', { Status: 'b', status: 'a' }, 'b'],
		['leads to nothing where there is nothing', 'Constructor', { name: 'a' }, undefined],
	])('%s', (_what, path, record, value) => {
		expect(typedPathReader(path)(record)).toEqual(value);
	});

	it('is no other path to those who need the very one', () => {
		expect(pathReader('Status')({ status: 'a' })).toBeUndefined();
	});
});
