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

/** The text as UTF-8, in one chunk for each page. */
export async function* toChunks(
	{ head, line }: FileText,
	pages: AsyncIterable<{ records: IDataObject[] }>,
): AsyncGenerator<Buffer, void> {
	yield Buffer.from(head);
	for await (const { records } of pages) yield Buffer.from(records.map(line).join(''));
}
