import { readFieldNames } from '../listing/fieldNames';
import { readWholeNumber, type ReadParameter } from '../listing/parameters';
import { UserFacingError } from '../transport/errors';
import type { CsvOptions } from './csv';

export type Format = 'csv' | 'jsonl' | 'xlsx';

/** What a user chose for the file of one item. */
export interface FileParameters {
	format: Format;
	/** Whether the file goes through gzip; never for a workbook, which is compressed by itself. */
	compress: boolean;
	/** '' for a name by resource and date. */
	fileName: string;
	/** Field of the output item that gets the file. */
	binaryPropertyName: string;
	/** Paths; empty for all fields. */
	columns: string[];
	csv: CsvOptions;
	/** Whether dates in a workbook are dates, or else texts. */
	convertDates: boolean;
	/** Infinity for one file with all of them. */
	recordsPerFile: number;
}

interface FileOptions {
	addByteOrderMark?: unknown;
	columns?: unknown;
	compress?: unknown;
	convertDates?: unknown;
	delimiter?: unknown;
	escapeFormulas?: unknown;
	recordsPerFile?: unknown;
}

/** By their names in the menu; an expression may give the character itself. */
const DELIMITERS: Record<string, string> = { comma: ',', semicolon: ';', tab: '\t' };

/** @throws UserFacingError that names the first field that cannot be used */
export function readFileParameters(read: ReadParameter): FileParameters {
	const options = read('options', {}) as FileOptions;
	const format = readFormat(read('format', 'csv'));
	return {
		format,
		compress: format !== 'xlsx' && options.compress === true,
		fileName: textOf(read('fileName', '')),
		binaryPropertyName: readBinaryPropertyName(read('binaryPropertyName', 'data')),
		columns: readFieldNames(options.columns ?? '', 'Columns'),
		csv: {
			delimiter: readDelimiter(options.delimiter ?? 'comma'),
			addByteOrderMark: options.addByteOrderMark !== false,
			escapeFormulas: options.escapeFormulas !== false,
		},
		convertDates: options.convertDates === true,
		recordsPerFile: readRecordsPerFile(options.recordsPerFile ?? 0),
	};
}

function readRecordsPerFile(value: unknown): number {
	const limits = { name: 'Records per File', min: 0, max: Number.MAX_SAFE_INTEGER };
	return readWholeNumber(value, limits) || Infinity;
}

function readFormat(value: unknown): Format {
	if (value === 'csv' || value === 'jsonl' || value === 'xlsx') return value;
	throw new UserFacingError(
		'Format is not one of those that can be written',
		'Choose one, or have the expression return "csv", "xlsx" or "jsonl".',
	);
}

function readBinaryPropertyName(value: unknown): string {
	const name = textOf(value);
	if (name !== '') return name;
	throw new UserFacingError(
		'Output Data Field Name is empty',
		'Enter the name of the field that the file goes into, e.g. "data".',
	);
}

function readDelimiter(value: unknown): string {
	const delimiter = DELIMITERS[String(value)] ?? value;
	if (Object.values(DELIMITERS).some((known) => known === delimiter)) return delimiter as string;
	throw new UserFacingError(
		'Delimiter is not one of those that can be used',
		'Choose one, or have the expression return "comma", "semicolon" or "tab".',
	);
}

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
