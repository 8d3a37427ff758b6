import type { IDataObject } from 'n8n-workflow';

import { startList } from '../../../nodes/LearningPlatform/file';
import type { ListedPage } from '../../../nodes/LearningPlatform/service';
import type { OutputChoice, RecordType } from '../../../nodes/LearningPlatform/shape';
import { unknownType } from '../shape/shapes';

async function* listOf(
	pages: IDataObject[][],
): AsyncGenerator<Pick<ListedPage, 'number' | 'records'>, void> {
	for (const [index, records] of pages.entries()) {
		yield await Promise.resolve({ number: index + 1, records });
	}
}

const start = async (
	choice: Partial<OutputChoice>,
	pages: IDataObject[][],
	recordType: RecordType = unknownType,
) =>
	await startList(
		{ shape: 'raw', fields: [], escapeFormulas: false, ...choice },
		recordType,
		listOf(pages),
	);

async function read(choice: Partial<OutputChoice>, pages: IDataObject[][]) {
	const started = await start(choice, pages);
	const items: IDataObject[] = [];
	for await (const { records } of started.pages) items.push(...records);
	return { ...started, items };
}

describe('the beginning of a list', () => {
	it.each<[what: string, pages: IDataObject[][], fields: string[], hasMore: boolean]>([
		['has no pages', [], [], false],
		[
			'is one page, with its fields in order of appearance',
			[[{ b: 1, a: 2 }, { a: 3, c: 4 }, {}, { d: null }], []],
			['b', 'a', 'c', 'd'],
			false,
		],
		['is followed by more pages', [[], [], [{ a: 1 }], [], [{ b: 2 }], []], ['a'], true],
		['has only empty pages', [[], []], [], false],
	])('%s', async (_what, pages, fields, hasMore) => {
		expect(await start({}, pages)).toMatchObject({ fields, hasMore });
	});

	it('is returned together with the remaining pages', async () => {
		const { items, counts } = await read({}, [[], [{ a: 1 }], [{ b: 2 }], [{ c: 3 }]]);
		expect(items).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
		expect(counts).toEqual({ records: 3, pages: 4 });
	});
});

describe('in a file of rows', () => {
	it('the first page determines the key field', async () => {
		const pages = [[{ id: 1 }], [{ _id: 'a', id: 2 }, { _id: 'b' }], [{ id: 3 }]];
		const { items } = await read({ shape: 'row' }, pages);
		expect(items.map(({ recordId }) => recordId)).toEqual([1, 2, '_id:b', 3]);
		expect(Object.values(items[1] ?? {})).toContain('a');
	});

	it('each row has the columns from the first page, plus later columns in which its cell is not empty', async () => {
		const later = [
			{ _id: 'c', d: 1, e: '' },
			{ _id: 'f', b: { g: 2 } },
		];
		expect((await read({ shape: 'row' }, [[{ _id: 'a', b: null }], later])).items).toEqual([
			{ recordId: 'a', b: '' },
			{ recordId: 'c', b: '', d: 1 },
			{ recordId: 'f', b: '', b_g: 2 },
		]);
	});
});

const selected = { shape: 'selected' as const, fields: ['a'] };

it.each<[what: string, choice: Partial<OutputChoice>, recordType: RecordType, fields: string[]]>([
	['selected fields, with an ID', selected, unknownType, ['_id', 'a']],
	[
		'selected fields, with the fields that identify a record',
		selected,
		{ ...unknownType, identity: ['user', 'role'] },
		['user', 'role', 'a'],
	],
	['selected fields without an ID', selected, { ...unknownType, identity: [] }, ['a']],
	['chosen columns of rows', { shape: 'row', fields: ['a.b'] }, unknownType, ['recordId', 'a_b']],
	[
		"a resource's most important fields",
		{ shape: 'simplified' },
		{ ...unknownType, simplified: ['_id', 'a'] },
		['_id', 'a'],
	],
	['no fields for rows with all columns', { shape: 'row' }, unknownType, []],
])('the file for an empty list has %s', async (_what, choice, recordType, fields) => {
	expect(await start(choice, [[], []], recordType)).toMatchObject({ fields, hasMore: false });
});

it.each<[what: string, choice: Partial<OutputChoice>, pages: IDataObject[][], fields: string[]]>([
	['selected fields', selected, [[{ _id: 'x', b: 1 }], [{ _id: 'y', a: 2 }]], ['_id', 'a']],
	[
		'chosen columns, even if only the second page has a key',
		{ shape: 'row', fields: ['a'] },
		[[{ a: 1 }], [{ _id: 'b' }]],
		['recordId', 'a'],
	],
])('later pages do not add columns to %s', async (_what, choice, pages, fields) => {
	expect(await start(choice, pages)).toMatchObject({ fields, hasMore: false });
});

it('a chosen field is reported as missing if no record has it, unless the list is empty', async () => {
	const choice = { shape: 'selected' as const, fields: ['a', 'b', 'c'] };
	expect((await read(choice, [[], [{ a: 1 }], [], [{ b: null }]])).missing()).toEqual(['c']);
	expect((await read(choice, [[]])).missing()).toEqual([]);
});
