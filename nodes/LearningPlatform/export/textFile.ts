import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../transport/pages';
import { fieldNames } from './columns';

/** A file as a text that is made record by record. */
export interface TextFile {
	/** What the file has of each record, in order. */
	columns: string[];
	/** Fields that turned up when `columns` were decided already, as far as the file is written. */
	otherFields: ReadonlySet<string>;
	/** What comes before the first record. */
	head: string;
	/** A record with its end of line. */
	line: (record: IDataObject) => string;
}

/**
 * Records whose text becomes one chunk: with whole pages, n8n would hold far more memory that is waiting to be
 * cleared away.
 */
const RECORDS_A_CHUNK = 50;

/** The text as UTF-8, in chunks of a few records. */
export async function* toChunks(
	{ head, line }: TextFile,
	pages: AsyncIterable<{ records: IDataObject[] }>,
): AsyncGenerator<Buffer, void> {
	yield Buffer.from(head);
	for await (const { records } of pages) {
		for (let from = 0; from < records.length; from += RECORDS_A_CHUNK) {
			const lines = records.slice(from, from + RECORDS_A_CHUNK).map(line);
			yield Buffer.from(lines.join(''));
		}
	}
}

/** A list of which the beginning has been read. */
export interface StartedList {
	/** The fields of the first page that has records. */
	fields: string[];
	/** Whether there is another page after it. */
	hasMore: boolean;
	/** All pages, from the first. */
	pages: AsyncGenerator<Page, void>;
}

/**
 * Reads a list as far as it must be known before the first line of a file can be written: to the first page
 * with records and one page on. So a list that fails at once never gets as far as a file.
 *
 * @throws what `pages` throws
 */
export async function startList(pages: AsyncGenerator<Page, void>): Promise<StartedList> {
	const read: Page[] = [];
	let fields: string[] | undefined;
	let hasMore = false;
	while (!hasMore) {
		const next = await pages.next();
		if (next.done) break;
		read.push(next.value);
		if (fields) hasMore = true;
		else if (next.value.records.length > 0) fields = fieldNames(next.value.records);
	}
	return { fields: fields ?? [], hasMore, pages: replay(read, pages) };
}

/** Lets go of each page as it is handed out. */
async function* replay(read: Page[], rest: AsyncGenerator<Page, void>): AsyncGenerator<Page, void> {
	for (let page = read.shift(); page; page = read.shift()) yield page;
	yield* rest;
}
