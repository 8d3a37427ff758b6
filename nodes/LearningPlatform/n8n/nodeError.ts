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
 * The error that n8n shows and stores: what happened, on which page, what to do, and nothing else. It has no
 * stack, cause or response, so that no socket, header or token can end up in the stored execution.
 *
 * @param listName what was listed, in the user's words, e.g. `courses`
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
		const parts = partsOf(error, listName);
		const { next, rest } = parts;
		const toReader = isTool(node) ? withoutCodes : (text: string) => text;
		// AI Agent 3 shows a model nothing but the message of an error.
		const message = toReader(messageOf(parts, isTool(node) ? rest : ''));
		// n8n 1 recognizes a failed item by its description, which must not be empty.
		const description = toReader(rest || next);
		// n8n would replace the message for the system's error codes, so only a status is passed on.
		const status = /^\d+$/.test(reason) ? { httpCode: reason } : {};
		const failure = schedulerFailure && { failure: schedulerFailure };
		const options = { ...position, ...status, ...failure, message, description };
		// A NodeApiError, whatever went wrong: n8n wraps everything else that a route throws, with a stack. It has words of
		// its own for a message with the code of a system error.
		return Object.assign(withoutStack(new NodeApiError(node, {}, options)), { message });
	}
	if (isCancellation(error)) {
		// n8n knows a canceled execution by this word in the message; without it the execution has "failed".
		return withoutStack(new NodeOperationError(node, 'The execution was canceled', position));
	}
	return new NodeOperationError(node, error as Error, position);
}

const CODES = [
	...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'ERRADDRINUSE', 'EADDRNOTAVAIL'],
	...[
		'ECONNABORTED',
		'EHOSTUNREACH',
		'EAI_AGAIN',
		'ENOENT',
		'EISDIR',
		'ENOTDIR',
		'EACCES',
		'EEXIST',
	],
	...['EPERM', 'GETADDRINFO'],
];

const FIRST_LETTER = new RegExp(
	CODES.map(([first = '', ...rest]) => `${first}(?=${rest.join('')})`).join('|'),
	'gi',
);

/**
 * Splits the codes of system errors. n8n wraps the error of a tool, and replaces a message that has one in it, even
 * "courseNotFound", whose letters include ENOTFOUND.
 */
const withoutCodes = (text: string) => text.replace(FIRST_LETTER, '$& ');

/** The same, with the closing line of a list, an export or a poll in n8n's log. */
export function failed(
	node: INode,
	error: unknown,
	log: ListingLog,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const nodeError = toNodeError(node, error, log.list, itemIndex);
	// What the service has answered may have the value of a filter in it, and stays out of the log.
	const isOurs = error instanceof UserFacingError;
	const message = isOurs ? messageOf(partsOf(error, log.list)) : nodeError.message;
	log.brokeOff(isCancellation(error) ? undefined : message);
	return nodeError;
}

/**
 * What an input item that failed becomes with On Error: Continue.
 *
 * @throws NodeApiError, NodeOperationError with any other setting, and for an execution that was canceled
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

function messageOf({ title, next }: ReturnType<typeof partsOf>, rest = ''): string {
	const after = [next, rest].filter((text) => text !== '').join(' ');
	return after === '' ? title : `${title}. ${after}`;
}

/** An error in three parts: what happened and where, what to do next (for the message), and what else helps. */
function partsOf({ message, step, description, page }: UserFacingError, listName: string) {
	if (!page) return { title: message, next: step, rest: description };
	const title = `${message} (${listName}, page ${page.number})`;
	// On the first page there is no progress to report; mostly the credential is wrong.
	if (page.number === 1) return { title, next: step, rest: description };
	// What was set up was right, so the step comes after what happened.
	const { recordsRead: read } = page;
	const progress = `${read} ${read === 1 ? 'record' : 'records'} had been read before this error.`;
	const advice = [step, description, progress];
	return { title, next: '', rest: advice.filter((text) => text !== '').join(' ') };
}

/** Whether a list ended because the user, or n8n's own timeout, stopped the execution. */
function isCancellation(error: unknown): boolean {
	return (error as Partial<Error> | undefined)?.name === 'AbortError';
}

function withoutStack<T extends Error>(error: T): T {
	delete error.stack;
	return error;
}
