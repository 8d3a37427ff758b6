import {
	addNamesOf,
	boolean,
	escapeFormulas,
	field,
	fieldNamesOf,
	filtersOf,
	maxRetries,
	menuField,
	optionsOf,
	outputOfFile,
	readForm,
	shownFor,
	text,
	wholeNumber,
	type FormNode,
	type ReadParameter,
} from '../form';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { stemOf } from './files';
import { formatNames, formats } from './formats';

const format = menuField({
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'csv',
	description: 'What kind of file to write',
	options: formatNames.map((value) => {
		const { name, description } = formats[value];
		return { name, value, description };
	}),
});

const fileNameField = (resource: Resource) =>
	field(
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: `e.g. ${stemOf(resource)}.csv or ${stemOf(resource)}.xlsx`,
			description:
				'Name of the file. Made from the resource and the date when empty. What cannot be in the name of a file becomes a hyphen.',
		},
		text,
	);

const binaryPropertyName = field(
	{
		displayName: 'Output Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output field to put the file in',
	},
	(entered) => {
		const name = text(entered);
		if (name !== '') return name;
		throw new UserFacingError(
			'Output Data Field Name is empty',
			'Enter the name of the field that the file goes into, e.g. "data".',
		);
	},
);

const isCsv = { '/format': ['csv'] };

const addByteOrderMark = field(
	{
		displayName: 'Add Byte Order Mark',
		name: 'addByteOrderMark',
		type: 'boolean',
		default: true,
		description:
			'Whether to start the file with a mark by which Excel knows that it is UTF-8. Without it Excel garbles accents.',
		displayOptions: { show: isCsv },
	},
	boolean,
);

/** Paths; none for all fields. */
const columns = fieldNamesOf({
	displayName: 'Columns',
	name: 'columns',
	type: 'string',
	default: '',
	placeholder: 'e.g. _id, name',
	description:
		'With All Fields as Output: names of the fields to write, in this order, separated by commas. Dots lead into nested values. By default all fields of the first page are written, and further fields go into a last column "otherFields".',
	displayOptions: { show: { '/output': ['raw'] } },
});

const headerInWords = field(
	{
		displayName: 'Column Names in Words',
		name: 'headerInWords',
		type: 'boolean',
		default: true,
		description:
			'Whether to name columns in words, such as "Completed At" for completedAt and "Learner Name" for userName. JSON Lines always has the names of the fields.',
		displayOptions: { show: { '/format': ['csv', 'xlsx'] } },
	},
	boolean,
	false,
);

const compress = field(
	{
		displayName: 'Compress',
		name: 'compress',
		type: 'boolean',
		default: false,
		description:
			'Whether to compress the file with gzip, which makes it several times smaller. Its name then ends with ".gz".',
		displayOptions: { show: { '/format': formatNames.filter((name) => formats[name].takesGzip) } },
	},
	boolean,
);

const convertDates = field(
	{
		displayName: 'Convert Dates',
		name: 'convertDates',
		type: 'boolean',
		default: true,
		description:
			"Whether to turn texts such as 2026-01-31T09:30:00.000Z into Excel's dates, which sort, filter and calculate. They are in the workflow's time zone, without milliseconds on display; days in other fields than dates, such as names, stay text, as do dates before March 1900. n8n's Extract From File reads such dates as numbers.",
		displayOptions: { show: { '/format': ['xlsx'] } },
	},
	boolean,
);

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' };

const delimiter = menuField(
	{
		displayName: 'Delimiter',
		name: 'delimiter',
		type: 'options',
		default: 'comma',
		description: 'Character between the fields of a row',
		options: [
			{ name: 'Comma', value: 'comma' },
			{ name: 'Semicolon', value: 'semicolon' },
			{ name: 'Tab', value: 'tab' },
		],
		displayOptions: { show: isCsv },
	},
	'comma',
);

/** Infinity for one file with all of them. */
const recordsPerFile = field(
	{
		displayName: 'Records per File',
		name: 'recordsPerFile',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'How many records a file has at most. A longer list becomes several files, an item each, whose names end with -001, -002 and so on. 0 writes all records into one file.',
	},
	(entered, property) => wholeNumber(entered ?? property.default, property) || Infinity,
);

export const fileForm = (resource: Resource) => ({
	format,
	fileName: fileNameField(resource),
	binaryPropertyName,
	output: outputOfFile,
	filters: filtersOf(resource),
	options: optionsOf({
		addByteOrderMark,
		addNames: addNamesOf(resource),
		columns,
		compress,
		convertDates,
		delimiter,
		escapeFormulas: shownFor(isCsv, escapeFormulas),
		headerInWords,
		maxRetries,
		recordsPerFile,
	}),
});

/** @throws UserFacingError that names the first field that cannot be used */
export function readFileForm(resource: Resource, parameter: ReadParameter, node: FormNode) {
	const { options, ...file } = readForm(fileForm(resource), parameter, node);
	// Options of another format or output may be left over.
	const compress = formats[file.format].takesGzip && options.compress;
	const columns = file.output.kind === 'raw' ? options.columns : [];
	return { ...file, ...options, delimiter: DELIMITERS[options.delimiter], columns, compress };
}
