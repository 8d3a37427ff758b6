import type { IDataObject } from 'n8n-workflow';

/** A file as a text that is made record by record. */
export interface FileText {
	/** What the file has of each record, in order. */
	columns: string[];
	/** Fields that turned up when `columns` were decided already, as far as the file is written. */
	otherFields: ReadonlySet<string>;
	/** What comes before the first record. */
	head: string;
	/** A record with its end of line. */
	line: (record: IDataObject) => string;
}

/** Which columns a file gets. */
export interface ColumnPlan {
	/** What the user asked for, as paths; nothing for all fields. */
	paths: string[];
	/** The fields of the first page. */
	fields: string[];
	/** Whether other pages come behind it, with fields that nobody knows yet. */
	hasMore: boolean;
}

/**
 * Records whose text becomes one chunk: with whole pages, n8n would hold far more memory that is waiting to be
 * cleared away.
 */
const RECORDS_A_CHUNK = 50;

/** The text as UTF-8, in chunks of a few records. */
export async function* toChunks(
	{ head, line }: FileText,
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
