import type { IDataObject } from 'n8n-workflow';

import { shapePages } from '../../../nodes/LearningPlatform/file/pages';
import type { OutputChoice, RecordKind } from '../../../nodes/LearningPlatform/shape';
import { unknownKind } from '../shape/shapes';

/** The pages of a list in a shape, and what is known of them in the end. */
async function shape(
	choice: Partial<OutputChoice>,
	pages: IDataObject[][],
	kind: RecordKind = unknownKind,
) {
	async function* given() {
		for (const [at, records] of pages.entries())
			yield await Promise.resolve({ number: at + 1, records });
	}
	const all = { kind: 'raw' as const, fields: [], escapeFormulas: false, ...choice };
	const shaped = shapePages(all, kind, given());
	const items: IDataObject[][] = [];
	for await (const { records } of shaped.pages) items.push(records);
	return { items, fields: shaped.fields(), missing: shaped.missing() };
}

it('what identifies the records of the first page is the key of all rows', async () => {
	const pages = [[{ id: 1 }], [{ _id: 'a', id: 2 }, { _id: 'b' }], [{ id: 3 }]];
	const { items } = await shape({ kind: 'row' }, pages);
	expect(items.flat().map(({ recordId }) => recordId)).toEqual([1, 2, '', 3]);
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
	const { items } = await shape({ kind: 'row' }, pages);
	expect(items.flat()).toEqual([
		{ recordId: 'a', b: '' },
		{ recordId: 'c', b: '', d: 1 },
		{ recordId: 'f', b: '', b_g: 2 },
	]);
});

it('the key of a file may first be on its second page', async () => {
	const choice = { kind: 'row' as const, fields: ['a'] };
	const { fields } = await shape(choice, [[{ a: 1 }], [{ _id: 'b', a: 2 }]]);
	expect(fields).toEqual(['recordId', 'a']);
});

it('an item has at most ten fields if it is simplified, on whichever page they appear', async () => {
	const fields = (from: number, to: number) =>
		Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`f${from + at}`, at]));
	const pages = [[{ _id: 'a', ...fields(0, 6) }], [fields(6, 8)], [fields(7, 20)]];
	const { items } = await shape({ kind: 'simplified' }, pages);
	const names = items.flat().map((item) => Object.keys(item).join(' '));
	expect(names).toEqual(['_id f0 f1 f2 f3 f4 f5', 'f6 f7', 'f7 f8']);
});

it.each<
	[what: string, choice: Partial<OutputChoice>, kind: RecordKind, fields: string[] | undefined]
>([
	['selected fields', { kind: 'selected', fields: ['a'] }, unknownKind, ['_id', 'a']],
	[
		'selected fields where another field identifies a record',
		{ kind: 'selected', fields: ['a'] },
		{ ...unknownKind, idFields: ['user', 'role'] },
		['user', 'role', 'a'],
	],
	['rows with named columns', { kind: 'row', fields: ['a.b'] }, unknownKind, ['recordId', 'a_b']],
	[
		'a resource whose important fields are known',
		{ kind: 'simplified' },
		{ ...unknownKind, simplified: ['_id', 'a'] },
		['_id', 'a'],
	],
	['a list of which nothing is known, simplified', { kind: 'simplified' }, unknownKind, undefined],
	['rows with all columns', { kind: 'row' }, unknownKind, undefined],
	['whole records', {}, unknownKind, undefined],
])('the fields of an empty list, for %s', async (_what, choice, kind, fields) => {
	expect(await shape(choice, [[]], kind)).toEqual({ items: [[]], fields, missing: [] });
});

it('a field is missing that no page has; empty pages say nothing', async () => {
	const choice = { kind: 'selected' as const, fields: ['a', 'b', 'c'] };
	const { missing } = await shape(choice, [[], [{ a: 1 }], [], [{ b: null }]]);
	expect(missing).toEqual(['c']);
});
