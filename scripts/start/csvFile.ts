import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { stringify } from 'csv-stringify';
import type { IDataObject } from 'n8n-workflow';

/**
 * Writes records as CSV (RFC 4180) with a header row: a column for every field that any record has,
 * in order of appearance; lists and objects as JSON.
 */
export async function writeCsvFile(file: string, records: IDataObject[]): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
	const rows = records.map((record) => fields.map((field) => record[field]));
	const csv = stringify({ record_delimiter: 'windows', cast: { boolean: String } });
	await pipeline(Readable.from([fields, ...rows]), csv, createWriteStream(file));
}
