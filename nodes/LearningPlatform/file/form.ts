import {
	addNamesOf,
	escapeFormulas,
	field,
	fieldNamesOf,
	filtersOf,
	maxRetries,
	menu,
	optionsOf,
	outputs,
	readForm,
	shownFor,
	text,
	toggle,
	type FormNode,
	type ReadParameter,
} from '../form';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../failures/userFacingError';
import { formats } from './formats';

const format = menu('format', 'csv', 'Kind of file to write', formats);

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
			'Enter the name of the output field to put the file in, e.g. "data".',
		);
	},
);

const shownForFormats = (...format: (keyof typeof formats)[]) => ({
	displayOptions: { show: { '/format': format } },
});

const isCsv = shownForFormats('csv');

const addByteOrderMark = toggle({
	name: 'addByteOrderMark',
	default: true,
	description:
		'Whether to start the file with a mark that makes Excel read it as UTF-8. Without the mark, Excel garbles accented letters.',
	...isCsv,
});

/** Field names or paths; empty for all fields. */
const columns = fieldNamesOf({
	displayName: 'Columns',
	name: 'columns',
	type: 'string',
	default: '',
	placeholder: 'e.g. _id, name',
	description:
		'Comma-separated names of the fields to write, in column order. Use dots for nested values. By default, the file has all fields from the first page, plus a last column, "otherFields", for fields that appear later.',
	displayOptions: { show: { '/output': ['raw'] } },
});

const headerInWords = toggle({
	name: 'headerInWords',
	default: true,
	description:
		'Whether to write column names and statuses in words, and lists as text. For example, completedAt becomes "Completed At", and userName becomes "Learner Name". JSON Lines always keeps the service\'s names and values.',
	displayName: 'Column Names in Words',
	...shownForFormats('csv', 'xlsx'),
	ifLeftOut: false,
});

const compress = toggle({
	name: 'compress',
	default: false,
	description:
		'Whether to compress the file with gzip, which makes it several times smaller. The file name then ends with ".gz".',
	...shownForFormats('csv', 'jsonl'),
});

const convertDates = toggle({
	name: 'convertDates',
	default: true,
	description:
		"Whether to turn text such as 2026-01-31T09:30:00.000Z into Excel dates, which you can sort, filter, and use in formulas. The dates are in the workflow's time zone. n8n's Extract From File node reads the dates as numbers.",
	...shownForFormats('xlsx'),
});

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' };

const delimiter = menu(
	'delimiter',
	'comma',
	'Character that separates the fields in a row',
	{ comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' },
	isCsv,
	'comma',
);

/** Returns the first part of a default file name. */
function stemOf({ isComputed, list, plural }: Resource): string {
	return isComputed && list !== undefined ? list : plural.replaceAll(' ', '-');
}

export const fileForm = (resource: Resource) => ({
	format,
	fileName: field(
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: `e.g. ${stemOf(resource)}.csv or ${stemOf(resource)}.xlsx`,
			description:
				'Name of the file. By default, the name consists of the resource and the date. Characters that are not allowed in file names become hyphens.',
		},
		text,
	),
	binaryPropertyName,
	output: outputs.file,
	filters: filtersOf(resource),
	options: optionsOf({
		addByteOrderMark,
		addNames: addNamesOf(resource),
		columns,
		compress,
		convertDates,
		delimiter,
		escapeFormulas: shownFor(isCsv.displayOptions.show, escapeFormulas),
		headerInWords,
		maxRetries,
	}),
});

/** @throws UserFacingError that names the first invalid field */
export function readFileForm(resource: Resource, parameter: ReadParameter, node: FormNode) {
	const { options, ...file } = readForm(fileForm(resource), parameter, node);
	// n8n keeps options that were set for a different format or output. A workbook is already compressed.
	const compress = file.format !== 'xlsx' && options.compress;
	const columns = file.output.shape === 'raw' ? options.columns : [];
	const delimiter = DELIMITERS[options.delimiter];
	const listName = resource.list === undefined ? undefined : stemOf(resource);
	return { ...file, ...options, delimiter, columns, compress, listName };
}
