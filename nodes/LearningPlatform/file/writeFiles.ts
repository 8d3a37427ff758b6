import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readRequestOptions, targetOf, type ListTarget, type ReadParameter } from '../form';
import { failedItem } from '../n8n/nodeError';
import type { readList } from '../list';
import { FEW_UNNAMED_PAGES, readNamedList } from '../names';
import { fieldLabelsOf } from '../catalog/knownLists';
import { namesBesideIds } from '../catalog/names';
import type { Resource } from '../catalog/resources';
import { ListingLog } from '../n8n/log';
import type { NetworkOptions } from '../service';
import { startList } from './columns';
import { gzip } from './compress';
import { fileNameOf, stemOf } from './fileName';
import { readFileForm } from './form';
import { formats } from './formats';
import { hintsAbout, type WrittenFile } from './hints';
import { storeFile } from './storeFile';

/**
 * The operation Export to File, as one of n8n's `customOperations`: one file after the other, so that the memory it takes
 * does not grow with their number.
 *
 * @param readerOf what reads the pages of a list
 * @throws NodeApiError, NodeOperationError; with On Error: Continue they come as an item instead
 */
export async function writeFiles(
	context: IExecuteFunctions,
	resource: Resource,
	readerOf: (target: ListTarget) => typeof readList,
): Promise<INodeExecutionData[][]> {
	const items: INodeExecutionData[] = [];
	const files: WrittenFile[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		let log = new ListingLog(context, resource.plural);
		try {
			const parameter: ReadParameter = (name, ifLeftOut) =>
				context.getNodeParameter(name, itemIndex, ifLeftOut);
			const target = targetOf(resource).read(parameter, context);
			log = new ListingLog(context, target.path);
			const chosen = readFileForm(resource, parameter, context);
			const network = readRequestOptions(parameter);
			const list = { ...resource, ...target };
			const request = { network, itemIndex, log };
			const { item, file } = await writeList(context, list, chosen, request, readerOf(target));
			items.push({ ...item, pairedItem: { item: itemIndex } });
			files.push(file);
		} catch (error) {
			items.push(failedItem(context, error, log, itemIndex));
		}
	}
	context.addExecutionHints(...hintsAbout(files));
	return [items];
}

/**
 * Writes a whole list into a file of n8n's binary data, page by page as it comes in.
 *
 * @returns the item that hands the file on, and what there may be to say about it
 * @throws what ended the list, or UserFacingError when n8n could not store the file; then there is no file
 */
async function writeList(
	context: IExecuteFunctions,
	target: ListTarget & Resource,
	chosen: ReturnType<typeof readFileForm>,
	request: { network: NetworkOptions; itemIndex: number; log: ListingLog },
	read: typeof readList,
) {
	const { log } = request;
	const { path } = target;
	const startedAt = new Date(Date.now());
	const stop = new AbortController();
	const { addNames, binaryPropertyName, columns, compress, filters, format, maxRetries } = chosen;
	const beside = namesBesideIds(path, addNames);
	const listing = { ...request, path, ...filters, maxRetries, stopSignal: stop.signal };
	const reading = { overlap: true, maxUnnamedPages: FEW_UNNAMED_PAGES };
	const list = readNamedList(context, listing, { ...reading, names: beside, read });
	// Like Selected Fields, without adding the ID.
	const output =
		columns.length > 0 ? { kind: 'selected' as const, fields: columns } : chosen.output;
	const kind = { ...target, names: beside, ...(columns.length > 0 && { idFields: [] }) };
	try {
		// A CSV file escapes formulas by itself, and the others need not.
		const choice = { ...output, escapeFormulas: false };
		const { pages, counts, missing, ...fields } = await startList(choice, kind, list);
		const listName = target.list === undefined ? path : stemOf(target);
		const names = { listName, startedAt, timeZone: context.getTimezone() };
		const labels = chosen.headerInWords ? fieldLabelsOf(path) : undefined;
		const { mimeType, file: fileOf } = formats[format];
		const file = fileOf({ ...chosen, ...names, ...fields, labels });
		const fileName = fileNameOf(chosen, names);
		const content = compress ? gzip(file.content(pages)) : file.content(pages);
		const { binaryData, bytes } = await storeFile(context, content, {
			fileName,
			mimeType: compress ? 'application/gzip' : mimeType,
		});
		const missingColumns = missing();
		log.fieldsMissing(missingColumns);
		log.ended('exported', counts);
		const json = {
			...{ fileName, format, ...counts, columns: file.columns },
			otherFields: [...file.otherFields],
			...file.figures?.(),
		};
		const { retriedPages, emptyNames, searched } = log;
		return {
			item: { json, binary: { [binaryPropertyName]: binaryData } },
			file: {
				...{ ...json, bytes, missingColumns, searched },
				isInDatabase: binaryData.id?.startsWith('database:') === true,
				retriedPages: [...retriedPages],
				emptyNames: [...emptyNames],
			},
		};
	} finally {
		// A storage that fails leaves the list open, maybe with a page under way that takes minutes.
		stop.abort();
		await list.return();
	}
}
