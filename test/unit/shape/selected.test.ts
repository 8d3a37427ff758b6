import type { IDataObject } from 'n8n-workflow';

import type { RecordKind } from '../../../nodes/LearningPlatform/shape';
import { shapePages, unknownKind } from './shapes';

const select = (fields: string[], records: IDataObject[], kind: RecordKind = unknownKind) =>
	shapePages({ kind: 'selected', fields }, [records], kind);

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
		['the fields that were named, and its ID first', ['name'], { _id: 'a', name: 'A' }],
		['its ID where it was named', ['name', '_id'], { name: 'A', _id: 'a' }],
		['what a path leads to, by the path', ['author.name'], { _id: 'a', 'author.name': 'Ada' }],
		['whole objects', ['author'], { _id: 'a', author: { name: 'Ada' } }],
		['a field with a dot before a path', ['a.b'], { _id: 'a', 'a.b': 1 }],
		['null as it came', ['note'], { _id: 'a', note: null }],
		['nothing for a field that it lacks', ['missing'], { _id: 'a' }],
		['nothing that every object has', ['constructor', 'toString'], { _id: 'a' }],
	])('%s', (_what, fields, selected) => {
		expect(JSON.stringify(select(fields, [record]).records)).toBe(JSON.stringify([selected]));
	});

	it('all the fields that identify it', () => {
		const kind = { ...unknownKind, idFields: ['userId', 'role'] };
		const { records } = select(['since'], [{ since: 1, role: 'r', userId: 'u', more: 2 }], kind);
		expect(records).toEqual([{ userId: 'u', role: 'r', since: 1 }]);
	});

	it('what is called "__proto__"', () => {
		const { records } = select(['__proto__'], [JSON.parse('{"__proto__":1}') as IDataObject]);
		expect(JSON.stringify(records)).toBe('[{"__proto__":1}]');
	});
});

describe('a field is missing', () => {
	it('when no record has it', () => {
		const records = [
			{ _id: 'a', name: 'A' },
			{ _id: 'b', code: null },
		];
		expect(select(['name', 'nmae', 'code', 'a.b'], records).missingFields).toEqual(['nmae', 'a.b']);
	});

	it('never in an empty list, of which nobody knows the fields', () => {
		expect(select(['name'], []).missingFields).toEqual([]);
	});
});
