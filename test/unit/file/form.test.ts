import { readFileForm } from '../../../nodes/LearningPlatform/file/form';
import { course, entered, nodeWith } from '../form/entered';

const parametersOf = (parameters: Record<string, unknown>) =>
	readFileForm(course, entered(parameters), nodeWith());
const options = (given: Record<string, unknown>) => parametersOf({ options: given });

it('without a choice it is a CSV file that Excel reads, with all columns', () => {
	expect(parametersOf({})).toEqual({
		format: 'csv',
		compress: false,
		fileName: '',
		binaryPropertyName: 'data',
		output: { kind: 'raw', fields: [] },
		columns: [],
		delimiter: ',',
		addByteOrderMark: true,
		addNames: [],
		escapeFormulas: true,
		headerInWords: false,
		filters: { filters: [], nameContains: '' },
		maxRetries: 4,
		convertDates: true,
	});
});

it('what is left in Columns does not matter for another output', () => {
	const parameters = { output: 'row', options: { columns: '_id' } };
	expect(parametersOf(parameters)).toMatchObject({ output: { kind: 'row' }, columns: [] });
});

it.each([
	['comma', ','],
	['semicolon', ';'],
	['tab', '\t'],
	[null, ','],
])('Delimiter %j is %j', (delimiter, character) => {
	expect(options({ delimiter }).delimiter).toBe(character);
});

it.each([
	['csv', true],
	['jsonl', true],
	// Whoever changed the format may have left the option behind.
	['xlsx', false],
])('a file of the format %s can be compressed: %j', (format, compress) => {
	expect(parametersOf({ format, options: { compress: true } }).compress).toBe(compress);
});

it('the field for the file must have a name', () => {
	expect(() => parametersOf({ binaryPropertyName: '  ' })).toThrow(
		'Output Data Field Name is empty',
	);
});
