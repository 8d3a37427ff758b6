import { readFileForm } from '../../../nodes/LearningPlatform/file/form';
import { course, entered, nodeWith } from '../form/entered';

const parametersOf = (parameters: Record<string, unknown>) =>
	readFileForm(course, entered(parameters), nodeWith());
const options = (given: Record<string, unknown>) => parametersOf({ options: given });

it('by default, the file is CSV for Excel with all fields', () => {
	expect(parametersOf({})).toMatchObject({
		format: 'csv',
		addByteOrderMark: true,
		escapeFormulas: true,
		headerInWords: false,
		output: { shape: 'raw', fields: [] },
		columns: [],
		convertDates: true,
	});
});

it('Columns are ignored unless Output uses them', () => {
	const parameters = { output: 'row', options: { columns: '_id' } };
	expect(parametersOf(parameters)).toMatchObject({ output: { shape: 'row' }, columns: [] });
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
	// n8n keeps the option if the user switches to another format.
	['xlsx', false],
])('Compress works with the %s format: %j', (format, compress) => {
	expect(parametersOf({ format, options: { compress: true } }).compress).toBe(compress);
});

it('an empty Output Data Field Name causes an error', () => {
	expect(() => parametersOf({ binaryPropertyName: '  ' })).toThrow(
		'Output Data Field Name is empty',
	);
});
