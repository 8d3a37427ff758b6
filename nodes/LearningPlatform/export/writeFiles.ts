import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem, isCancellation, toNodeError } from '../listing/nodeError';
import {
	readFilterQuery,
	readMaxRetries,
	readSplitBy,
	type ReadParameter,
} from '../listing/parameters';
import { MAX_WAITING_PAGES, readList } from '../listing/readList';
import { readRequestOptions } from '../listing/requestOptions';
import { readListTarget, type ListTarget } from '../listing/target';
import type { Resource } from '../resources';
import { ListingLog } from '../transport/log';
import type { Page } from '../transport/pages';
import { defaultFileName, withGzipEnding } from './fileName';
import { exportFile, fileType } from './formats';
import { hintsAbout, type WrittenFile } from './hints';
import { readFileParameters, type FileParameters } from './parameters';
import { storeFile } from './storeFile';
import { startList } from './textFile';

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
	const files: WrittenFile[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		let listName = resource.plural;
		try {
			const read: ReadParameter = (name, fallback) =>
				context.getNodeParameter(name, itemIndex, fallback);
			const target = readListTarget(read, resource);
			({ listName } = target);
			const query = readFilterQuery(read, resource, context.getTimezone());
			const splitBy = readSplitBy(read, resource);
			const { item, file } = await writeFile(context, { read, target, query, splitBy, itemIndex });
			items.push(item);
			files.push(file);
		} catch (error) {
			const nodeError = toNodeError(context.getNode(), error, listName, itemIndex);
			if (!context.continueOnFail() || isCancellation(error)) throw nodeError;
			items.push(errorItem(nodeError, itemIndex));
		}
	}
	context.addExecutionHints(...hintsAbout(files));
	return [items];
}

/** What goes into the file of one input item. */
interface FileRequest {
	read: ReadParameter;
	target: ListTarget;
	/** Filters as a query string. */
	query: string;
	/** The date that the list is split by; '' to read it whole. */
	splitBy: string;
	itemIndex: number;
}

/**
 * Writes a whole list into a file of n8n's binary data, page by page as it comes in.
 *
 * @returns the item with the file, and what there is to say about it
 * @throws what ended the list, or UserFacingError when n8n could not store the file
 */
async function writeFile(
	context: IExecuteFunctions,
	{ read, target, query, splitBy, itemIndex }: FileRequest,
): Promise<{ item: INodeExecutionData; file: WrittenFile }> {
	const chosen = readFileParameters(read);
	const startedAt = Date.now();
	const log = new ListingLog(context, target.listName);
	const stop = new AbortController();
	const list = readList(context, {
		path: target.path,
		query,
		log,
		itemIndex,
		maxRetries: readMaxRetries(read),
		overlap: true,
		splitBy,
		maxWaitingPages: MAX_WAITING_PAGES,
		network: readRequestOptions(read),
		stopSignal: stop.signal,
	});
	try {
		const counts = { records: 0, pages: 0 };
		const { pages, fields, hasMore } = await startList(countInto(counts, list));
		const plan = { paths: chosen.columns, fields, hasMore };
		const names = { listName: target.listName, timeZone: context.getTimezone() };
		const file = exportFile(chosen, plan, names);
		const fileName = nameOf(chosen, names);
		const { mimeType } = fileType(chosen);
		const binaryData = await storeFile(context, file.content(pages), { fileName, mimeType });
		log.exported({ ...counts, ms: Date.now() - startedAt });
		const json = {
			fileName: binaryData.fileName,
			format: chosen.format,
			...counts,
			columns: file.columns,
			otherFields: [...file.otherFields],
			...file.figures?.(),
		};
		const item = {
			json,
			binary: { [chosen.binaryPropertyName]: binaryData },
			pairedItem: { item: itemIndex },
		};
		return { item, file: { ...json, fileName, retriedPages: [...log.retriedPages] } };
	} finally {
		// A storage that fails leaves the list open, maybe with a page under way that takes minutes.
		stop.abort(new Error('The file is not written any more'));
		await list.return();
	}
}

function nameOf(
	chosen: FileParameters,
	{ listName, timeZone }: { listName: string; timeZone: string },
): string {
	const { fileName, compress } = chosen;
	if (fileName !== '') return compress ? withGzipEnding(fileName) : fileName;
	return defaultFileName(listName, fileType(chosen).extension, new Date(), timeZone);
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
