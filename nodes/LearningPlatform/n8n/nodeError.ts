import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { UserFacingError } from '../errors';
import type { ListingLog } from './log';
import { isTool } from './toolAnswer';

/**
 * Makes the error that n8n shows and stores. It has no stack, cause or response, so that no socket, header or token gets
 * into the stored execution.
 *
 * @param listName the name of the list for the user, e.g. `courses`
 * @param itemIndex the input item; a trigger has none
 */
export function toNodeError(
	node: INode,
	error: unknown,
	listName: string,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const position = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof UserFacingError) {
		const { reason, schedulerFailure } = error;
		const { message: shown, rest } = partsOf(error, listName);
		const toReader = isTool(node) ? withoutCodes : (text: string) => text;
		// AI Agent 3 shows a model nothing but the message of an error.
		const message = toReader(isTool(node) ? sentences(shown, rest) : shown);
		// n8n 1 recognizes a failed item by its description, which must not be empty.
		const description = toReader(rest || error.step);
		// Passes on an HTTP status only: n8n would replace the message for a system's error code.
		const status = /^\d+$/.test(reason) ? { httpCode: reason } : {};
		const failure = schedulerFailure && { failure: schedulerFailure };
		const options = { ...position, ...status, ...failure, message, description };
		// Always a NodeApiError: n8n wraps any other error of a route, with a stack. The message is set again, because the
		// constructor replaces messages that contain a system error code.
		return Object.assign(withoutStack(new NodeApiError(node, {}, options)), { message });
	}
	if (isCancellation(error)) {
		// n8n recognizes a canceled execution by this word in the message, and would otherwise call it failed.
		return withoutStack(new NodeOperationError(node, 'The execution was canceled', position));
	}
	return new NodeOperationError(node, error as Error, position);
}

/** The first letter of a system error's code. */
const FIRST_LETTER =
	/E(?=CONNREFUSED|CONNRESET|CONNABORTED|NOTFOUND|TIMEDOUT|RRADDRINUSE|ADDRNOTAVAIL|HOSTUNREACH|AI_AGAIN|NOENT|ISDIR|NOTDIR|ACCES|EXIST|PERM)|G(?=ETADDRINFO)/gi;

/** n8n wraps the error of a tool, and replaces a message that contains such a code, even "courseNotFound". */
const withoutCodes = (text: string) => text.replace(FIRST_LETTER, '$& ');

/** Makes the error as `toNodeError` does, and logs the end of the list, export or poll. */
export function failed(
	node: INode,
	error: unknown,
	log: ListingLog,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const nodeError = toNodeError(node, error, log.list, itemIndex);
	// The answer from the service may quote the value of a filter, so it stays out of the log.
	const isOurs = error instanceof UserFacingError;
	const { message } = isOurs ? partsOf(error, log.list) : nodeError;
	log.brokeOff(isCancellation(error) ? undefined : message);
	return nodeError;
}

/**
 * Makes the item of a failed input item with On Error: Continue.
 *
 * @throws NodeApiError, NodeOperationError with any other setting, and for a canceled execution
 */
export function failedItem(
	context: Pick<IExecuteFunctions, 'getNode' | 'continueOnFail'>,
	error: unknown,
	log: ListingLog,
	itemIndex: number,
): INodeExecutionData {
	const nodeError = failed(context.getNode(), error, log, itemIndex);
	if (!context.continueOnFail() || isCancellation(error)) throw nodeError;
	const { message, description } = nodeError;
	// n8n 1 sends an item with these two fields to the error output.
	const json = { error: message, ...(description && { message: description }) };
	return { json, pairedItem: { item: itemIndex } };
}

/** Splits an error into its message and the sentences below it. */
function partsOf({ message, step, description, page }: UserFacingError, listName: string) {
	const title = page ? `${message} (${listName}, page ${page.number})` : message;
	// On the first page there is no progress to report, and usually the credential is wrong.
	if (!page || page.number === 1) return { message: sentences(title, step), rest: description };
	const { recordsRead: read } = page;
	const progress = `${read} ${read === 1 ? 'record' : 'records'} had been read before this error.`;
	// The settings worked for the first page, so the step is not part of the message.
	const rest = [step, description, progress].filter((text) => text !== '').join(' ');
	return { message: title, rest };
}

/** Adds sentences to a title or a message. */
function sentences(title: string, rest: string): string {
	if (rest === '') return title;
	return title.endsWith('.') ? `${title} ${rest}` : `${title}. ${rest}`;
}

/** Returns true if the user, or n8n's own timeout, stopped the execution. */
function isCancellation(error: unknown): boolean {
	return (error as Partial<Error> | undefined)?.name === 'AbortError';
}

function withoutStack<T extends Error>(error: T): T {
	delete error.stack;
	return error;
}
