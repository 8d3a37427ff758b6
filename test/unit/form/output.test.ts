import { checkOutputFields, output as field } from '../../../nodes/LearningPlatform/form';
import { entered, nodeWith } from './entered';

const choiceOf = (parameters: Record<string, unknown>) =>
	field.read(entered(parameters), nodeWith());

it('a workflow from before there was a choice gets its records as they came', () => {
	expect(choiceOf({})).toEqual({ kind: 'raw', fields: [] });
});

it.each([
	['row', 'row'],
	[' Selected Fields', 'selected'],
])('%j is the output %s', (output, kind) => {
	expect(choiceOf({ output, outputFields: 'name' }).kind).toBe(kind);
});

it.each([['table'], [''], [null]])('%j is no output', (output) => {
	expect(() => choiceOf({ output })).toThrow('Output must be raw, simplified, selected, or row');
});

describe('Output Fields', () => {
	it.each([
		['no record', 'pathName', 'courses/stats', true],
		['a list without its ID', 'pathName', 'users', false],
	])('that stand beside an ID which %s has belong to the list or not', (_who, name, path, is) => {
		const check = () => {
			checkOutputFields([name], path);
		};
		if (is) expect(check).not.toThrow();
		else expect(check).toThrow('which belong to other lists');
	});

	it.each(['selected', 'row'])('are read for the output %s', (output) => {
		expect(choiceOf({ output, outputFields: 'name, a.0.b' }).fields).toEqual(['name', 'a.0.b']);
	});

	it.each([
		['from the list alone', { outputFieldsFromList: ['status', 'name'] }, ['status', 'name']],
		[
			'from the list first, then those that were typed, each of them once',
			{ outputFieldsFromList: ['status', 'name'], outputFields: 'a.0.b, status' },
			['status', 'name', 'a.0.b'],
		],
		['from an expression in place of the list', { outputFieldsFromList: 'a, b' }, ['a', 'b']],
	])('can come %s', (_whence, parameters, fields) => {
		expect(choiceOf({ output: 'selected', ...parameters }).fields).toEqual(fields);
	});

	it.each(['raw', 'simplified'])('count for nothing with the output %s', (output) => {
		expect(choiceOf({ output, outputFields: { any: 'thing' } }).fields).toEqual([]);
	});

	it('must not be empty for Selected Fields', () => {
		expect(() => choiceOf({ output: 'selected', outputFields: ' , ' })).toThrow(
			'Output Fields is empty',
		);
	});

	it('may be empty for Row, which has all columns then', () => {
		expect(choiceOf({ output: 'row', outputFields: '' }).fields).toEqual([]);
	});

	it('must be names', () => {
		expect(() => choiceOf({ output: 'row', outputFields: [7] })).toThrow(
			'Output Fields is not a list of field names',
		);
		expect(() => choiceOf({ output: 'row', outputFieldsFromList: [7] })).toThrow(
			'Output Fields From List is not a list of field names',
		);
	});
});
