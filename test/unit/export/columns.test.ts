import type { IDataObject } from 'n8n-workflow';

import {
	fieldColumn,
	fieldNames,
	OtherFields,
	pathColumn,
} from '../../../nodes/LearningPlatform/export/columns';

/** As it comes from the wire, where a field can have any name. */
const parsed = (json: string) => JSON.parse(json) as IDataObject;

it('the column of a path is headed by it', () => {
	const column = pathColumn('author.name');
	expect(column.name).toBe('author.name');
	expect(column.valueIn({ author: { name: 'Ada' } })).toBe('Ada');
});

describe('a field', () => {
	it('is taken by its whole name, never as a path', () => {
		const column = fieldColumn('a.b');
		expect(column.valueIn({ 'a.b': 1 })).toBe(1);
		expect(column.valueIn({ a: { b: 2 } })).toBeUndefined();
	});

	it('may be called as something that every object has', () => {
		const column = fieldColumn('toString');
		expect(column.valueIn(parsed('{"toString":"mine"}'))).toBe('mine');
		expect(column.valueIn({})).toBeUndefined();
	});
});

it('the fields of a page are those of all its records, in order of appearance', () => {
	expect(fieldNames([{ b: 1, a: 2 }, { a: 3, c: 4 }, {}, { d: null }])).toEqual([
		'b',
		'a',
		'c',
		'd',
	]);
});

describe('other fields', () => {
	it('are the fields without a column of their own', () => {
		const others = new OtherFields(new Set(['a', 'b']));
		const column = others.column();
		expect(column.valueIn({ a: 1, c: 2, b: 3, d: [4] })).toEqual({ c: 2, d: [4] });
		expect(column.valueIn({ d: 5, e: null })).toEqual({ d: 5, e: null });
		expect([...others.names]).toEqual(['c', 'd', 'e']);
	});

	it('are nothing for a record that has none', () => {
		const others = new OtherFields(new Set(['a']));
		expect(others.column().valueIn({ a: 1 })).toBeUndefined();
		expect([...others.names]).toEqual([]);
	});

	it('may be called "__proto__"', () => {
		const value = new OtherFields(new Set()).column().valueIn(parsed('{"__proto__":{"x":1}}'));
		expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}');
	});

	it.each([
		['otherFields', ['a']],
		['otherFields_', ['a', 'otherFields']],
		['otherFields__', ['otherFields_', 'otherFields']],
	])('have the column %s when the service has the fields %j', (name, known) => {
		expect(new OtherFields(new Set(known)).column().name).toBe(name);
	});
});
