import { readFileParameters } from '../../../nodes/LearningPlatform/export/parameters';

const parametersOf = (parameters: Record<string, unknown>) =>
	readFileParameters((name, fallback) => (name in parameters ? parameters[name] : fallback));
const options = (given: Record<string, unknown>) => parametersOf({ options: given });

it('without a choice it is a CSV file that Excel reads, with all columns', () => {
	expect(parametersOf({})).toEqual({
		format: 'csv',
		compress: false,
		fileName: '',
		binaryPropertyName: 'data',
		columns: [],
		csv: { delimiter: ',', addByteOrderMark: true, escapeFormulas: true },
		convertDates: false,
		recordsPerFile: Infinity,
	});
});

it('Columns are names of fields', () => {
	expect(options({ columns: '_id, name' }).columns).toEqual(['_id', 'name']);
	expect(() => options({ columns: 7 })).toThrow('Columns is not a list of field names');
});

describe('Delimiter', () => {
	it.each([
		['comma', ','],
		['semicolon', ';'],
		['tab', '\t'],
		[';', ';'],
		['\t', '\t'],
	])('%j is %j', (delimiter, character) => {
		expect(options({ delimiter }).csv.delimiter).toBe(character);
	});

	it.each(['|', '', '";', 'constructor', 7])('cannot be %j', (delimiter) => {
		expect(() => options({ delimiter })).toThrow('Delimiter is not one of those');
	});
});

it.each([
	[0, Infinity],
	[500, 500],
	['500', 500],
])('Records per File %j is %d', (recordsPerFile, number) => {
	expect(options({ recordsPerFile }).recordsPerFile).toBe(number);
});

it.each([-1, 1.5, 'many', true])('Records per File cannot be %j', (recordsPerFile) => {
	expect(() => options({ recordsPerFile })).toThrow(
		'Records per File must be a whole number of at least 0',
	);
});

it.each(['addByteOrderMark', 'escapeFormulas'] as const)('%s can be turned off', (option) => {
	expect(options({ [option]: false }).csv[option]).toBe(false);
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
	['format', 'xls', 'Format is not one of those that can be written'],
	['format', undefined, 'Format is not one of those that can be written'],
	['binaryPropertyName', '  ', 'Output Data Field Name is empty'],
	['binaryPropertyName', undefined, 'Output Data Field Name is empty'],
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
