import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { ParameterError } from './filters';
import { errorItem, isCancellation, toNodeError, type Progress } from './listError';
import { readFilterQuery, readLimit, readMaxRetries } from './parameters';
import { readList } from './readList';

/** From about here on n8n's declarative engine ends with "Maximum call stack size exceeded". */
const TOO_MANY_ITEMS = 120_000;

type RequestData = DeclarativeRestApiSettings.ResultOptions;

/**
 * The operation List, as n8n's pagination function: it reads the list that the operation's route names, for
 * one input item, and returns an item for each record.
 *
 * @throws NodeApiError, NodeOperationError; with On Error: Continue they come as one item instead
 */
export async function list(
	this: IExecutePaginationFunctions,
	{ options }: RequestData,
): Promise<INodeExecutionData[]> {
	const itemIndex = this.getItemIndex();
	const progress: Progress = { listName: (options.url ?? '').split('/').at(-1) ?? '', records: 0 };
	try {
		return await collectItems(this, options, progress);
	} catch (error) {
		const nodeError = toNodeError(this.getNode(), error, progress, itemIndex);
		if (!this.continueOnFail() || isCancellation(error)) throw nodeError;
		return [errorItem(nodeError, itemIndex)];
	}
}

async function collectItems(
	context: IExecutePaginationFunctions,
	{ url: path = '', ...requestOptions }: RequestData['options'],
	progress: Progress,
): Promise<INodeExecutionData[]> {
	const read = context.getNodeParameter.bind(context);
	const limit = readLimit(read);
	const pages = readList(context, {
		path,
		query: readFilterQuery(read),
		maxRetries: readMaxRetries(read),
		overlap: limit === Infinity,
		requestOptions,
	});
	const items: INodeExecutionData[] = [];
	const pairedItem = { item: context.getItemIndex() };
	for await (const { records } of pages) {
		for (const json of records.slice(0, limit - items.length)) items.push({ json, pairedItem });
		progress.records = items.length;
		if (items.length >= TOO_MANY_ITEMS) throw tooManyItems();
		if (items.length >= limit) break;
	}
	return items;
}

function tooManyItems(): ParameterError {
	return new ParameterError(
		`The list is too long for n8n: it has ${TOO_MANY_ITEMS} records or more`,
		'n8n cannot hold so many items at once. Narrow the list with Filters, e.g. by date and one part after the other, or use the operation "Export to File", which has no such limit.',
	);
}
