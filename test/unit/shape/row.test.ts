import type { IDataObject } from 'n8n-workflow';

import { openShape, type RecordKind } from '../../../nodes/LearningPlatform/shape';
import { courseKind, shapePages, unknownKind } from './shapes';

const rowsOf = (records: IDataObject[], kind: RecordKind = unknownKind, fields: string[] = []) =>
	shapePages({ kind: 'row', fields }, [records], kind).records;

/** Their order counts, which toEqual does not see. */
const columnsOf = (rows: IDataObject[]) => rows.map((row) => Object.keys(row).join());

describe('a cell is', () => {
	it.each<[what: string, value: unknown, cell: unknown]>([
		['a text as it came', ' x ', ' x '],
		['a number as it came', -5, -5],
		['empty for null', null, ''],
		['empty for an empty list', [], ''],
		['empty for an empty object', {}, ''],
		['a list of texts and numbers with commas', ['a', 1, true], 'a, 1, true'],
		['a list with an entry for each of its own', ['a', null, '', 'b'], 'a, , , b'],
		['a list with a comma in a text', ['Doe, Ann', 'Bob'], '"Doe, Ann", Bob'],
		['a list with a quotation mark in a text', ['19" rack', 'Bob'], '"19"" rack", Bob'],
		['a list with a line end in a text', ['Ann\nDoe'], '"Ann\nDoe"'],
		['a list with a space around a text', [' Ann'], '" Ann"'],
		['a list of objects as JSON', [{ lang: 'fr' }], '[{"lang":"fr"}]'],
		['a text that is no formula', '=1+1', "'=1+1"],
		['a list that is no formula', ['=1', '+2'], "'=1, +2"],
		['a text without NUL', 'a\0b', 'a\ufffdb'],
		['a text without halves of characters', '\ud83d, \ude00, \ud83d\ude00', '\ufffd, \ufffd, 😀'],
		['a list of texts without NUL', ['a\0', 'b'], 'a\ufffd, b'],
		['JSON without NUL', [{ k: '\0\0' }], '[{"k":"\ufffd\ufffd"}]'],
		['JSON without halves of characters', [['\udfff😀']], '[["\ufffd😀"]]'],
		['JSON that only speaks of NUL', [['\\u0000']], '[["\\\\u0000"]]'],
	])('%s', (_what, value, cell) => {
		expect(rowsOf([{ field: value } as IDataObject])).toEqual([{ field: cell }]);
	});

	it('a formula when that is asked for', () => {
		const { records } = shapePages({ kind: 'row', escapeFormulas: false }, [[{ a: '=1' }]]);
		expect(records).toEqual([{ a: '=1' }]);
	});
});

describe('columns', () => {
	it('are those of every record, in every row', () => {
		expect(rowsOf([{ _id: 'a', b: 1 }, { _id: 'b', a: 2 }, {}])).toEqual([
			{ recordId: 'a', b: 1, a: '' },
			{ recordId: 'b', b: '', a: 2 },
			{ recordId: '', b: '', a: '' },
		]);
	});

	it('are the key, what is known of the resource, and the rest as it appeared', () => {
		const records = [
			{ zoom: 1, modifiedAt: 'm', createdAt: 'c', _id: 'a' },
			{ area: 2, name: 'n', _id: 'b' },
		];
		const order = 'courseId,name,courseCreatedAt,modifiedAt,zoom,area';
		expect(columnsOf(rowsOf(records, courseKind))).toEqual([order, order]);
	});

	it('of an object stand where it is known to stand', () => {
		const records = [{ url: 'u', privacyPolicy: { explicitConsent: true, url: 'p' }, name: 'n' }];
		const kind = { ...courseKind, knownFields: ['name', 'privacyPolicy', 'url'] };
		expect(columnsOf(rowsOf(records, kind))).toEqual([
			'name,privacyPolicy_explicitConsent,privacyPolicy_url,url',
		]);
	});

	it('of an object are not beside one that is always empty', () => {
		const records = [{ a: null, b: {} }, { a: { c: 1 }, b: { d: { e: 2 } } }, { b: { d: null } }];
		expect(rowsOf(records)[0]).toEqual({ a_c: '', b_d_e: '' });
	});

	it('are there for what is an object in some records and a text in others', () => {
		expect(rowsOf([{ a: 'x' }, { a: { b: 1 } }])).toEqual([
			{ a: 'x', a_b: '' },
			{ a: '', a_b: 1 },
		]);
	});

	it('are also those that the list is known to have, even beside the fields of an object', () => {
		const kind = { ...unknownKind, columns: [['a']] };
		expect(rowsOf([{ a: { b: 1 } }], kind)).toEqual([{ a: '', a_b: 1 }]);
	});

	it('may be called as something that every object has', () => {
		const records = [JSON.parse('{"__proto__":1,"constructor":{"name":2}}') as IDataObject, {}];
		expect(rowsOf(records)).toEqual([
			{ proto__db0a34b8: 1, constructor_name: 2 },
			{ proto__db0a34b8: '', constructor_name: '' },
		]);
	});

	it('are an error when there are more than a thousand', () => {
		const records = Array.from({ length: 1001 }, (_, at) => ({ [`user${at}`]: at }));
		expect(() => rowsOf(records)).toThrow('The rows would have more than 1000 columns');
		expect(rowsOf(records, unknownKind, ['user7', 'user8'])).toHaveLength(1001);
	});

	it('are also those of records that are not output', () => {
		const shape = openShape({ kind: 'row', fields: [], escapeFormulas: true }, unknownKind);
		shape.note([{ _id: 'a', name: 'A' }]);
		shape.add([{ _id: 'b' }]);
		expect(shape.finish().records).toEqual([{ recordId: 'b', name: '' }]);
	});
});

describe('the key', () => {
	it.each<[what: string, kind: RecordKind, record: IDataObject, row: IDataObject]>([
		[
			'is named after the resource',
			courseKind,
			{ name: 'n', _id: 'a' },
			{ courseId: 'a', name: 'n' },
		],
		[
			'is the first of several IDs',
			courseKind,
			{ id: 7, _id: 'a' },
			{ courseId: 'a', id__fc949a4d: 7 },
		],
		[
			'is the field that identifies a record',
			{ ...unknownKind, idFields: ['tagId'] },
			{ source: 's', tagId: 't' },
			{ recordId: 't', source: 's' },
		],
		[
			'is made of several fields, which stay, and keeps them apart',
			{ ...unknownKind, idFields: ['a', 'b'] },
			{ a: 'x:y', b: '100%' },
			{ recordId: 'x%3Ay:100%25', a: 'x:y', b: '100%' },
		],
		['is not there when no record has one', unknownKind, { name: 'n' }, { name: 'n' }],
	])('%s', (_what, kind, record, row) => {
		expect(JSON.stringify(rowsOf([record], kind))).toBe(JSON.stringify([row]));
	});
});

describe('the keys of a list', () => {
	const keysOf = (records: IDataObject[]) => rowsOf(records).map(({ recordId }) => recordId);

	it.each<[what: string, records: IDataObject[], keys: unknown[]]>([
		['are in the best field that all have', [{ id: 7 }, { _id: 'a', id: 8 }], [7, 8]],
		['are in the only field there is', [{}, { id: 8 }], ['', 8]],
		[
			'are in the first of several, of which none is in all, and say so where they are elsewhere',
			[{ id: 7 }, { _id: 'a' }, { uuid: 'a' }, { id: 8 }],
			['id:7', 'a', 'uuid:a', 'id:8'],
		],
	])('%s', (_what, records, keys) => {
		expect(keysOf(records)).toEqual(keys);
		expect(keysOf([...records].reverse())).toEqual([...keys].reverse());
	});

	it('are not decided by a page without records', () => {
		const shape = openShape({ kind: 'row', fields: ['name'], escapeFormulas: true }, unknownKind);
		shape.finish();
		shape.add([{ id: 7, name: 'A' }]);
		expect(shape.finish().records).toEqual([{ recordId: 7, name: 'A' }]);
	});
});

describe('with Output Fields', () => {
	const course = {
		_id: 'a',
		name: 'A',
		createdAt: 'c',
		policy: { url: 'u', consent: true },
		translations: [{ name: 'T' }],
		'due date': 'd',
	};

	it.each<[what: string, fields: string[], row: IDataObject]>([
		[
			'a row has the key and these, in their order',
			['name', 'createdAt'],
			{ courseId: 'a', name: 'A', courseCreatedAt: 'c' },
		],
		['the key comes first wherever it was named', ['name', '_id'], { courseId: 'a', name: 'A' }],
		['the key may be named as in a row', ['name', 'courseId'], { courseId: 'a', name: 'A' }],
		[
			'a path leads to a value, an object is one column, and what no record has is empty',
			['translations.0.name', 'policy', 'rating'],
			{
				...{ courseId: 'a', translations_0_name: 'T' },
				...{ policy: '{"url":"u","consent":true}', rating: '' },
			},
		],
		[
			'a field may be named as in a row',
			['courseCreatedAt', 'policy_url', 'due_date__dd457a51', 'translations_0_name'],
			{
				...{ courseId: 'a', courseCreatedAt: 'c', policy_url: 'u' },
				...{ due_date__dd457a51: 'd', translations_0_name: 'T' },
			},
		],
		[
			'names match in any case, and stay as they are written',
			['Name', 'CREATEDAT', 'Policy_URL', 'POLICY.Consent', 'Due Date'],
			{
				...{ courseId: 'a', Name: 'A', courseCreatedAt: 'c', Policy_URL: 'u' },
				...{ POLICY_Consent__d2f996a6: true, Due_Date__dd68d947: 'd' },
			},
		],
	])('%s', (_what, fields, row) => {
		expect(JSON.stringify(rowsOf([course], courseKind, fields))).toBe(JSON.stringify([row]));
	});

	it.each<[what: string, fields: string[], record: IDataObject, row: IDataObject]>([
		['a column of that name goes before a field', ['a_b'], { a_b: 1, a: { b: 2 } }, { a_b: 2 }],
		['a field may have such a name', ['a_b'], { a_b: 1 }, { a_b: 1 }],
		['the very field goes first', ['Name'], { name: 1, Name: 2 }, { Name: 2 }],
		[
			'an object with fields is no column',
			['a_b', 'a'],
			{ a_b: 1, a: { b: { c: 2 } } },
			{ a_b: 1, a: '{"b":{"c":2}}' },
		],
		['the very field goes first, also empty', ['name'], { name: null, Name: 2 }, { name: '' }],
		['a field with dots goes before a path', ['a.b'], { 'a.b': 1, a: { b: 2 } }, { a_b: 1 }],
	])('%s', (_what, fields, record, row) => {
		expect(rowsOf([record], unknownKind, fields)).toEqual([row]);
	});

	it('those that no record has are missing', () => {
		const shaped = (records: IDataObject[]) =>
			shapePages(
				{ kind: 'row', fields: ['name', 'nmae', 'courseId', 'policy_url'] },
				[records],
				courseKind,
			);
		expect(shaped([course]).missingFields).toEqual(['nmae']);
		expect(shaped([]).missingFields).toEqual([]);
	});
});
