import type { IDataObject } from 'n8n-workflow';

import { cutLongCells, openShape, type RecordType } from '../../../nodes/LearningPlatform/shape';
import { courseType, shapePages, unknownType } from './shapes';

const rowsOf = (
	records: IDataObject[],
	recordType: RecordType = unknownType,
	fields: string[] = [],
) => shapePages({ shape: 'row', fields }, [records], recordType).records;

/** Returns each row's columns in order, which `toEqual` ignores. */
const columnsOf = (rows: IDataObject[]) => rows.map((row) => Object.keys(row).join());

describe('a cell is', () => {
	it.each<[what: string, value: unknown, cell: unknown]>([
		['text, unchanged', ' x ', ' x '],
		['a number, unchanged', -5, -5],
		['empty for null', null, ''],
		['empty for an empty list', [], ''],
		['empty for an empty object', {}, ''],
		['a comma-separated list of strings and numbers', ['a', 1, true], 'a, 1, true'],
		['a list that keeps its empty entries', ['a', null, '', 'b'], 'a, , , b'],
		['a list with a comma in a name', ['Doe, Ann', 'Bob'], '"Doe, Ann", Bob'],
		['a list with a quotation mark in a name', ['19" rack', 'Bob'], '"19"" rack", Bob'],
		['a list with a line break in a name', ['Ann\nDoe'], '"Ann\nDoe"'],
		['a list with a space before a name', [' Ann'], '" Ann"'],
		['a list of objects as JSON', [{ lang: 'fr' }], '[{"lang":"fr"}]'],
		['an escaped formula', '=1+1', "'=1+1"],
		['a list that starts with an escaped formula', ['=1', '+2'], "'=1, +2"],
		['text without NUL', 'a\0b', 'a\ufffdb'],
		['text without lone surrogates', '\ud83d, \ude00, \ud83d\ude00', '\ufffd, \ufffd, 😀'],
		['JSON without lone surrogates', [['\udfff😀']], '[["\ufffd😀"]]'],
		['JSON that only mentions NUL', [['\\u0000']], '[["\\\\u0000"]]'],
	])('%s', (_what, value, cell) => {
		expect(rowsOf([{ field: value } as IDataObject])).toEqual([{ field: cell }]);
	});

	it('a formula if the user turns off escaping', () => {
		const { records } = shapePages({ shape: 'row', escapeFormulas: false }, [[{ a: '=1' }]]);
		expect(records).toEqual([{ a: '=1' }]);
	});
});

describe('columns', () => {
	it('from all records are in every row', () => {
		expect(rowsOf([{ _id: 'a', b: 1 }, { _id: 'b', a: 2 }, {}])).toEqual([
			{ recordId: 'a', b: 1, a: '' },
			{ recordId: 'b', b: '', a: 2 },
			{ recordId: '', b: '', a: '' },
		]);
	});

	it('are the key, the documented fields in a fixed order, and the others in order of appearance', () => {
		const records = [
			{ zoom: 1, policy: { consent: true, url: 'p' }, createdAt: 'c', _id: 'a' },
			{ area: 2, name: 'n', _id: 'b' },
		];
		const recordType = { ...courseType, catalogFields: ['name', 'policy', 'createdAt'] };
		const order = 'courseId,name,policy_consent,policy_url,courseCreatedAt,zoom,area';
		expect(columnsOf(rowsOf(records, recordType))).toEqual([order, order]);
	});

	it("for an object's fields replace the object's column unless a record has a different kind of value there", () => {
		const records = [{ a: null, b: {} }, { a: { c: 1 }, b: { d: { e: 2 } } }, { b: { d: null } }];
		expect(rowsOf(records)[0]).toEqual({ a_c: '', b_d_e: '' });
		expect(rowsOf([{ a: 'x' }, { a: { b: 1 } }])[1]).toEqual({ a: '', a_b: 1 });
		const recordType = { ...unknownType, columns: [['a']] };
		expect(rowsOf([{ a: { b: 1 } }], recordType)).toEqual([{ a: '', a_b: 1 }]);
	});

	it('can have the name of an inherited property', () => {
		const record = JSON.parse('{"__proto__":1,"constructor":{"name":2}}') as IDataObject;
		expect(rowsOf([record, {}])[1]).toEqual({ proto__db0a34b8: '', constructor_name: '' });
	});

	it('cause an error if there are more than a thousand', () => {
		const records = Array.from({ length: 1001 }, (_, at) => ({ [`user${at}`]: at }));
		expect(() => rowsOf(records)).toThrow('The rows would have more than 1000 columns');
		expect(rowsOf(records, unknownType, ['user7', 'user8'])).toHaveLength(1001);
	});

	it('include the columns from records that are not output', () => {
		const shape = openShape({ shape: 'row', fields: [], escapeFormulas: true }, unknownType);
		shape.addColumnsOf([{ _id: 'a', name: 'A' }]);
		shape.add([{ _id: 'b' }]);
		expect(shape.finish().records).toEqual([{ recordId: 'b', name: '' }]);
	});
});

describe('the key', () => {
	const of = (...identity: string[]): RecordType => ({ ...unknownType, identity: identity });

	it.each<[what: string, recordType: RecordType, record: IDataObject, row: IDataObject]>([
		["has the resource's name", courseType, { a: 1, _id: 'b' }, { courseId: 'b', a: 1 }],
		['is the best of two IDs', courseType, { id: 7, _id: 'a' }, { courseId: 'a', id__fc949a4d: 7 }],
		['is the field that identifies a record', of('b'), { a: 1, b: 2 }, { recordId: 2, a: 1 }],
		[
			'joins several fields, which keep their own columns',
			of('a', 'b'),
			{ a: 'x:y', b: '100%' },
			{ recordId: 'x%3Ay:100%25', a: 'x:y', b: '100%' },
		],
		['is missing if no record has one', unknownType, { name: 'n' }, { name: 'n' }],
	])('%s', (_what, recordType, record, row) => {
		expect(JSON.stringify(rowsOf([record], recordType))).toBe(JSON.stringify([row]));
	});
});

describe("a list's keys", () => {
	const keysOf = (records: IDataObject[]) => rowsOf(records).map(({ recordId }) => recordId);

	it.each<[what: string, records: IDataObject[], keys: unknown[]]>([
		['come from the best field that all records have', [{ id: 7 }, { _id: 'a', id: 8 }], [7, 8]],
		['come from the only ID field', [{}, { id: 8 }], ['', 8]],
		[
			'otherwise come from the best field of any record and name every other field used',
			[{ id: 7 }, { _id: 'a' }, { uuid: 'a' }, { id: 8 }],
			['id:7', 'a', 'uuid:a', 'id:8'],
		],
	])('%s', (_what, records, keys) => {
		expect(keysOf(records)).toEqual(keys);
		expect(keysOf([...records].reverse())).toEqual([...keys].reverse());
	});

	it('do not depend on an empty page', () => {
		const shape = openShape({ shape: 'row', fields: ['name'], escapeFormulas: true }, unknownType);
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

	const key = { courseId: 'a' };
	const created = { courseCreatedAt: 'c' };
	it.each<[what: string, fields: string[], row: IDataObject]>([
		['a row has a key and these fields', ['name', 'createdAt'], { ...key, name: 'A', ...created }],
		['the key comes first, no matter where it is listed', ['name', '_id'], { ...key, name: 'A' }],
		['the key can be chosen by its column name', ['name', 'courseId'], { ...key, name: 'A' }],
		[
			'a path selects a value, an object becomes one column, and a missing field is empty',
			['translations.0.name', 'policy', 'rating'],
			{ ...key, translations_0_name: 'T', policy: '{"url":"u","consent":true}', rating: '' },
		],
		[
			'a field can be chosen by its column name',
			['courseCreatedAt', 'policy_url', 'due_date__dd457a51', 'translations_0_name'],
			{ ...key, ...created, policy_url: 'u', due_date__dd457a51: 'd', translations_0_name: 'T' },
		],
		[
			'names match in any case but keep the capitalization that was entered',
			['Name', 'CREATEDAT', 'Policy_URL', 'POLICY.Consent', 'Due Date'],
			{
				...key,
				Name: 'A',
				...created,
				Policy_URL: 'u',
				POLICY_Consent__d2f996a6: true,
				Due_Date__dd68d947: 'd',
			},
		],
	])('%s', (_what, fields, row) => {
		expect(JSON.stringify(rowsOf([course], courseType, fields))).toBe(JSON.stringify([row]));
	});

	it.each<[what: string, fields: string[], record: IDataObject, row: IDataObject]>([
		['a column with that name wins over a field', ['a_b'], { a_b: 1, a: { b: 2 } }, { a_b: 2 }],
		['a field can have the name of a column', ['a_b'], { a_b: 1 }, { a_b: 1 }],
		['a field in the same case takes precedence', ['Name'], { name: 1, Name: 2 }, { Name: 2 }],
		['an object with fields has no column', ['a_b'], { a_b: 1, a: { b: { c: 2 } } }, { a_b: 1 }],
		['an empty field in the same case wins', ['name'], { name: null, Name: 2 }, { name: '' }],
		['a field with dots wins over a path', ['a.b'], { 'a.b': 1, a: { b: 2 } }, { a_b: 1 }],
	])('%s', (_what, fields, record, row) => {
		expect(rowsOf([record], unknownType, fields)).toEqual([row]);
	});

	it('fields that no record has are reported as missing', () => {
		const shaped = (records: IDataObject[]) =>
			shapePages(
				{ shape: 'row', fields: ['name', 'nmae', 'courseId', 'policy_url'] },
				[records],
				courseType,
			);
		expect(shaped([course]).missingFields).toEqual(['nmae']);
		expect(shaped([]).missingFields).toEqual([]);
	});
});

describe('text in a spreadsheet', () => {
	const MOST = 50_000;
	it.each<[what: string, text: string, kept: string]>([
		['is cut', 'x'.repeat(60_000), 'x'.repeat(MOST)],
		['is cut by one character', 'x'.repeat(MOST + 1), 'x'.repeat(MOST)],
		['is not cut at the limit', 'x'.repeat(MOST), 'x'.repeat(MOST)],
		['is cut before an emoji', `${'x'.repeat(MOST - 1)}🚀`, 'x'.repeat(MOST - 1)],
		['is cut after an emoji', `${'x'.repeat(MOST - 2)}🚀y`, `${'x'.repeat(MOST - 2)}🚀`],
		['includes the apostrophe', `'=${'x'.repeat(MOST)}`, `'=${'x'.repeat(MOST - 2)}`],
	])('%s', (_what, name, kept) => {
		const row = { name, note: 'a', number: 60_000 };
		expect(cutLongCells(row)).toEqual(name === kept ? [] : ['name']);
		expect(row).toEqual({ name: kept, note: 'a', number: 60_000 });
	});
});
