import type { IDataObject } from 'n8n-workflow';

import { startList } from '../../../nodes/LearningPlatform/file/columns';
import type { Page } from '../../../nodes/LearningPlatform/service';
import type { OutputChoice, RecordKind } from '../../../nodes/LearningPlatform/shape';
import { unknownKind } from '../shape/shapes';

async function* listOf(pages: (IDataObject[] | Error)[]): AsyncGenerator<Page, void> {
	for (const [index, records] of pages.entries()) {
		if (records instanceof Error) throw records;
		yield await Promise.resolve({ number: index + 1, records });
	}
}

const start = async (
	choice: Partial<OutputChoice>,
	pages: (IDataObject[] | Error)[],
	kind: RecordKind = unknownKind,
) =>
	await startList(
		{ kind: 'raw', fields: [], escapeFormulas: false, ...choice },
		kind,
		listOf(pages),
	);

/** The items of a list, read to its end, by page. */
async function read(choice: Partial<OutputChoice>, pages: IDataObject[][]) {
	const started = await start(choice, pages);
	const items: IDataObject[][] = [];
	for await (const { number, records } of started.pages) items[number - 1] = records;
	return { ...started, items };
}

describe('the beginning of a list', () => {
	it.each<[what: string, pages: IDataObject[][], fields: string[], hasMore: boolean, read: number]>(
		[
			['without pages', [], [], false, 0],
			[
				'with one page, whose fields are in order of appearance',
				[[{ b: 1, a: 2 }, { a: 3, c: 4 }, {}, { d: null }]],
				['b', 'a', 'c', 'd'],
				false,
				1,
			],
			['with three pages, of which two are read', [[{ a: 1 }], [{ b: 2 }], []], ['a'], true, 2],
			['with empty pages first', [[], [], [{ a: 1 }], []], ['a'], true, 4],
			['with empty pages only', [[], []], [], false, 2],
		],
	)('%s', async (_what, pages, fields, hasMore, pagesRead) => {
		const started = await start({}, pages);
		expect(started).toMatchObject({ fields, hasMore, counts: { pages: pagesRead } });
	});

	it('is read again together with the rest', async () => {
		const pages = [[], [{ a: 1 }], [{ b: 2 }], [{ c: 3 }]];
		const { items, counts } = await read({}, pages);
		expect(items).toEqual(pages);
		expect(counts).toEqual({ records: 3, pages: 4 });
	});

	it('that fails is never taken for a list', async () => {
		await expect(start({}, [new Error('no access')])).rejects.toThrow('no access');
	});
});

it('what identifies the records of the first page is the key of all rows', async () => {
	const pages = [[{ id: 1 }], [{ _id: 'a', id: 2 }, { _id: 'b' }], [{ id: 3 }]];
	const { items } = await read({ kind: 'row' }, pages);
	expect(items.flat().map(({ recordId }) => recordId)).toEqual([1, 2, '_id:b', 3]);
	expect(Object.values(items[1]?.[0] ?? {})).toContain('a');
});

it('a row has the columns of the first page, and of those that only later pages have what is not empty', async () => {
	const pages = [
		[{ _id: 'a', b: null }],
		[
			{ _id: 'c', d: 1, e: '' },
			{ _id: 'f', b: { g: 2 } },
		],
	];
	expect((await read({ kind: 'row' }, pages)).items.flat()).toEqual([
		{ recordId: 'a', b: '' },
		{ recordId: 'c', b: '', d: 1 },
		{ recordId: 'f', b: '', b_g: 2 },
	]);
});

describe('fields that are known', () => {
	const selected = { kind: 'selected' as const, fields: ['a'] };

	it.each<[what: string, choice: Partial<OutputChoice>, kind: RecordKind, fields: string[]]>([
		['of selected fields', selected, unknownKind, ['_id', 'a']],
		[
			'of selected fields with others that identify a record',
			selected,
			{ ...unknownKind, idFields: ['user', 'role'] },
			['user', 'role', 'a'],
		],
		['of selected fields without an ID', selected, { ...unknownKind, idFields: [] }, ['a']],
		[
			'of rows with named columns',
			{ kind: 'row', fields: ['a.b'] },
			unknownKind,
			['recordId', 'a_b'],
		],
		[
			'of a resource whose important fields are known',
			{ kind: 'simplified' },
			{ ...unknownKind, simplified: ['_id', 'a'] },
			['_id', 'a'],
		],
		['are none for rows with all columns', { kind: 'row' }, unknownKind, []],
	])('%s, in an empty list', async (_what, choice, kind, fields) => {
		expect(await start(choice, [[], []], kind)).toMatchObject({ fields, hasMore: false });
	});

	it('are all that a list of several pages has', async () => {
		const pages = [[{ _id: 'x', b: 1 }], [{ _id: 'y', a: 2 }]];
		expect(await start(selected, pages)).toMatchObject({ fields: ['_id', 'a'], hasMore: false });
	});

	it('may begin with a key that is first on the second page', async () => {
		const { fields } = await start({ kind: 'row', fields: ['a'] }, [[{ a: 1 }], [{ _id: 'b' }]]);
		expect(fields).toEqual(['recordId', 'a']);
	});
});

it('a field is missing that no page has; empty pages say nothing', async () => {
	const choice = { kind: 'selected' as const, fields: ['a', 'b', 'c'] };
	expect((await read(choice, [[], [{ a: 1 }], [], [{ b: null }]])).missing()).toEqual(['c']);
	expect((await read(choice, [[]])).missing()).toEqual([]);
});
