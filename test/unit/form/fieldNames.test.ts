import { fieldNames } from '../../../nodes/LearningPlatform/form/values';

const namesIn = (columns: unknown) => fieldNames(columns, { displayName: 'Columns' });

describe('names of fields', () => {
	it.each([
		['names with commas between', '_id,name', ['_id', 'name']],
		['names with spaces around', ' _id ,  first name ', ['_id', 'first name']],
		['names on lines of their own', '_id\nname\r\nstatus', ['_id', 'name', 'status']],
		['a comma too many', ',_id,,name,', ['_id', 'name']],
		['a name twice', 'name,_id,name', ['name', '_id']],
		['a name with a comma', '"Last, first", _id', ['Last, first', '_id']],
		['a name with a quotation mark', 'a, "the ""new"", old"', ['a', 'the "new", old']],
		['a name with quotation marks in it', 'size "L", _id', ['size "L"', '_id']],
		['a name whose quotation mark is left open', '"a, b', ['"a', 'b']],
		['a list from an expression with a comma in a name', ['Last, first'], ['Last, first']],
		['a list from an expression', ['_id', 'a.0.b'], ['_id', 'a.0.b']],
		['nothing', '', []],
		['nothing, from an expression', null, []],
	])('can be %s', (_what, columns, names) => {
		expect(namesIn(columns)).toEqual(names);
	});

	it.each([
		['a number', 7],
		['an object', { name: true }],
		['a list with something else', ['_id', 7]],
	])('cannot be %s', (_what, columns) => {
		expect(() => namesIn(columns)).toThrow('Columns is not a list of field names');
	});
});
