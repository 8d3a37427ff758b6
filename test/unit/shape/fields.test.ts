import type { IDataObject } from 'n8n-workflow';

import type { RecordType } from '../../../nodes/LearningPlatform/shape';
import { shapePages, unknownType, courseType } from './shapes';
import { resources } from '../../../nodes/LearningPlatform/catalog/resources';

const select = (fields: string[], records: IDataObject[], recordType: RecordType = unknownType) =>
	shapePages({ shape: 'selected', fields }, [records], recordType);

describe('a record has', () => {
	const record = {
		_id: 'a',
		name: 'A',
		author: { name: 'Ada' },
		'a.b': 1,
		a: { b: 2 },
		note: null,
	};

	it.each<[what: string, fields: string[], selected: IDataObject]>([
		['its ID before the requested fields', ['name'], { _id: 'a', name: 'A' }],
		['its ID in the requested position', ['name', '_id'], { name: 'A', _id: 'a' }],
		['no inherited property', ['constructor', 'toString'], { _id: 'a' }],
	])('%s', (_what, fields, selected) => {
		expect(JSON.stringify(select(fields, [record]).records)).toBe(JSON.stringify([selected]));
	});

	it('all the fields that identify it', () => {
		const recordType = { ...unknownType, identity: ['userId', 'role'] };
		const { records } = select(
			['since'],
			[{ since: 1, role: 'r', userId: 'u', more: 2 }],
			recordType,
		);
		expect(records).toEqual([{ userId: 'u', role: 'r', since: 1 }]);
	});

	it('a field named "__proto__"', () => {
		const { records } = select(['__proto__'], [JSON.parse('{"__proto__":1}') as IDataObject]);
		expect(JSON.stringify(records)).toBe('[{"__proto__":1}]');
	});
});

it('a field is reported as missing if no record has it, unless the list is empty', () => {
	const records = [{ name: 'A' }, { code: null }];
	expect(select(['name', 'nmae', 'code', 'a.b'], records).missingFields).toEqual(['nmae', 'a.b']);
	expect(select(['name'], []).missingFields).toEqual([]);
});

const simplify = (records: IDataObject[], recordType: RecordType = unknownType) =>
	shapePages({ shape: 'simplified' }, [records], recordType).records;

it.each(resources)('a simplified $value has at most ten fields, all documented', (resource) => {
	expect(resource.simplified.length).toBeLessThanOrEqual(10);
	expect(resource.catalogFields).toEqual(expect.arrayContaining([...resource.simplified]));
	if (resource.list) expect(resource.catalogFields[0]).toBe('_id');
});

it('a simplified course has its most important fields in a fixed order and omits missing fields', () => {
	const course = { translations: [], status: 'published', description: 'long', _id: 'a' };
	expect(JSON.stringify(simplify([course], courseType))).toBe('[{"_id":"a","status":"published"}]');
});

it('a simplified course keeps its ID even if the ID field is not _id', () => {
	expect(simplify([{ name: 'A', id: 7, uuid: 'x' }], courseType)).toEqual([{ id: 7, name: 'A' }]);
});

describe('a simplified record in an unknown list has', () => {
	const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, at]));

	it('its first ten flat fields, starting with the ID', () => {
		expect(JSON.stringify(simplify([{ ...many, list: [], _id: 'a' }]))).toBe(
			'[{"_id":"a","f0":0,"f1":1,"f2":2,"f3":3,"f4":4,"f5":5,"f6":6,"f7":7,"f8":8}]',
		);
	});

	it('strings, numbers, booleans, and null, but no lists or objects', () => {
		const flat = { a: 'x', b: 0, c: false, d: null };
		expect(simplify([{ ...flat, e: [1], f: { g: 1 } }])).toEqual([flat]);
	});

	it('the same ten fields as all other records', () => {
		const records = [
			{ _id: 'a', ...many },
			{ _id: 'b', late: 1, f11: 2, f0: 3 },
		];
		expect(simplify(records)[1]).toEqual({ _id: 'b', f0: 3 });
	});

	it('ten fields, even if its ID comes after ten others', () => {
		const [, record = {}] = simplify([many, { ...many, _id: 'b' }]);
		expect(Object.keys(record).join()).toBe('_id,f0,f1,f2,f3,f4,f5,f6,f7,f8');
	});

	it('fields from later records up to a total of ten', () => {
		expect(simplify([{ _id: 'a' }, { _id: 'b', name: 'B' }])).toStrictEqual([
			{ _id: 'a' },
			{ _id: 'b', name: 'B' },
		]);
	});

	it('the fields that identify it first', () => {
		const recordType = { ...unknownType, identity: ['userId', 'role'] };
		expect(JSON.stringify(simplify([{ since: 1, role: 'r', userId: 'u' }], recordType))).toBe(
			'[{"userId":"u","role":"r","since":1}]',
		);
	});

	it('the IDs from its path in addition to ten fields', () => {
		const recordType = { ...unknownType, pathIds: { groupId: 'g' } };
		expect(JSON.stringify(simplify([{ _id: 'a', groupId: 'g', ...many }], recordType))).toBe(
			'[{"_id":"a","groupId":"g","f0":0,"f1":1,"f2":2,"f3":3,"f4":4,"f5":5,"f6":6,"f7":7,"f8":8}]',
		);
	});

	it('a field named "__proto__"', () => {
		expect(JSON.stringify(simplify([JSON.parse('{"__proto__":1}') as IDataObject]))).toBe(
			'[{"__proto__":1}]',
		);
	});
});
