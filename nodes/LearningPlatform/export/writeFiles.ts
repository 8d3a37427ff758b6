import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem, isCancellation, toNodeError } from '../listing/nodeError';
import { readFilterQuery, readMaxRetries, type ReadParameter } from '../listing/parameters';
import { readList } from '../listing/readList';
import { readRequestOptions } from '../listing/requestOptions';
import { listPath, type Resource } from '../resources';
import { ListingLog } from '../transport/log';
import type { Page } from '../transport/pages';
import { csvFile } from './csv';
import { jsonLinesFile } from './jsonLines';
import { readFileParameters } from './parameters';
import { storeFile } from './storeFile';
import { startList, toChunks } from './textFile';

const MIME_TYPES = { csv: 'text/csv', jsonl: 'application/x-ndjson' };

/**
 * The operation Export to File, as an operation of n8n's `customOperations`: one file for each input item,
 * one after the other, so that the memory it takes does not grow with their number.
 *
 * @throws NodeApiError, NodeOperationError; with On Error: Continue they come as an item instead
 */
export async function writeFiles(
	context: IExecuteFunctions,
	resource: Resource,
): Promise<INodeExecutionData[][]> {
	const items: INodeExecutionData[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		try {
			items.push(await writeFile(context, resource, itemIndex));
		} catch (error) {
			const nodeError = toNodeError(context.getNode(), error, resource.plural, itemIndex);
			if (!context.continueOnFail() || isCancellation(error)) throw nodeError;
			items.push(errorItem(nodeError, itemIndex));
		}
	}
	return [items];
}

/**
 * Writes a whole list into a file of n8n's binary data, page by page as it comes in.
 *
 * @returns the item with the file
 * @throws what ended the list, or NodeOperationError when n8n could not store the file
 */
async function writeFile(
	context: IExecuteFunctions,
	resource: Resource,
	itemIndex: number,
): Promise<INodeExecutionData> {
	const read: ReadParameter = (name, fallback) =>
		context.getNodeParameter(name, itemIndex, fallback);
	const { format, csv, ...file } = readFileParameters(read);
	const startedAt = Date.now();
	const log = new ListingLog(context, resource.plural);
	const list = readList(context, {
		path: listPath(resource),
		query: readFilterQuery(read),
		log,
		itemIndex,
		maxRetries: readMaxRetries(read),
		overlap: true,
		network: readRequestOptions(read),
	});
	try {
		const counts = { records: 0, pages: 0 };
		const { pages, fields, hasMore } = await startList(countInto(counts, list));
		const plan = { paths: file.columns, fields, hasMore };
		const text = format === 'csv' ? csvFile(plan, csv) : jsonLinesFile(plan);
		const standardName = () =>
			defaultFileName(resource.plural, format, new Date(), context.getTimezone());
		const binaryData = await storeFile(context, toChunks(text, pages), {
			fileName: file.fileName || standardName(),
			mimeType: MIME_TYPES[format],
		});
		log.exported({ ...counts, ms: Date.now() - startedAt });
		const json = {
			fileName: binaryData.fileName,
			format,
			...counts,
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
	counts: { records: number; pages: number },
	pages: AsyncIterable<Page>,
): AsyncGenerator<Page, void> {
	for await (const page of pages) {
		counts.pages = page.number;
		counts.records += page.records.length;
		yield page;
	}
}

/**
 * The name of a file that was given none, e.g. `courses-2026-01-31.csv`.
 *
 * @param now the current time; the name has its date
 * @param timeZone where that date is read off the calendar, e.g. `Europe/Paris`
 */
export function defaultFileName(
	listName: string,
	extension: string,
	now: Date,
	timeZone: string,
): string {
	// Sweden writes dates as ISO 8601 does.
	const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
	return `${listName}-${date}.${extension}`;
}
