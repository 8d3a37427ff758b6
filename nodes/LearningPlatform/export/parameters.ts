import { readFieldNames } from '../listing/fieldNames';
import type { ReadParameter } from '../listing/parameters';
import { UserFacingError } from '../transport/errors';
import type { CsvOptions } from './csv';

/** What a user chose for the file of one item. */
export interface FileParameters {
	format: 'csv' | 'jsonl';
	/** '' for a name by resource and date. */
	fileName: string;
	/** Field of the output item that gets the file. */
	binaryPropertyName: string;
	/** Paths; empty for all fields. */
	columns: string[];
	csv: CsvOptions;
}

interface FileOptions {
	addByteOrderMark?: unknown;
	columns?: unknown;
	delimiter?: unknown;
	escapeFormulas?: unknown;
}

/** By their names in the menu; an expression may give the character itself. */
const DELIMITERS: Record<string, string> = { comma: ',', semicolon: ';', tab: '\t' };

/** @throws UserFacingError that names the first field that cannot be used */
export function readFileParameters(read: ReadParameter): FileParameters {
	const options = read('options', {}) as FileOptions;
	return {
		format: readFormat(read('format', 'csv')),
		fileName: textOf(read('fileName', '')),
		binaryPropertyName: readBinaryPropertyName(read('binaryPropertyName', 'data')),
		columns: readFieldNames(options.columns ?? '', 'Columns'),
		csv: {
			delimiter: readDelimiter(options.delimiter ?? 'comma'),
			addByteOrderMark: options.addByteOrderMark !== false,
			escapeFormulas: options.escapeFormulas !== false,
		},
	};
}

function readFormat(value: unknown): 'csv' | 'jsonl' {
	if (value === 'csv' || value === 'jsonl') return value;
	throw new UserFacingError(
		'Format is neither CSV nor JSON Lines',
		'Choose one, or have the expression return "csv" or "jsonl".',
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
