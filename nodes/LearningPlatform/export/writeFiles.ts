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
import { cutIntoFiles, type FileShare } from './cutIntoFiles';
import { defaultFileName, numbered, withGzipEnding } from './fileName';
import { exportFile, fileType, type ExportFile } from './formats';
import { hintsAbout, type WrittenFile } from './hints';
import { readFileParameters, type FileParameters } from './parameters';
import { storeFile } from './storeFile';
import { startList } from './textFile';

/**
 * The operation Export to File, as an operation of n8n's `customOperations`: one file for each input item, or
 * several with Records per File, one after the other, so that the memory it takes does not grow with their number.
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
			const request = { read, target, query, splitBy, itemIndex };
			for (const { item, file } of await writeList(context, request)) {
				items.push(item);
				files.push(file);
			}
		} catch (error) {
			const nodeError = toNodeError(context.getNode(), error, listName, itemIndex);
			if (!context.continueOnFail() || isCancellation(error)) throw nodeError;
			items.push(errorItem(nodeError, itemIndex));
		}
	}
	context.addExecutionHints(...hintsAbout(files));
	return [items];
}

/** What one input item asks for. */
interface ListRequest {
	read: ReadParameter;
	target: ListTarget;
	/** Filters as a query string. */
	query: string;
	/** The date that the list is split by; '' to read it whole. */
	splitBy: string;
	itemIndex: number;
}

/** A file with the item that hands it on. */
interface ExportedFile {
	item: INodeExecutionData;
	/** What there is to say about it. */
	file: WrittenFile;
}

/**
 * Writes a whole list into files of n8n's binary data, page by page as it comes in.
 *
 * @returns at least one file
 * @throws what ended the list, or UserFacingError when n8n could not store a file; then there is no file at all
 */
async function writeList(
	context: IExecuteFunctions,
	{ read, target, query, splitBy, itemIndex }: ListRequest,
): Promise<ExportedFile[]> {
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
	const exported: ExportedFile[] = [];
	let retried = 0;
	try {
		const counts = { records: 0, pages: 0 };
		const { pages, fields, hasMore } = await startList(countInto(counts, list));
		const plan = { paths: chosen.columns, fields, hasMore };
		const names = { listName: target.listName, timeZone: context.getTimezone() };
		const name = nameOf(chosen, names, new Date(startedAt));
		const isNumbered = chosen.recordsPerFile !== Infinity;
		for await (const share of cutIntoFiles(pages, chosen.recordsPerFile)) {
			const fileName = isNumbered ? numbered(name, exported.length + 1) : name;
			const file = exportFile(chosen, plan, names);
			const written = await writeFile(context, share, { chosen, file, fileName });
			const retriedPages = [...log.retriedPages].slice(retried);
			retried = log.retriedPages.size;
			exported.push({
				item: { ...written.item, pairedItem: { item: itemIndex } },
				file: { ...written.file, retriedPages },
			});
		}
		log.exported({ ...counts, ms: Date.now() - startedAt });
		return exported;
	} finally {
		// A storage that fails leaves the list open, maybe with a page under way that takes minutes.
		stop.abort(new Error('The file is not written any more'));
		await list.return();
	}
}
/** @throws what the list throws, or UserFacingError when n8n could not store the file */
async function writeFile(
	context: IExecuteFunctions,
	{ pages, counts }: FileShare,
	{ chosen, file, fileName }: { chosen: FileParameters; file: ExportFile; fileName: string },
): Promise<{ item: INodeExecutionData; file: Omit<WrittenFile, 'retriedPages'> }> {
	const { mimeType } = fileType(chosen);
	const content = file.content(pages);
	const { binaryData, bytes } = await storeFile(context, content, { fileName, mimeType });
	const json = {
		fileName: binaryData.fileName,
		format: chosen.format,
		...counts,
		columns: file.columns,
		otherFields: [...file.otherFields],
		...file.figures?.(),
	};
	const isInDatabase = binaryData.id?.startsWith('database:') === true;
	return {
		item: { json, binary: { [chosen.binaryPropertyName]: binaryData } },
		file: { ...json, fileName, bytes, isInDatabase },
	};
}

function nameOf(
	chosen: FileParameters,
	{ listName, timeZone }: { listName: string; timeZone: string },
	startedAt: Date,
): string {
	const { fileName, compress } = chosen;
	if (fileName !== '') return compress ? withGzipEnding(fileName) : fileName;
	return defaultFileName(listName, fileType(chosen).extension, startedAt, timeZone);
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
