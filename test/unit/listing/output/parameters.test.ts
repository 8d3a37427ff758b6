import { readOutput } from '../../../../nodes/LearningPlatform/listing/output';

const choiceOf = (parameters: Record<string, unknown>) =>
	readOutput((name, fallback) => parameters[name] ?? fallback);

it('a workflow from before there was a choice gets its records as they came', () => {
	expect(choiceOf({})).toEqual({ kind: 'raw', fields: [], escapeFormulas: true });
});

it.each([
	['raw', 'raw'],
	['simplified', 'simplified'],
	['row', 'row'],
	[' Row ', 'row'],
	['Simplified', 'simplified'],
])('%j is the output %s', (output, kind) => {
	expect(choiceOf({ output }).kind).toBe(kind);
});

it.each(['selected', 'Selected Fields'])('%j is the output selected', (output) => {
	expect(choiceOf({ output, outputFields: 'name' }).kind).toBe('selected');
});

it.each([['table'], [''], [7], [null], ['constructor']])('%j is no output', (output) => {
	expect(() => readOutput((name) => (name === 'output' ? output : undefined))).toThrow(
		'Output must be raw, simplified, selected, or row',
	);
});

describe('Output Fields', () => {
	it.each(['selected', 'row'])('are read for the output %s', (output) => {
		expect(choiceOf({ output, outputFields: 'name, a.0.b' }).fields).toEqual(['name', 'a.0.b']);
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
	});
});

it('formulas are run only when that is asked for', () => {
	expect(choiceOf({ output: 'row', options: { escapeFormulas: false } }).escapeFormulas).toBe(
		false,
	);
	expect(choiceOf({ output: 'row', options: {} }).escapeFormulas).toBe(true);
});
