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
		filters: { filters: [], ownFilters: [], nameContains: '' },
		maxRetries: 4,
		splitBy: undefined,
		convertDates: true,
		recordsPerFile: Infinity,
	});
});

it('Columns are names of fields', () => {
	const chosen = { columns: 'translations.0.lang, a', columnsFromList: ['_id', 'name'] };
	expect(options(chosen).columns).toEqual(['_id', 'name', 'translations.0.lang', 'a']);
});

it('what is left in Columns does not matter for another output', () => {
	const parameters = { output: 'row', options: { columns: '_id' } };
	expect(parametersOf(parameters)).toMatchObject({ output: { kind: 'row' }, columns: [] });
});

describe('Delimiter', () => {
	it.each([
		['comma', ','],
		['semicolon', ';'],
		['tab', '\t'],
		[null, ','],
	])('%j is %j', (delimiter, character) => {
		expect(options({ delimiter }).delimiter).toBe(character);
	});

	it.each(['|', 'constructor'])('cannot be %j', (delimiter) => {
		expect(() => options({ delimiter })).toThrow('Delimiter must be comma, semicolon, or tab');
	});
});

it.each([
	[0, Infinity],
	[500, 500],
])('Records per File %j is %d', (recordsPerFile, number) => {
	expect(options({ recordsPerFile }).recordsPerFile).toBe(number);
});

it('Records per File cannot be below 0', () => {
	expect(() => options({ recordsPerFile: -1 })).toThrow(
		'Records per File must be a whole number of at least 0',
	);
});

it('what is on or off may be given as text', () => {
	const options = {
		addByteOrderMark: 'no',
		compress: 'true',
		convertDates: 'no',
		escapeFormulas: 'false',
		headerInWords: 'yes',
	};
	expect(parametersOf({ format: 'csv', options })).toMatchObject({
		compress: true,
		convertDates: false,
		addByteOrderMark: false,
		escapeFormulas: false,
		headerInWords: true,
	});
});

it.each([
	['csv', true],
	['jsonl', true],
	// Whoever changed the format may have left the option behind.
	['xlsx', false],
])('a file of the format %s can be compressed: %j', (format, compress) => {
	expect(parametersOf({ format, options: { compress: true } }).compress).toBe(compress);
});

it.each([
	['format', 'xls', 'Format must be csv, xlsx, or jsonl'],
	['binaryPropertyName', '  ', 'Output Data Field Name is empty'],
])('%s cannot be %j', (name, value, message) => {
	expect(() => parametersOf({ [name]: value })).toThrow(message);
});

it('names are trimmed', () => {
	const parameters = { fileName: ' all.csv\n', binaryPropertyName: ' file ' };
	expect(parametersOf(parameters)).toMatchObject({
		fileName: 'all.csv',
		binaryPropertyName: 'file',
	});
});
