import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { writeFiles } from '../export';
import {
	escapeFormulas,
	filtersField,
	maxRetries,
	optionsField,
	splitByFields,
} from '../listing/fields';
import type { Resource } from '../resources';
import type { Operation } from './operation';

const showForCsv: IDisplayOptions = { show: { '/format': ['csv'] } };

const addByteOrderMark: INodeProperties = {
	displayName: 'Add Byte Order Mark',
	name: 'addByteOrderMark',
	type: 'boolean',
	default: true,
	description:
		'Whether to start the file with a mark by which Excel knows that it is UTF-8. Without it Excel garbles accents.',
	displayOptions: showForCsv,
};

const columns: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'string',
	default: '',
	placeholder: 'e.g. _id, name',
	description:
		'Names of the fields to write, in this order, separated by commas. Dots lead into nested values. By default all fields of the first page are written, and further fields go into a last column "otherFields".',
};

const compress: INodeProperties = {
	displayName: 'Compress',
	name: 'compress',
	type: 'boolean',
	default: false,
	description:
		'Whether to compress the file with gzip, which makes it several times smaller. Its name then ends with ".gz".',
	displayOptions: { show: { '/format': ['csv', 'jsonl'] } },
};

const convertDates: INodeProperties = {
	displayName: 'Convert Dates',
	name: 'convertDates',
	type: 'boolean',
	default: false,
	description:
		"Whether to turn texts such as 2026-01-31T09:30:00.000Z into Excel's dates, which sort, filter and calculate. They are in the workflow's time zone, without milliseconds on display; dates before March 1900 stay text. n8n's Extract From File reads such dates as numbers.",
	displayOptions: { show: { '/format': ['xlsx'] } },
};

const delimiter: INodeProperties = {
	displayName: 'Delimiter',
	name: 'delimiter',
	type: 'options',
	default: 'comma',
	description: 'Character between the fields of a row',
	displayOptions: showForCsv,
	options: [
		{ name: 'Comma', value: 'comma' },
		{ name: 'Semicolon', value: 'semicolon' },
		{ name: 'Tab', value: 'tab' },
	],
};

const escapeFormulasInCsv: INodeProperties = { ...escapeFormulas, displayOptions: showForCsv };

const recordsPerFile: INodeProperties = {
	displayName: 'Records per File',
	name: 'recordsPerFile',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'How many records a file has at most. A longer list becomes several files, an item each, whose names end with -001, -002 and so on. 0 writes all records into one file.',
};

/** The operation Export to File: n8n's routes end in items, and this one ends in a file. */
export const exportToFile: Operation = {
	name: 'Export to File',
	value: 'export',
	option: ({ plural }) => ({
		action: `Export ${plural} to file`,
		description: `Write all ${plural}, optionally filtered, into a CSV, Excel or JSON Lines file of any size`,
		// Tools hand text to a model, and most of n8n's tools run routes only.
		displayOptions: { hide: { '@tool': [true] } },
	}),
	fields: (resource) => [
		...fileFields(resource),
		filtersField(resource),
		optionsField([
			addByteOrderMark,
			columns,
			compress,
			convertDates,
			delimiter,
			escapeFormulasInCsv,
			maxRetries,
			recordsPerFile,
			...splitByFields(resource),
		]),
	],
	execute: (resource) =>
		async function () {
			return await writeFiles(this, resource);
		},
};

function fileFields({ plural }: Resource): INodeProperties[] {
	return [
		{
			displayName: 'Format',
			name: 'format',
			type: 'options',
			default: 'csv',
			description: 'What kind of file to write',
			options: [
				{ name: 'CSV', value: 'csv', description: 'A table for spreadsheets, with a header row' },
				{
					name: 'Excel (XLSX)',
					value: 'xlsx',
					description: 'A workbook in which texts stay texts and numbers are numbers',
				},
				{ name: 'JSON Lines', value: 'jsonl', description: 'One JSON object for each record' },
			],
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: `e.g. ${plural}-2026-01-31.csv`,
			description: 'Name of the file. Made from resource and date when empty.',
		},
		{
			displayName: 'Output Data Field Name',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the output field to put the file in',
		},
	];
}
