import type { IDataObject } from 'n8n-workflow';

import { chooseColumns } from '../../../nodes/LearningPlatform/file';
import { fileOf, textWith } from './files';

/** As it comes from the wire, where a field can have any name. */
const parsed = (json: string) => JSON.parse(json) as IDataObject;

/** A table whose first page had these fields, and the rows that it has for some records. */
async function tableOf(fields: string[], records: IDataObject[], hasMore = false) {
	const file = fileOf('csv', { fields, hasMore, delimiter: ';' });
	const [, ...rows] = (await textWith(file, ...records)).split('\r\n').slice(0, -1);
	return { columns: file.columns, rows, otherFields: [...file.otherFields] };
}

describe('chosen columns', () => {
	it('are headed by their paths', () => {
		const { columns } = chooseColumns(['author.name', 'Status']);
		expect(columns.map(({ name }) => name)).toEqual(['author.name', 'Status']);
		const record = { author: { name: 'Ada' }, status: 'published' };
		expect(columns.map(({ valueIn }) => valueIn(record))).toEqual(['Ada', 'published']);
	});

	it('are missing until a record has them, be it null', () => {
		const { columns, missing } = chooseColumns(['a', 'b', 'c']);
		for (const record of [{ a: 1 }, { b: null }]) columns.map(({ valueIn }) => valueIn(record));
		expect([...missing]).toEqual(['c']);
	});
});

describe('a field', () => {
	it('is taken by its whole name, never as a path', async () => {
		const records = [
			{ 'a.b': 1, _id: 'x' },
			{ a: { b: 2 }, _id: 'y' },
		];
		expect((await tableOf(['a.b', '_id'], records)).rows).toEqual(['1;x', ';y']);
	});

	it('may be called as something that every object has', async () => {
		const records = [parsed('{"toString":"mine","_id":"x"}'), { _id: 'y' }];
		expect((await tableOf(['toString', '_id'], records)).rows).toEqual(['mine;x', ';y']);
	});
});

describe('other fields', () => {
	it('are the fields without a column of their own', async () => {
		const records = [{ a: 1, c: 2, b: 3, d: [4] }, { d: 5, e: null }, { a: 6 }];
		expect(await tableOf(['a', 'b'], records, true)).toEqual({
			columns: ['a', 'b', 'otherFields'],
			rows: ['1;3;"{""c"":2,""d"":[4]}"', ';;"{""d"":5,""e"":null}"', '6;;'],
			otherFields: ['c', 'd', 'e'],
		});
	});

	it('may be called "__proto__"', async () => {
		const { rows } = await tableOf(['a'], [parsed('{"__proto__":{"x":1}}')], true);
		expect(rows).toEqual([';"{""__proto__"":{""x"":1}}"']);
	});

	it.each([
		['otherFields', ['a']],
		['otherFields_', ['a', 'otherFields']],
		['otherFields__', ['otherFields_', 'otherFields']],
	])('have the column %s when the service has the fields %j', async (name, known) => {
		expect((await tableOf(known, [], true)).columns.at(-1)).toBe(name);
	});
});
