import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Progress } from '../listing/listError';
import { readFilterQuery, readMaxRetries, type ReadParameter } from '../listing/parameters';
import { readList } from '../listing/readList';
import type { Page } from '../transport/pages';
import { csvFile } from './csvFile';
import { defaultFileName } from './fileName';
import { toChunks } from './fileText';
import { jsonLinesFile } from './jsonLinesFile';
import { startList } from './listStart';
import { readFileParameters } from './parameters';
import { readRequestOptions } from './requestOptions';
import { storeFile } from './storeFile';

/** How far an export has come. */
export interface ExportProgress extends Progress {
	pages: number;
}

const MIME_TYPES = { csv: 'text/csv', jsonl: 'application/x-ndjson' };

/**
 * Writes a whole list into a file of n8n's binary data, page by page as it comes in.
 *
 * @param progress is kept up to date on the way
 * @returns the item with the file
 * @throws what ended the list, or NodeOperationError when n8n could not store the file
 */
export async function exportList(
	context: IExecuteFunctions,
	path: string,
	itemIndex: number,
	progress: ExportProgress,
): Promise<INodeExecutionData> {
	const read: ReadParameter = (name, fallback) =>
		context.getNodeParameter(name, itemIndex, fallback);
	const { format, csv, ...file } = readFileParameters(read);
	const list = readList(context, {
		path,
		query: readFilterQuery(read),
		maxRetries: readMaxRetries(read),
		overlap: true,
		requestOptions: readRequestOptions(read),
	});
	try {
		const { pages, fields, hasMore } = await startList(countInto(progress, list));
		const plan = { paths: file.columns, fields, hasMore };
		const text = format === 'csv' ? csvFile(plan, csv) : jsonLinesFile(plan);
		const standardName = () =>
			defaultFileName(progress.listName, format, new Date(), context.getTimezone());
		const binaryData = await storeFile(context, toChunks(text, pages), {
			fileName: file.fileName || standardName(),
			mimeType: MIME_TYPES[format],
		});
		const json = {
			fileName: binaryData.fileName,
			format,
			records: progress.records,
			pages: progress.pages,
			columns: text.columns,
			otherFields: [...text.otherFields],
		};
		return {
			json,
			binary: { [file.binaryPropertyName]: binaryData },
			pairedItem: { item: itemIndex },
		};
	} finally {
		// A storage that fails may never have asked for a page, and the list would stay open.
		await list.return();
	}
}

async function* countInto(
	progress: ExportProgress,
	pages: AsyncIterable<Page>,
): AsyncGenerator<Page, void> {
	for await (const page of pages) {
		progress.pages = page.number;
		progress.records += page.records.length;
		yield page;
	}
}
