import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem, isCancellation, toNodeError } from '../listing/listError';
import { exportList, type ExportProgress } from './exportList';

/**
 * The operation Export to File, as an operation of n8n's `customOperations`: one file for each input item,
 * one after the other, so that the memory it takes does not grow with their number.
 *
 * @param path of the list below the base URL, e.g. `/api/v2/courses`
 * @throws NodeApiError, NodeOperationError; with On Error: Continue they come as an item instead
 */
export async function exportToFile(
	context: IExecuteFunctions,
	path: string,
): Promise<INodeExecutionData[][]> {
	const items: INodeExecutionData[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		items.push(await exportItem(context, path, itemIndex));
	}
	return [items];
}

async function exportItem(
	context: IExecuteFunctions,
	path: string,
	itemIndex: number,
): Promise<INodeExecutionData> {
	const listName = path.split('/').at(-1) ?? '';
	const progress: ExportProgress = { listName, records: 0, pages: 0 };
	try {
		return await exportList(context, path, itemIndex, progress);
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error, progress, itemIndex);
		if (!context.continueOnFail() || isCancellation(error)) throw nodeError;
		return errorItem(nodeError, itemIndex);
	}
}
